package dev.guidellm.tokenizer;

import ai.djl.huggingface.tokenizers.jni.TokenizersLibrary;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/// Any `tokenizer.json`, run by Hugging Face's own library.
///
/// That library unpacks its native part into the folder named by `DJL_CACHE_DIR` (environment or system
/// property), else into `.djl.ai` in the home folder, or in the folder for temporary files where the home folder
/// is read-only.
public final class HuggingFaceTokenizer implements Tokenizer {
    static {
        // The wrapper reports its use to its makers from cloud machines, and looks for CUDA builds to download.
        setUnlessPresent("OPT_OUT_TRACKING");
        setUnlessPresent("DJL_OFFLINE");
    }

    private final String name;
    private final ai.djl.huggingface.tokenizers.HuggingFaceTokenizer library;
    private final int addedSpecialTokens;

    private HuggingFaceTokenizer(String name, ai.djl.huggingface.tokenizers.HuggingFaceTokenizer library) {
        this.name = name;
        this.library = library;
        this.addedSpecialTokens = encode("", true).length - encode("", false).length;
    }

    /// Reads a `tokenizer.json`.
    ///
    /// @param name what messages call it
    public static HuggingFaceTokenizer load(String name, Path file) {
        try (ByteArrayInputStream json = new ByteArrayInputStream(Files.readAllBytes(file))) {
            // Files may ask for truncation (512 tokens by default) or padding, which would falsify counts.
            Map<String, String> options = Map.of("truncation", "false", "padding", "false");
            return new HuggingFaceTokenizer(
                    name, ai.djl.huggingface.tokenizers.HuggingFaceTokenizer.newInstance(json, options));
        } catch (IOException e) {
            throw new TokenizerException(name, "cannot read " + file + " (" + e.getMessage() + ")");
        } catch (RuntimeException | LinkageError e) {
            throw new TokenizerException(name, "cannot use " + file + " (" + firstLine(e) + ")");
        }
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public int[] encode(String text, boolean addSpecialTokens) {
        long[] ids = ids(text, addSpecialTokens);
        int[] result = new int[ids.length];
        for (int i = 0; i < ids.length; i++) {
            result[i] = Math.toIntExact(ids[i]);
        }
        return result;
    }

    @Override
    public int count(String text) {
        return ids(text, false).length;
    }

    /// The ids alone. The library's own `encode` also brings every token's text and place over from native code,
    /// which takes longer than the tokenizing.
    private long[] ids(String text, boolean addSpecialTokens) {
        long encoding = TokenizersLibrary.LIB.encode(library.getHandle(), text, addSpecialTokens);
        try {
            return TokenizersLibrary.LIB.getTokenIds(encoding);
        } finally {
            TokenizersLibrary.LIB.deleteEncoding(encoding);
        }
    }

    @Override
    public String decode(int[] ids, boolean skipSpecialTokens) {
        long[] wide = new long[ids.length];
        for (int i = 0; i < ids.length; i++) {
            wide[i] = ids[i];
        }
        return library.decode(wide, skipSpecialTokens);
    }

    @Override
    public int addedSpecialTokens() {
        return addedSpecialTokens;
    }

    private static void setUnlessPresent(String property) {
        if (System.getProperty(property) == null) {
            System.setProperty(property, "true");
        }
    }

    private static String firstLine(Throwable problem) {
        String message = String.valueOf(problem.getMessage());
        int end = message.indexOf('\n');
        return end < 0 ? message : message.substring(0, end);
    }
}
