package dev.guidellm.health;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Readings of made-up machines.
class MachineFilesTest {
    @TempDir
    Path root;

    private MachineFiles files() {
        return new MachineFiles(root.resolve("proc"), root.resolve("cgroup"));
    }

    private void write(String path, String text) throws IOException {
        Path file = root.resolve(path);
        Files.createDirectories(Objects.requireNonNull(file.getParent()));
        Files.writeString(file, text);
    }

    private static BitSet cores(int... numbers) {
        BitSet cores = new BitSet();
        for (int number : numbers) {
            cores.set(number);
        }
        return cores;
    }

    @Test
    void whereThereAreNoFilesNothingIsKnown() {
        assertThat(files().allowedCores()).isNull();
        assertThat(files().ticks(null)).isNull();
        assertThat(files().quota()).isEqualTo(new MachineFiles.Quota(null, null));
        assertThat(files().ports()).isNull();
    }

    @Test
    void readsWhichCoresAreAllowed() throws IOException {
        write("proc/self/status", "Name:\tjava\nCpus_allowed:\t0000000f\nCpus_allowed_list:\t1-3,8\n");
        assertThat(files().allowedCores()).isEqualTo(cores(1, 2, 3, 8));
    }

    @Test
    void countsTheTicksOfTheAllowedCoresOnly() throws IOException {
        write("proc/stat", """
                cpu  300 30 60 500 20 3 7 10 99 0
                cpu0 100 10 20 200 10 1 2 5 99 0
                cpu1 200 20 40 300 10 2 5 5 0 0
                intr 1 2 3
                """);
        assertThat(files().ticks(cores(0))).isEqualTo(new MachineFiles.Ticks(348, 138, 5));
        assertThat(files().ticks(null)).isEqualTo(new MachineFiles.Ticks(930, 410, 10));
        // a container that shows fewer cores than the affinity names
        assertThat(files().ticks(cores(0, 7))).isEqualTo(new MachineFiles.Ticks(930, 410, 10));
    }

    @Test
    void theTightestQuotaOfVersionTwoCounts() throws IOException {
        write("proc/self/cgroup", "0::/pod/main\n");
        write("cgroup/pod/main/cpu.max", "max 100000\n");
        write("cgroup/pod/main/cpu.stat", "usage_usec 5\nnr_throttled 1\nthrottled_usec 10\n");
        write("cgroup/pod/cpu.max", "150000 100000\n");
        write("cgroup/pod/cpu.stat", "throttled_usec 2500\n");
        assertThat(files().quota()).isEqualTo(new MachineFiles.Quota(1.5, 2_500_000L));
    }

    @Test
    void theLimitsAreThoseOfAffinityAndQuotaTogether() throws IOException {
        write("proc/self/status", "Cpus_allowed_list:\t0-3\n");
        MachineLimits open = MachineLimits.read(files());
        assertThat(open.allowedCores()).isEqualTo(4);
        assertThat(open.quotaCores()).isNull();
        assertThat(open.cores()).isEqualTo(4);
        assertThat(open.ports()).isNull();
        write("proc/self/cgroup", "0::/\n");
        write("cgroup/cpu.max", "250000 100000\n");
        assertThat(MachineLimits.read(files()).cores()).isEqualTo(2.5);
    }

    @Test
    void readsVersionOneToo() throws IOException {
        write("proc/self/cgroup", "4:memory:/x\n3:cpu,cpuacct:/docker/1\n0::/\n");
        write("cgroup/cpu/cpu.cfs_quota_us", "50000\n");
        write("cgroup/cpu/cpu.cfs_period_us", "100000\n");
        write("cgroup/cpu/cpu.stat", "nr_periods 1\nthrottled_time 77\n");
        assertThat(files().quota()).isEqualTo(new MachineFiles.Quota(0.5, 77L));
        write("cgroup/cpu/cpu.cfs_quota_us", "-1\n");
        assertThat(files().quota().cores()).isNull();
    }

    @Test
    void countsPortsOfConnectionsWithinTheRange() throws IOException {
        write("proc/sys/net/ipv4/ip_local_port_range", "32768\t60999\n");
        write("proc/net/tcp", """
                  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
                   0: 0100007F:8001 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 49 1
                   1: 0100007F:8002 0100007F:1F90 01 00000000:00000000 00:00000000 00000000     0        0 50 1
                   2: 0100007F:1F90 0100007F:8002 01 00000000:00000000 00:00000000 00000000     0        0 51 1
                   3: 0100007F:8003 0100007F:1F90 06 00000000:00000000 03:00000000 00000000     0        0 0 3
                """);
        write("proc/net/tcp6", """
                  sl  local_address                         remote_address                        st tx_queue
                   0: 00000000000000000000000001000000:8003 00000000000000000000000001000000:1F90 01 00000000:00000000
                   1: 00000000000000000000000001000000:8004 00000000000000000000000001000000:1F90 01 00000000:00000000
                """);
        assertThat(files().ports()).isEqualTo(new Allowance(3, 28_232));
    }
}
