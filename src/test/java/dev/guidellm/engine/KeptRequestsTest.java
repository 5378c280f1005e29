package dev.guidellm.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guidellm.conversation.Columns;
import dev.guidellm.conversation.GenerationRequest;
import dev.guidellm.conversation.TurnType;
import dev.guidellm.conversation.UsageMetrics;
import dev.guidellm.json.JsonValue;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

@NullMarked
class KeptRequestsTest {
    private int made;

    /// A request whose text of 100 characters is made when it is asked for.
    private final GenerationRequest unmade =
            new GenerationRequest(TurnType.STANDARD, Map.of(), UsageMetrics.NONE, UsageMetrics.NONE, known -> {
                made++;
                return new GenerationRequest(
                        known.turnType(),
                        Map.of(Columns.TEXT, List.of(JsonValue.of("x".repeat(100)))),
                        known.inputMetrics(),
                        known.outputMetrics());
            });

    @Test
    void whatIsKeptIsMadeOnce() {
        KeptRequests.Shelf shelf = new KeptRequests(1_000).shelf(2);
        GenerationRequest first = shelf.whole(0, unmade);
        assertThat(shelf.whole(0, unmade)).isSameAs(first);
        assertThat(first.column(Columns.TEXT)).hasSize(1);
        assertThat(shelf.whole(1, unmade)).isNotSameAs(first);
        assertThat(made).isEqualTo(2);
    }

    @Test
    void withoutRoomItIsMadeAnew() {
        KeptRequests.Shelf shelf = new KeptRequests(150).shelf(2);
        for (int i = 0; i < 3; i++) {
            assertThat(shelf.whole(0, unmade).column(Columns.TEXT)).hasSize(1);
            assertThat(shelf.whole(1, unmade).column(Columns.TEXT)).hasSize(1);
        }
        assertThat(made).isEqualTo(1 + 3);
    }

    @Test
    void aConversationThatIsOverGivesItsRoomBackAndTakesNoMore() {
        KeptRequests kept = new KeptRequests(100);
        KeptRequests.Shelf first = kept.shelf(1);
        KeptRequests.Shelf second = kept.shelf(1);
        first.whole(0, unmade);
        second.whole(0, unmade);
        first.close();
        first.whole(0, unmade);
        made = 0;
        second.whole(0, unmade);
        second.whole(0, unmade);
        assertThat(made).isEqualTo(1);
    }
}
