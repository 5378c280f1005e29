package dev.guidellm.health;

import java.util.Locale;

/// Figures in sentences.
public final class Words {
    private Words() {}

    /// A share of 0 to 1 in percent.
    public static String share(double share) {
        double percent = share * 100;
        return percent >= 10 || percent == 0
                ? Math.round(percent) + " %"
                : String.format(Locale.ROOT, percent >= 1 ? "%.1f %%" : "%.2f %%", percent);
    }

    /// A time in milliseconds.
    public static String millis(double millis) {
        return millis >= 10
                ? String.format(Locale.ROOT, "%,d ms", Math.round(millis))
                : String.format(Locale.ROOT, millis >= 1 ? "%.1f ms" : "%.2f ms", millis);
    }

    /// A whole number, its thousands set apart.
    public static String count(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    /// A number of cores, which may be a fraction.
    public static String cores(double cores) {
        if (cores == Math.rint(cores)) {
            return (long) cores + (cores == 1 ? " core" : " cores");
        }
        return String.format(Locale.ROOT, "%.1f cores", cores);
    }
}
