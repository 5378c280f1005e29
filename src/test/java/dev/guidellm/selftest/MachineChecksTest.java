package dev.guidellm.selftest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guidellm.health.Allowance;
import dev.guidellm.health.DelaySummary;
import dev.guidellm.health.MachineLimits;
import dev.guidellm.selftest.Finding.Level;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class MachineChecksTest {
    private static final MachineLimits LIMITS =
            new MachineLimits(4, null, new Allowance(100, 65_536), new Allowance(30, 28_232));
    private static final TimeKeeping TIME =
            new TimeKeeping(25, 20, new DelaySummary(300, 0.01, 0.008, 0.02, 0.09, 0.2, 0.3));

    private static MachineState machine(MachineLimits limits) {
        return new MachineState(limits, "tsc", List.of("tsc", "hpet"), Set.of("performance"), Set.of("x"), TIME);
    }

    private static Finding found(MachineState machine, String check) {
        return MachineChecks.of(machine).stream()
                .filter(finding -> finding.check().equals(check))
                .findFirst()
                .orElseThrow();
    }

    private static void doubts(MachineState machine, String check, String remedy) {
        Finding finding = found(machine, check);
        assertThat(finding.level()).as(finding.text()).isEqualTo(Level.DOUBTFUL);
        assertThat(finding.remedy()).contains(remedy);
    }

    @Test
    void aGoodMachineHasNothingToMend() {
        assertThat(MachineChecks.of(machine(LIMITS))).hasSize(7).allSatisfy(finding -> {
            assertThat(finding.level()).as(finding.text()).isEqualTo(Level.FINE);
            assertThat(finding.remedy()).isNull();
        });
    }

    @Test
    void aMachineThatTellsNothingIsNotBlamed() {
        MachineState machine = new MachineState(
                new MachineLimits(2, null, null, null),
                null,
                List.of(),
                Set.of(),
                Set.of(),
                new TimeKeeping(25, 20, DelaySummary.NONE));
        assertThat(MachineChecks.of(machine))
                .allSatisfy(finding -> assertThat(finding.level()).isEqualTo(Level.FINE));
        assertThat(machine.connectionsLeft()).isNull();
    }

    private static MachineState descriptors(long used, long limit) {
        return machine(new MachineLimits(4, null, new Allowance(used, limit), LIMITS.ports()));
    }

    @Test
    void fewDescriptorsAreDoubtfulAndVeryFewHopeless() {
        doubts(descriptors(100, 4_195), "file descriptors", "ulimit -n 65536");
        assertThat(found(descriptors(99, 4_195), "file descriptors").level()).isEqualTo(Level.FINE);
        assertThat(found(descriptors(60, 255), "file descriptors").level()).isEqualTo(Level.HOPELESS);
        assertThat(found(descriptors(60, 256), "file descriptors").level()).isEqualTo(Level.DOUBTFUL);
        assertThat(descriptors(100, 1_024).connectionsLeft()).isEqualTo(1_024 - 100 - 64);
        assertThat(descriptors(200, 210).connectionsLeft()).isZero();
    }

    private static MachineState ports(long used, long limit) {
        return machine(new MachineLimits(4, null, LIMITS.descriptors(), new Allowance(used, limit)));
    }

    @Test
    void portsThatOthersUseCount() {
        doubts(ports(20_000, 28_232), "local ports", "net.ipv4.ip_local_port_range");
        assertThat(found(ports(28_000, 28_232), "local ports").level()).isEqualTo(Level.HOPELESS);
        assertThat(ports(20_000, 28_232).connectionsLeft()).isEqualTo(8_232);
    }

    private static MachineState clock(String source, List<String> possible, TimeKeeping time) {
        return new MachineState(LIMITS, source, possible, Set.of(), Set.of(), time);
    }

    @Test
    void aSlowClockSourceNamesTheBetterOne() {
        doubts(clock("hpet", List.of("hpet", "tsc"), TIME), "clock source", "echo tsc | sudo tee /sys/devices/");
        doubts(clock("acpi_pm", List.of("acpi_pm"), TIME), "clock source", "boot with tsc=reliable");
        assertThat(found(clock("arch_sys_counter", List.of(), TIME), "clock source")
                        .level())
                .isEqualTo(Level.FINE);
    }

    @Test
    void aClockThatIsDearOrCoarseIsDoubtful() {
        DelaySummary wakes = TIME.wakeLateness();
        doubts(clock("tsc", List.of(), new TimeKeeping(900, 100, wakes)), "clock", "clocksource");
        doubts(clock("tsc", List.of(), new TimeKeeping(25, 1_000_000, wakes)), "clock", "clocksource");
        DelaySummary late = new DelaySummary(300, 1, 0.06, 2, 4, 5, 9);
        doubts(clock("tsc", List.of(), new TimeKeeping(25, 20, late)), "waking up", "top");
    }

    private static MachineState governor(String governor, String driver) {
        return new MachineState(LIMITS, "tsc", List.of(), Set.of(governor), Set.of(driver), TIME);
    }

    @Test
    void powersaveIsDoubtfulOnlyWhereItMeansSlow() {
        doubts(governor("powersave", "acpi-cpufreq"), "CPU governor", "cpupower frequency-set -g performance");
        doubts(governor("ondemand", "acpi-cpufreq"), "CPU governor", "cpupower");
        assertThat(found(governor("powersave", "intel_pstate"), "CPU governor").level())
                .isEqualTo(Level.FINE);
        assertThat(found(governor("schedutil", "amd-pstate"), "CPU governor").level())
                .isEqualTo(Level.FINE);
    }

    private static MachineState cores(int allowed, @Nullable Double quota) {
        return machine(new MachineLimits(allowed, quota, LIMITS.descriptors(), LIMITS.ports()));
    }

    @Test
    void aQuotaBelowTheCoresIsDoubtful() {
        doubts(cores(8, 1.5), "cores", "docker update --cpus=0 --cpuset-cpus=0-1");
        assertThat(found(cores(8, 1.5), "cores").text()).startsWith("the container's quota is 1.5 cores of 8 cores");
        assertThat(found(cores(4, 4.0), "cores").level()).isEqualTo(Level.FINE);
        doubts(cores(1, null), "cores", "two cores or more");
    }
}
