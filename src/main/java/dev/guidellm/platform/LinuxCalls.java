package dev.guidellm.platform;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.invoke.MethodHandle;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Functions of the C library on Linux, called through the foreign function API.
public final class LinuxCalls {
    private LinuxCalls() {}

    /// The function of that name; null on other systems, where it does not exist, and where native access is not
    /// allowed (which is asked beforehand, so that the JVM has nothing to warn of).
    ///
    /// @param shape of its arguments and its result
    @SuppressWarnings("restricted")
    public static @Nullable MethodHandle find(String name, FunctionDescriptor shape, Linker.Option... options) {
        boolean linux =
                System.getProperty("os.name", "").toLowerCase(Locale.ROOT).equals("linux");
        if (!linux || !LinuxCalls.class.getModule().isNativeAccessEnabled()) {
            return null;
        }
        try {
            Linker linker = Linker.nativeLinker();
            return linker.defaultLookup()
                    .find(name)
                    .map(address -> linker.downcallHandle(address, shape, options))
                    .orElse(null);
        } catch (RuntimeException | LinkageError _) {
            return null;
        }
    }
}
