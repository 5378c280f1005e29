package dev.guidellm.output.html;

import dev.guidellm.json.JsonPath;
import dev.guidellm.json.JsonValue;
import dev.guidellm.json.NumberText;
import dev.guidellm.output.html.Blocks.Cell;
import dev.guidellm.output.html.SessionLanes.Kind;
import dev.guidellm.output.html.SessionLanes.Lane;
import dev.guidellm.output.html.SessionLanes.Stretch;
import dev.guidellm.output.html.SessionLanes.Turn;
import dev.guidellm.report.BenchmarkReport;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// How far a replay was what had been recorded, and some of its sessions as lanes. The lanes are drawn here, so
/// they are there without scripts too.
final class ReplaySection implements Section {
    /// The width of a lane in its own units; the browser stretches it.
    private static final double WIDTH = 1000;

    private static final double HEIGHT = 16;

    /// So narrow may a stretch be and still be seen.
    private static final double NARROWEST = 1.5;

    @Override
    public String id() {
        return "replay";
    }

    @Override
    public String title() {
        return "Replay";
    }

    @Override
    public boolean isShown(Page page) {
        return page.levels().stream().anyMatch(level -> replay(level) != null);
    }

    @Override
    public void write(Page page, Markup out) {
        Blocks.paragraph(
                out,
                "How far the load was the recorded one. A lag is the client's; sessions grow longer, and more of them"
                        + " overlap, when the server is slower than the recorded one.");
        Blocks.eachLevel(page, out, level -> {
            JsonValue replay = replay(level);
            if (replay == null) {
                Blocks.paragraph(out, "This run replayed nothing.");
                return;
            }
            Blocks.table(
                    out,
                    "fidelity-" + level.index(),
                    "Fidelity of " + level.label(),
                    List.of("Figure", "Value"),
                    fidelity(replay));
            sessions(out, level, replay);
        });
    }

    private static @Nullable JsonValue replay(Level level) {
        JsonValue replay = level.result().get(BenchmarkReport.EXTENSION_KEY, "figures", "replay");
        return JsonPath.number(replay, "turns") == null ? null : replay;
    }

    private static List<List<Cell>> fidelity(JsonValue replay) {
        List<List<Cell>> rows = new ArrayList<>();
        for (String[] row : new String[][] {
            {"Lag of first turns, p50 (ms)", "lag_ms", "first_turns", "p50"},
            {"Lag of first turns, p99 (ms)", "lag_ms", "first_turns", "p99"},
            {"Lag of later turns, p50 (ms)", "lag_ms", "later_turns", "p50"},
            {"Lag of later turns, p99 (ms)", "lag_ms", "later_turns", "p99"},
            {"Behind the record, p50 (s)", "behind_record_s", "p50"},
            {"Sessions in flight as recorded, mean", "sessions_in_flight", "recorded", "mean"},
            {"Sessions in flight as intended, mean", "sessions_in_flight", "intended", "mean"},
            {"Sessions in flight as intended, most", "sessions_in_flight", "intended", "max"},
            {"Sessions in flight as achieved, mean", "sessions_in_flight", "achieved", "mean"},
            {"Sessions in flight as achieved, most", "sessions_in_flight", "achieved", "max"}
        }) {
            Double value = number(replay, row);
            boolean count = row[row.length - 1].equals("max");
            rows.add(List.of(Cell.text(row[0]), count ? Cell.whole(value) : Cell.figure(value)));
        }
        for (String[] row : new String[][] {
            {"Prompts of another size, as the server counts", "prompt_sizes", "deviating_share"},
            {"Prompts of another size, read again", "read_again", "size_deviating_share"},
            {"Prompts with other shared prefixes, read again", "read_again", "prefix_deviating_share"},
            {"Turns sent in another order", "order", "deviating_share"},
            {"Ideal prefix cache, the trace as recorded", "prefix_cache", "recorded", "hit_rate"},
            {"Ideal prefix cache, what was sent", "prefix_cache", "sent", "hit_rate"},
            {"Ideal prefix cache of the given size, as recorded", "prefix_cache", "recorded", "hit_rate_of_capacity"},
            {"Ideal prefix cache of the given size, what was sent", "prefix_cache", "sent", "hit_rate_of_capacity"},
            {"Prefix cache hits that the server reports", "prefix_cache", "measured", "hit_rate"}
        }) {
            rows.add(List.of(Cell.text(row[0]), Cell.share(number(replay, row))));
        }
        return rows;
    }

    /// @param row a name, then the keys
    private static @Nullable Double number(JsonValue replay, String[] row) {
        String[] keys = new String[row.length - 1];
        System.arraycopy(row, 1, keys, 0, keys.length);
        return JsonPath.number(replay, keys);
    }

    private static void sessions(Markup out, Level level, JsonValue replay) {
        List<SessionLanes> sessions = JsonPath.items(replay, "lanes").stream()
                .map(SessionLanes::of)
                .filter(session -> !session.lanes().isEmpty())
                .toList();
        if (sessions.isEmpty()) {
            return;
        }
        Blocks.paragraph(
                out,
                "Sessions that took longest, then some by chance. Each agent has a lane, more than one where its turns"
                        + " overlap; every session has a time axis of its own.");
        legend(out);
        for (int i = 0; i < sessions.size(); i++) {
            session(out, sessions.get(i), level.index() + "-" + i);
        }
    }

    private static void legend(Markup out) {
        out.open("ul", "class", "lane-legend");
        for (Kind kind : Kind.values()) {
            out.open("li").open("svg", "viewBox", "0 0 24 16", "width", "24", "height", "16", "aria-hidden", "true");
            rectangle(out, kind, 0, 24, null);
            out.close().text(kind.meaning()).close();
        }
        out.closeLine();
    }

    private static void session(Markup out, SessionLanes session, String id) {
        out.open("figure", "class", "session", "id", "session-" + id);
        out.element("figcaption", caption(session)).line();
        String before = "";
        for (Lane lane : session.lanes()) {
            out.open("div", "class", "lane");
            out.element("span", lane.agent().equals(before) ? "" : lane.agent(), "class", "lane-agent");
            lane(out, session, lane);
            out.closeLine();
            before = lane.agent();
        }
        axis(out, session);
        out.open("details", "class", "chart-data").element("summary", "Turns as table");
        Blocks.table(
                out,
                "session-turns-" + id,
                "Turns of session " + session.conversation() + ", seconds after its beginning",
                List.of("Turn", "Agent", "Waits for", "Due", "Sent", "First token", "Ended", "Outcome"),
                session.turns().stream().map(ReplaySection::row).toList());
        out.closeLine().closeLine();
    }

    private static String caption(SessionLanes session) {
        int turns = session.turns().size();
        String text = session.conversation() + ": " + turns + (turns == 1 ? " turn, " : " turns, ")
                + seconds(session.seconds()) + (session.slowest() ? ", among the longest" : ", by chance");
        if (session.agents() > 1) {
            text += "; " + session.agents() + " agents";
        }
        return session.turnsLeftOut() == 0 ? text : text + "; " + session.turnsLeftOut() + " later turns are not shown";
    }

    private static void lane(Markup out, SessionLanes session, Lane lane) {
        out.open(
                "svg",
                "class",
                "strip",
                "viewBox",
                "0 0 " + NumberText.fixed(WIDTH, 0) + " " + NumberText.fixed(HEIGHT, 0),
                "preserveAspectRatio",
                "none",
                "width",
                "100%",
                "height",
                NumberText.fixed(HEIGHT, 0),
                "role",
                "img",
                "aria-label",
                described(lane));
        for (Stretch stretch : lane.stretches()) {
            double scale = session.seconds() > 0 ? WIDTH / session.seconds() : 0;
            double width = Math.max(NARROWEST, (stretch.to() - stretch.from()) * scale);
            double x = Math.min(stretch.from() * scale, WIDTH - width);
            rectangle(out, stretch.kind(), x, width, title(stretch));
        }
        out.close();
    }

    /// Turns are as high as the lane; what is between them is lower, so that it is told apart without colours.
    private static void rectangle(Markup out, Kind kind, double x, double width, @Nullable String title) {
        double height = switch (kind) {
            case FIRST_TOKEN, ANSWER, FAILED -> HEIGHT - 2;
            case TOOL, SUBAGENTS -> HEIGHT / 2;
            case IDLE -> 2;
        };
        out.open(
                "rect",
                "class",
                kind.key(),
                "x",
                NumberText.fixed(x, 2),
                "y",
                NumberText.fixed((HEIGHT - height) / 2, 1),
                "width",
                NumberText.fixed(width, 2),
                "height",
                NumberText.fixed(height, 1));
        if (title != null) {
            out.element("title", title);
        }
        out.close();
    }

    private static String title(Stretch stretch) {
        Turn turn = stretch.turn();
        String time = seconds(stretch.from()) + " to " + seconds(stretch.to());
        return turn == null
                ? stretch.kind().meaning() + ", " + time
                : turn.node() + ": " + stretch.kind().meaning() + ", " + time;
    }

    private static String described(Lane lane) {
        int turns = lane.turns().size();
        StringBuilder text =
                new StringBuilder("Lane of agent " + lane.agent() + ": " + turns + (turns == 1 ? " turn" : " turns"));
        for (Kind kind : List.of(Kind.FAILED, Kind.TOOL, Kind.SUBAGENTS, Kind.IDLE)) {
            long count = lane.count(kind);
            if (count > 0) {
                text.append(", ")
                        .append(kind.meaning())
                        .append(" ")
                        .append(count)
                        .append(count == 1 ? " time" : " times");
            }
        }
        return text.toString();
    }

    private static void axis(Markup out, SessionLanes session) {
        out.open("div", "class", "lane lane-axis", "aria-hidden", "true").element("span", "");
        out.open("span", "class", "lane-times");
        for (double share : new double[] {0, 0.5, 1}) {
            out.element("span", seconds(share * session.seconds()));
        }
        out.close().closeLine();
    }

    private static List<Cell> row(Turn turn) {
        return List.of(
                Cell.text(turn.node()),
                Cell.text(turn.agent()),
                Cell.text(String.join(", ", turn.parents())),
                moment(turn.due()),
                moment(turn.sent()),
                moment(turn.firstToken()),
                moment(turn.ended()),
                Cell.text(turn.status() == null ? Figure.NONE : turn.status()));
    }

    private static Cell moment(double seconds) {
        return new Cell(Double.isNaN(seconds) ? Figure.NONE : NumberText.fixed(seconds, 3), seconds, "");
    }

    private static String seconds(double seconds) {
        return NumberText.fixed(seconds, seconds < 10 ? 2 : 1) + " s";
    }
}
