package dev.guidellm.data;

import dev.guidellm.Samples;
import dev.guidellm.conversation.ConversationGraph;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/// Making up a conversation with prompts of an exact number of tokens (gpt2). Per conversation.
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 2, time = 1)
@Measurement(iterations = 3, time = 1)
public class ConversationsBenchmark {
    /// Tokens of a prompt.
    @Param({"64", "256"})
    public int promptTokens;

    /// Turns of a conversation.
    @Param({"1", "3"})
    public int turns;

    private ConversationIterator conversations;

    /// Opens the data.
    @Setup
    public void open() {
        conversations = Samples.conversations(promptTokens, turns);
    }

    /// Closes it.
    @TearDown
    public void close() {
        conversations.close();
    }

    /// The next conversation.
    @Benchmark
    public ConversationGraph next() {
        return conversations.next();
    }
}
