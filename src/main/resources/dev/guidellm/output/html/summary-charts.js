// Charts of the summary: latencies by benchmark, outcomes, components of the picked level's latency.
GuideLLM.summaryCharts = (() => {
    'use strict';

    const {data, charts, bars, levels, colour, format} = GuideLLM;
    const names = data.levels.map(level => level.label);
    const RUN = 'Run';

    /** A percentile of a latency of each level: values and bounds. */
    function percentiles(id, key) {
        const at = place => data.levels.map(level => level.latency[id]?.[key]?.[place] ?? null);
        return {values: at(0), low: at(1), high: at(2)};
    }

    function tails(id, prefix) {
        return [['p95', 'P95'], ['p99', 'P99']].map(([key, name]) => ({label: prefix + name, ...percentiles(id, key)}));
    }

    function outcomes() {
        const kinds = [['successful', 'Successful', 'good'], ['incomplete', 'Incomplete', 'neutral'], ['errored', 'Errored', 'bad']];
        const total = level => kinds.reduce((sum, [key]) => sum + (level[key] ?? 0), 0);
        return bars.stacked(RUN, names, {label: 'Share of requests', max: 1, tick: format.percent, format: format.percent},
            kinds.map(([key, label, tone]) => ({
                label, colour: colour(tone),
                values: data.levels.map(level => (total(level) ? (level[key] ?? 0) / total(level) : null))
            })));
    }

    function components() {
        const latency = levels.current().latency;
        const shown = [['ttft', 'TTFT'], ['ttfot', 'TTFOT'], ['itl', 'ITL'], ['tpot', 'TPOT']]
            .filter(([id]) => latency[id] && (id !== 'ttfot' || differs(latency)));
        const series = [['p95', 'P95'], ['p99', 'P99']].map(([key, label]) => ({
            label,
            values: shown.map(([id]) => latency[id][key][0]),
            low: shown.map(([id]) => latency[id][key][1]),
            high: shown.map(([id]) => latency[id][key][2])
        }));
        return {...bars.grouped('Component', shown.map(([, name]) => name), {label: 'ms'}, series),
            empty: 'No latency was measured.', note: levels.current().label};
    }

    /** Whether the first output token came clearly later than the first token, as after reasoning. */
    function differs(latency) {
        return latency.ttft && latency.ttfot && ['p95', 'p99'].some(key => {
            const [first, output] = [latency.ttft[key][0], latency.ttfot[key][0]];
            return Math.abs(output - first) > Math.max(0.5, Math.abs(first) * 0.01);
        });
    }

    function start() {
        charts.add('latency-by-level', () => bars.grouped(RUN, names, {label: 'ms'}, tails('e2e', 'E2E ')));
        charts.add('outcomes', outcomes);
        charts.add('components', components);
        levels.onChange(() => charts.redraw('components'));
    }

    return {start, tails, percentiles, names, differs, RUN};
})();
