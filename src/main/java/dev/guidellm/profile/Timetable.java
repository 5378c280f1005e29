package dev.guidellm.profile;

import dev.guidellm.config.ConfigException;
import dev.guidellm.config.ProfileConfig;
import dev.guidellm.json.JsonPath;
import dev.guidellm.json.JsonReader;
import dev.guidellm.json.JsonSyntaxException;
import dev.guidellm.json.JsonValue;
import dev.guidellm.schedule.ArrivalGaps;
import dev.guidellm.schedule.RateStage;
import dev.guidellm.schedule.SchedulingStrategy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Reads the file of `kind=timetable`: the rate over time, or each arrival.
///
/// CSV (`time,rate` or `time`, with or without a line of names) or JSON Lines with these members. Times are seconds
/// after the start. Empty lines and lines that begin with `#` are skipped.
final class Timetable {
    private final String file;
    private final List<Double> times = new ArrayList<>();
    private final List<Double> rates = new ArrayList<>();
    private boolean rowsSeen;

    private Timetable(String file) {
        this.file = file;
    }

    /// The strategy that a file describes.
    ///
    /// @param gaps how arrivals spread where the file says rates
    /// @throws ConfigException naming file and line
    static SchedulingStrategy read(ProfileConfig.Timetable config, ArrivalGaps gaps) {
        Timetable table = new Timetable(config.path());
        List<String> lines = table.lines();
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i).strip();
            if (!line.isEmpty() && !line.startsWith("#")) {
                table.row(line, i + 1);
            }
        }
        return table.strategy(config, gaps);
    }

    private List<String> lines() {
        try {
            return Files.readAllLines(Path.of(file));
        } catch (NoSuchFileException | InvalidPathException e) {
            throw problem("there is no such file");
        } catch (IOException e) {
            throw problem("it cannot be read as text: " + e.getMessage());
        }
    }

    private void row(String line, int number) {
        Double time;
        Double rate;
        if (line.startsWith("{")) {
            JsonValue object = json(line, number);
            time = JsonPath.number(object, "time");
            rate = JsonPath.number(object, "rate");
            if (time == null) {
                throw problem(number, "a number \"time\" is needed, in seconds");
            }
        } else {
            String[] cells = line.split(",", -1);
            boolean names = !rowsSeen && cells[0].strip().replace("\"", "").equalsIgnoreCase("time");
            rowsSeen = true;
            if (names) {
                return;
            }
            if (cells.length > 2) {
                throw problem(number, "time and rate are needed, not " + cells.length + " columns");
            }
            time = cell(cells[0], number);
            rate = cells.length == 2 ? cell(cells[1], number) : null;
        }
        rowsSeen = true;
        add(time, rate, number);
    }

    private void add(double time, @Nullable Double rate, int number) {
        if (!Double.isFinite(time) || time < 0 || (rate != null && !(Double.isFinite(rate) && rate >= 0))) {
            throw problem(number, "times and rates are numbers of at least 0");
        }
        if (!times.isEmpty() && (rate != null) != !rates.isEmpty()) {
            throw problem(number, "either every line has a rate or none");
        }
        boolean ascending = times.isEmpty() || (rate == null ? time >= times.getLast() : time > times.getLast());
        if (!ascending) {
            throw problem(number, "times must ascend: " + time + " follows " + times.getLast());
        }
        times.add(time);
        if (rate != null) {
            rates.add(rate);
        }
    }

    private SchedulingStrategy strategy(ProfileConfig.Timetable config, ArrivalGaps gaps) {
        if (times.isEmpty()) {
            throw problem("it has no lines with a time");
        }
        if (rates.isEmpty()) {
            return new SchedulingStrategy.Recorded(times, config.maxConcurrency());
        }
        List<RateStage> stages = new ArrayList<>();
        if (times.getFirst() > 0) {
            stages.add(RateStage.steady(0, times.getFirst()));
        }
        for (int i = 0; i + 1 < times.size(); i++) {
            double seconds = times.get(i + 1) - times.get(i);
            stages.add(
                    switch (config.between()) {
                        case STEP -> RateStage.steady(rates.get(i), seconds);
                        case LINEAR ->
                            new RateStage(rates.get(i), rates.get(i + 1), seconds, seconds, RateStage.Curve.LINEAR);
                    });
        }
        if (stages.stream().allMatch(stage -> stage.from() == 0 && stage.rate() == 0)) {
            throw problem("no rate above 0 lasts: each holds until the next line's time, and the last line ends the"
                    + " table");
        }
        return new SchedulingStrategy.Stages(stages, gaps, config.maxConcurrency());
    }

    private JsonValue json(String line, int number) {
        try {
            return JsonReader.read(line);
        } catch (JsonSyntaxException e) {
            throw problem(number, "not a JSON object: " + e.getMessage());
        }
    }

    private double cell(String text, int number) {
        try {
            return Double.parseDouble(text.strip());
        } catch (NumberFormatException e) {
            throw problem(number, "'" + text.strip() + "' is no number");
        }
    }

    private ConfigException problem(int line, String what) {
        return new ConfigException("profile.path", file + " line " + line + ": " + what);
    }

    private ConfigException problem(String what) {
        return new ConfigException("profile.path", file + ": " + what);
    }
}
