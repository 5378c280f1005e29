package dev.guidellm.platform;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guidellm.platform.ConnectionDescriptors.Limits;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

@NullMarked
class ConnectionDescriptorsTest {

    @Test
    void aPartOfTheLimitStaysForOthers() {
        assertThat(ConnectionDescriptors.of(new Limits(56, 256)).connectionsLeft())
                .isEqualTo(256 - 56 - 64);
        assertThat(ConnectionDescriptors.of(new Limits(100, 20_000)).connectionsLeft())
                .isEqualTo(20_000 - 100 - 128);
        assertThat(ConnectionDescriptors.of(new Limits(60, 64)).connectionsLeft())
                .isZero();
        assertThat(ConnectionDescriptors.of(new Limits(0, Long.MAX_VALUE)).connectionsLeft())
                .isGreaterThan(Integer.MAX_VALUE);
    }

    @Test
    void aConnectionToAServerHereTakesTwo() {
        ConnectionDescriptors descriptors = ConnectionDescriptors.of(new Limits(0, 8)); // 6 of them for connections
        descriptors.serverStarted();
        assertThat(descriptors.connectionsLeft()).isEqualTo(3);
        int first = descriptors.take();
        assertThat(first).isEqualTo(2);
        assertThat(descriptors.take()).isEqualTo(2);
        assertThat(descriptors.take()).isEqualTo(2);
        assertThat(descriptors.take()).isZero();
        assertThat(descriptors.refused()).isEqualTo(1);
        descriptors.serverEnded();
        descriptors.giveBack(first);
        assertThat(descriptors.connectionsLeft()).isEqualTo(2);
        assertThat(descriptors.take()).isEqualTo(1);
    }

    @Test
    void thisProcessHasALimit() {
        assertThat(ConnectionDescriptors.OF_PROCESS.limit()).isPositive();
        assertThat(ConnectionDescriptors.OF_PROCESS.usable()).isPositive();
    }
}
