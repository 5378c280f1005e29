package dev.guidellm.output.plot;

import de.erichseifert.vectorgraphics2d.VectorGraphics2D;
import de.erichseifert.vectorgraphics2d.pdf.PDFProcessor;
import de.erichseifert.vectorgraphics2d.svg.SVGProcessor;
import de.erichseifert.vectorgraphics2d.util.PageSize;
import dev.guidellm.report.BenchmarkReport;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Locale;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageTypeSpecifier;
import javax.imageio.ImageWriteParam;
import javax.imageio.ImageWriter;
import javax.imageio.metadata.IIOMetadata;
import javax.imageio.metadata.IIOMetadataNode;
import javax.imageio.stream.ImageOutputStream;
import org.jspecify.annotations.Nullable;

/// Draws a report as one picture: `kind=plot`.
public final class PlotOutput {
    private static final String HEADLESS = "java.awt.headless";
    private static final double POINTS_PER_INCH = 72;
    private static final double MILLIMETRES_PER_INCH = 25.4;
    private static final float JPEG_QUALITY = 0.92f;
    private static final Pattern FONT = Pattern.compile("(font-family:&quot;[^&]*&quot;)");

    private PlotOutput() {}

    /// Finds out whether text can be drawn on this machine: without fonts Java fails in many ways.
    ///
    /// @throws IOException saying what is missing
    public static void check() throws IOException {
        drawing(() -> {
            BufferedImage trial = new BufferedImage(1, 1, BufferedImage.TYPE_INT_RGB);
            Graphics2D graphics = trial.createGraphics();
            graphics.setFont(new Font(Font.SANS_SERIF, Font.PLAIN, 9));
            graphics.getFontMetrics().stringWidth("a");
            graphics.dispose();
        });
    }

    /// Writes the picture in the format that the suffix of `file` names.
    ///
    /// @param dpi pixels per inch; for vector formats, which have none, it counts nothing
    public static void write(BenchmarkReport report, Path file, int dpi, OutputStream out) throws IOException {
        write(() -> PlotSheet.of(report), file, dpi, out);
    }

    /// Writes a picture that is put together where drawing is known to be possible.
    static void write(Supplier<PlotSheet> picture, Path file, int dpi, OutputStream out) throws IOException {
        PlotFormat format = PlotFormat.of(file);
        drawing(() -> {
            PlotSheet sheet = picture.get();
            switch (format) {
                case PNG -> png(pixels(sheet, dpi), dpi, out);
                case JPEG -> jpeg(pixels(sheet, dpi), out);
                case SVG -> svg(sheet, out);
                case PDF -> pdf(sheet, out);
            }
        });
    }

    private interface Drawing {
        void draw() throws IOException;
    }

    /// What AWT throws where the machine has no fonts ranges from linkage errors to plain runtime exceptions.
    private static void drawing(Drawing drawing) throws IOException {
        if (System.getProperty(HEADLESS) == null) {
            System.setProperty(HEADLESS, "true");
        }
        try {
            drawing.draw();
        } catch (LinkageError | InternalError e) {
            throw noFonts(e);
        } catch (RuntimeException e) {
            if (String.valueOf(e.getMessage()).toLowerCase(Locale.ROOT).contains("font")) {
                throw noFonts(e);
            }
            throw e;
        }
    }

    private static IOException noFonts(Throwable cause) {
        return new IOException(
                "this machine has no fonts that Java can draw with; install some, for example by"
                        + " 'apt-get install fontconfig fonts-dejavu-core'",
                cause);
    }

    private static BufferedImage pixels(PlotSheet sheet, int dpi) {
        int width = (int) Math.round(PlotSheet.WIDTH * dpi);
        int height = (int) Math.round(PlotSheet.HEIGHT * dpi);
        BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_3BYTE_BGR);
        Graphics2D graphics = image.createGraphics();
        graphics.setColor(Color.WHITE);
        graphics.fillRect(0, 0, width, height);
        graphics.scale(dpi / POINTS_PER_INCH, dpi / POINTS_PER_INCH);
        sheet.draw(graphics);
        graphics.dispose();
        return image;
    }

    private static void png(BufferedImage image, int dpi, OutputStream out) throws IOException {
        ImageWriter writer = ImageIO.getImageWritersByFormatName("png").next();
        IIOMetadata metadata = writer.getDefaultImageMetadata(
                ImageTypeSpecifier.createFromRenderedImage(image), writer.getDefaultWriteParam());
        String pixelsPerMetre = Long.toString(Math.round(dpi / MILLIMETRES_PER_INCH * 1e3));
        IIOMetadataNode size = new IIOMetadataNode("pHYs");
        size.setAttribute("pixelsPerUnitXAxis", pixelsPerMetre);
        size.setAttribute("pixelsPerUnitYAxis", pixelsPerMetre);
        size.setAttribute("unitSpecifier", "meter");
        IIOMetadataNode root = new IIOMetadataNode(metadata.getNativeMetadataFormatName());
        root.appendChild(size);
        metadata.mergeTree(metadata.getNativeMetadataFormatName(), root);
        write(writer, new IIOImage(image, null, metadata), null, out);
    }

    private static void jpeg(BufferedImage image, OutputStream out) throws IOException {
        ImageWriter writer = ImageIO.getImageWritersByFormatName("jpeg").next();
        ImageWriteParam settings = writer.getDefaultWriteParam();
        settings.setCompressionMode(ImageWriteParam.MODE_EXPLICIT);
        settings.setCompressionQuality(JPEG_QUALITY);
        write(writer, new IIOImage(image, null, null), settings, out);
    }

    private static void write(ImageWriter writer, IIOImage image, @Nullable ImageWriteParam settings, OutputStream out)
            throws IOException {
        try (ImageOutputStream stream = ImageIO.createImageOutputStream(out)) {
            writer.setOutput(stream);
            writer.write(null, image, settings);
        } finally {
            writer.dispose();
        }
    }

    /// Text stays text; a viewer that lacks the font takes another one without serifs.
    private static void svg(PlotSheet sheet, OutputStream out) throws IOException {
        VectorGraphics2D graphics = new VectorGraphics2D();
        sheet.draw(graphics);
        ByteArrayOutputStream document = new ByteArrayOutputStream();
        PageSize pixels = new PageSize(PlotSheet.widthPoints(), PlotSheet.heightPoints());
        new SVGProcessor().getDocument(graphics.getCommands(), pixels).writeTo(document);
        String text = document.toString(StandardCharsets.UTF_8);
        out.write(FONT.matcher(text).replaceAll("$1,sans-serif").getBytes(StandardCharsets.UTF_8));
    }

    /// Text becomes outlines, since the library embeds no fonts.
    private static void pdf(PlotSheet sheet, OutputStream out) throws IOException {
        VectorGraphics2D graphics = new OutlinedText();
        double millimetres = MILLIMETRES_PER_INCH / POINTS_PER_INCH;
        graphics.scale(millimetres, millimetres);
        sheet.draw(graphics);
        PageSize page = new PageSize(PlotSheet.WIDTH * MILLIMETRES_PER_INCH, PlotSheet.HEIGHT * MILLIMETRES_PER_INCH);
        new PDFProcessor().getDocument(graphics.getCommands(), page).writeTo(out);
    }

    private static final class OutlinedText extends VectorGraphics2D {
        @Override
        public void drawString(String text, int x, int y) {
            drawString(text, (float) x, (float) y);
        }

        @Override
        public void drawString(String text, float x, float y) {
            if (!text.isEmpty()) {
                fill(getFont().createGlyphVector(getFontRenderContext(), text).getOutline(x, y));
            }
        }
    }
}
