package dev.guidellm.json;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;

/// Numbers as text.
public final class NumberText {
    /// No number needs more bytes.
    static final int LONGEST = 32;

    private static final int MOMENT_FRACTION_BITS = 22;
    private static final long MOMENT_FRACTION = (1L << MOMENT_FRACTION_BITS) - 1;
    private static final double MOMENTS_FROM = 1L << 30;
    private static final double MOMENTS_TO = 1L << 31;
    private static final long MICRO = 1_000_000;
    private static final long TENTH_OF_MICRO = 10_000_000;

    private NumberText() {}

    /// The shortest text that reads back as the same `double`, written as Python writes it: `1.0`, `0.1`, `1e-05`,
    /// `1e+16`, `-0.0`.
    ///
    /// The exponent form is used below 1e-4 and from 1e16 on. Not finite: `inf`, `-inf`, `nan`; JSON has no such
    /// numbers, so [JsonWriter] writes `null` for them, while [YamlWriter] writes `.inf`, `-.inf` and `.nan`.
    public static String of(double value) {
        if (Double.isNaN(value)) {
            return "nan";
        }
        if (Double.isInfinite(value)) {
            return value > 0 ? "inf" : "-inf";
        }
        byte[] text = new byte[LONGEST];
        return new String(text, 0, write(value, text, 0), StandardCharsets.ISO_8859_1);
    }

    /// `value` with a fixed number of decimals, rounded from its exact binary value, ties to even, as Python's
    /// `format(value, '.1f')` does. Not finite: as [#of].
    public static String fixed(double value, int decimals) {
        if (!Double.isFinite(value)) {
            return of(value);
        }
        return new BigDecimal(value).setScale(decimals, RoundingMode.HALF_EVEN).toPlainString();
    }

    /// Writes a finite number as [#of] does; there must be room for [#LONGEST] bytes. Answers where it ends.
    static int write(double value, byte[] to, int from) {
        int at = from;
        double size = Math.abs(value);
        if (value < 0 || (value == 0 && 1 / value < 0)) {
            to[at++] = '-';
        }
        if (size < 1e15 && size == (long) size) {
            at = write((long) size, to, at);
            to[at++] = '.';
            to[at++] = '0';
            return at;
        }
        if (size >= MOMENTS_FROM && size < MOMENTS_TO) {
            int end = writeMoment(size, to, at);
            if (end > 0) {
                return end;
            }
        }
        return writeShortest(size, to, at);
    }

    /// Writes a whole number; there must be room for [#LONGEST] bytes. Answers where it ends.
    static int write(long value, byte[] to, int from) {
        int at = from;
        long rest = value;
        if (value < 0) {
            to[at++] = '-';
        } else {
            rest = -value; // the negative side holds the smallest number too
        }
        int end = at + 1;
        for (long left = rest / 10; left != 0; left /= 10) {
            end++;
        }
        for (int i = end - 1; i >= at; i--) {
            to[i] = (byte) ('0' - rest % 10);
            rest /= 10;
        }
        return end;
    }

    /// A moment of our time in seconds since 1970, of which a report holds about twenty per request. Between 2^30 and
    /// 2^31 the doubles are 2^-22 apart, so at most one number of six decimals reads back as `value`; where none
    /// does, the nearest of seven decimals is the shortest text. Answers 0 where two are equally near.
    private static int writeMoment(double value, byte[] to, int from) {
        long bits = (Double.doubleToRawLongBits(value) & ((1L << 52) - 1)) | (1L << 52);
        long fraction = bits & MOMENT_FRACTION;
        int decimals = 6;
        long scaled = fraction * MICRO;
        long digits = rounded(scaled);
        // half the distance of two doubles, in units of 2^-22 microseconds
        if (Math.abs((digits << MOMENT_FRACTION_BITS) - scaled) >= MICRO / 2) {
            decimals = 7;
            scaled = fraction * TENTH_OF_MICRO;
            digits = rounded(scaled);
            if ((scaled & MOMENT_FRACTION) == (MOMENT_FRACTION + 1) / 2) {
                return 0;
            }
        }
        while (digits % 10 == 0) {
            digits /= 10;
            decimals--;
        }
        int point = write(bits >>> MOMENT_FRACTION_BITS, to, from);
        to[point] = '.';
        for (int i = point + decimals; i > point; i--) {
            to[i] = (byte) ('0' + digits % 10);
            digits /= 10;
        }
        return point + 1 + decimals;
    }

    private static long rounded(long scaled) {
        return (scaled + (MOMENT_FRACTION + 1) / 2) >> MOMENT_FRACTION_BITS;
    }

    private static int writeShortest(double value, byte[] to, int from) {
        String text = Double.toString(value);
        int e = text.indexOf('E');
        if (e < 0) {
            return copy(text, 0, text.length(), to, from);
        }
        int exponent = Integer.parseInt(text, e + 1, text.length(), 10);
        String digits = text.charAt(0) + (text.charAt(2) == '0' && e == 3 ? "" : text.substring(2, e));
        if (digits.length() == 2 && value < Double.MIN_NORMAL) {
            // Java never goes below two digits (4.9E-324), Python does (5e-324)
            BigDecimal oneDigit = new BigDecimal(text).round(new MathContext(1, RoundingMode.HALF_EVEN));
            if (oneDigit.doubleValue() == value) {
                digits = oneDigit.unscaledValue().toString();
                exponent = digits.length() - 1 - oneDigit.scale();
                digits = digits.substring(0, 1);
            }
        }
        return exponent < -4 || exponent >= 16
                ? scientific(digits, exponent, to, from)
                : positional(digits, exponent, to, from);
    }

    private static int scientific(String digits, int exponent, byte[] to, int from) {
        int at = from;
        to[at++] = (byte) digits.charAt(0);
        if (digits.length() > 1) {
            to[at++] = '.';
            at = copy(digits, 1, digits.length(), to, at);
        }
        to[at++] = 'e';
        to[at++] = (byte) (exponent < 0 ? '-' : '+');
        int size = Math.abs(exponent);
        if (size < 10) {
            to[at++] = '0';
        }
        return write(size, to, at);
    }

    private static int positional(String digits, int exponent, byte[] to, int from) {
        int at = from;
        if (exponent < 0) {
            to[at++] = '0';
            to[at++] = '.';
            for (int i = exponent + 1; i < 0; i++) {
                to[at++] = '0';
            }
            return copy(digits, 0, digits.length(), to, at);
        }
        int whole = exponent + 1;
        at = copy(digits, 0, Math.min(whole, digits.length()), to, at);
        for (int i = digits.length(); i < whole; i++) {
            to[at++] = '0';
        }
        to[at++] = '.';
        if (digits.length() <= whole) {
            to[at++] = '0';
            return at;
        }
        return copy(digits, whole, digits.length(), to, at);
    }

    @SuppressWarnings("deprecation") // which only warns of text that is not Latin-1
    private static int copy(String ascii, int from, int end, byte[] to, int at) {
        ascii.getBytes(from, end, to, at);
        return at + end - from;
    }
}
