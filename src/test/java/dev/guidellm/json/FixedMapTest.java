package dev.guidellm.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class FixedMapTest {
    @Test
    void keepsTheOrderAndTheLastValueOfAKey() {
        FixedMap.Builder<String, Integer> builder = FixedMap.builder();
        for (int i = 0; i < 20; i++) {
            builder.put("k" + (19 - i), i);
        }
        FixedMap<String, Integer> map = builder.put("k19", 100).build();
        assertThat(map).hasSize(20).containsEntry("k19", 100).containsEntry("k0", 19);
        assertThat(map.keySet().iterator().next()).isEqualTo("k19");
        assertThat(map.get("k20")).isNull();
        assertThat(map.containsKey("k20")).isFalse();
        assertThat(map.getOrDefault("k20", 7)).isEqualTo(7);
        Map<String, Integer> same = new LinkedHashMap<>(map);
        assertThat(map).isEqualTo(same).hasSameHashCodeAs(same);
        assertThat(same).isEqualTo(map);
        Map<String, Integer> visited = new LinkedHashMap<>();
        map.forEach(visited::put);
        assertThat(visited).containsExactlyEntriesOf(same);
    }

    @Test
    void cannotBeChanged() {
        FixedMap<String, String> map = FixedMap.of("a", "b");
        assertThatThrownBy(() -> map.put("a", "c")).isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> map.remove("a")).isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> map.entrySet().clear()).isInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    void isCopiedOnlyWhenAValueChanges() {
        FixedMap<String, List<String>> map = FixedMap.of("a", List.of("b"));
        assertThat(FixedMap.copyOf(map, List::copyOf)).isSameAs(map);
        assertThat(FixedMap.copyOf(map, list -> List.of(list.getFirst() + "!")))
                .isNotSameAs(map)
                .containsEntry("a", List.of("b!"));
        assertThat(map).containsEntry("a", List.of("b"));
        assertThat(FixedMap.copyOf(new LinkedHashMap<>(map), UnaryOperator.identity()))
                .isEqualTo(map);
    }
}
