// Distribution functions of the latencies, one curve per level; errors by level.
GuideLLM.latencyCharts = (() => {
    'use strict';

    const {data, charts, bars, levels, colour, levelColour, format} = GuideLLM;
    const {names, RUN} = GuideLLM.summaryCharts;
    const NAMES = {ttft: 'TTFT', itl: 'ITL', e2e: 'Request latency'};

    /** Several curves with points of their own, on one axis. */
    function joined(curves) {
        const tables = uPlot.join(curves.map(each => [each.xs, each.ys]));
        return {xs: tables[0], columns: tables.slice(1).map(column => [...column].map(value => value ?? null))};
    }

    /** Points in ascending order without equal ones: the greatest share of each value. */
    function curve(distribution) {
        const xs = [];
        const ys = [];
        distribution.values.forEach((value, i) => {
            if (xs.length > 0 && xs[xs.length - 1] === value) {
                ys[ys.length - 1] = distribution.shares[i];
            } else {
                xs.push(value);
                ys.push(distribution.shares[i]);
            }
        });
        return {xs, ys};
    }

    function add(id) {
        const chart = 'distribution-' + id;
        if (!document.getElementById('chart-' + chart)) {
            return;
        }
        const log = charts.toggle(chart, 'Logarithmic latency', false);
        charts.add(chart, () => {
            const shown = data.levels.map((level, i) => ({level, i, distribution: level.distributions[id]})).filter(each => each.distribution);
            if (shown.length === 0) {
                return null;
            }
            const {xs, columns} = joined(shown.map(each => curve(each.distribution)));
            const pad = (xs[xs.length - 1] - xs[0]) * 0.02;
            return {
                x: {label: NAMES[id] + ' in ms', values: xs, log: log() && xs[0] > 0, min: xs[0] - pad, max: xs[xs.length - 1] + pad},
                y: {label: 'Share of requests', min: 0, max: 1, tick: format.percent, format: format.percent},
                series: shown.map((each, at) => ({
                    label: each.level.label, values: columns[at], colour: levelColour(each.i),
                    style: each.distribution.exact ? 'steps' : 'line',
                    width: each.i === levels.index() ? 3 : 1.5
                }))
            };
        });
        levels.onChange(() => charts.redraw(chart));
    }

    function start() {
        ['ttft', 'itl', 'e2e'].forEach(add);
        charts.add('errors', () => bars.grouped(RUN, names, {label: 'Requests', format: value => value ?? format.NONE},
            [{label: 'Errored', colour: colour('bad'), values: data.levels.map(level => level.errored)}]));
    }

    return {start};
})();
