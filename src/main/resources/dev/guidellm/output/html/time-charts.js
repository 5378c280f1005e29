// What happened within the picked level, over its time.
GuideLLM.timeCharts = (() => {
    'use strict';

    const {charts, levels, colour, format} = GuideLLM;
    const SECONDS = 'Seconds since the first request';
    const LATENCIES = [['ttft', 'TTFT'], ['itl', 'ITL'], ['e2e', 'Request latency']];

    /** The axis, the same for all charts of a level, and the stretches outside of the measured window. */
    function frame(timeline) {
        const level = levels.current();
        const load = level.load_timeline;
        const ends = [...timeline.seconds, ...(load ? load.seconds : [])];
        const half = (load?.width ?? 0) / 2;
        const pad = (Math.max(...ends) - Math.min(0, ...ends)) * 0.01;
        const from = Math.min(0, ...ends) - pad;
        const to = Math.max(...ends) + half + pad;
        const [start, end] = level.window;
        const shades = [];
        if (start !== null && start > Math.min(0, ...ends)) {
            shades.push([from, start]);
        }
        if (end !== null && end < Math.max(...ends)) {
            shades.push([end, to]);
        }
        return {x: {label: SECONDS, values: timeline.seconds, min: from, max: to}, shades, sync: 'time'};
    }

    function widthNote(timeline) {
        const width = timeline.width < 1 ? format.figure(timeline.width * 1000) + ' ms' : format.figure(timeline.width) + ' s';
        return levels.current().label + '; each point stands for ' + width + '.';
    }

    function latencies(shown, log) {
        const timeline = levels.current().latency_timeline;
        if (!timeline || timeline.seconds.length === 0) {
            return {series: [], empty: 'No request of this level is listed in the report.'};
        }
        const [, name] = LATENCIES.find(([id]) => id === shown);
        const found = timeline[shown];
        const series = timeline.binned
            ? [{label: name + ' median', style: 'line', colour: colour('series-1'), values: found.median},
                {label: name + ' P95', style: 'line', colour: colour('series-2'), values: found.p95}]
            : [{label: name, style: 'points', colour: colour('series-1'), values: found.value}];
        return {...frame(timeline), y: {label: 'ms', log}, series,
            note: timeline.binned ? widthNote(timeline) : levels.current().label + '; each point is a successful request.'};
    }

    function load(series, y2) {
        const timeline = levels.current().load_timeline;
        if (!timeline) {
            return {series: [], empty: 'Not known: not every request of this level is listed in the report.'};
        }
        return {
            ...frame(timeline), y: {label: series[0].unit}, y2,
            series: series.map((each, i) => ({...each, style: 'line', colour: each.colour ?? colour('series-' + (i + 1)),
                values: timeline[each.key]})),
            note: widthNote(timeline)
        };
    }

    function start() {
        const shown = charts.choice('latency-time', 'Latency', LATENCIES, 'e2e');
        const log = charts.toggle('latency-time', 'Logarithmic latency', false);
        charts.add('latency-time', () => latencies(shown(), log()));
        charts.add('concurrency-time', () => load([
            {key: 'in_flight', label: 'In flight', unit: 'Requests in flight'},
            {key: 'requests_per_second', label: 'Successful requests/s', axis: 'y2'},
            {key: 'errors_per_second', label: 'Failed requests/s', axis: 'y2', colour: colour('bad')}
        ], {label: 'Requests/s'}));
        charts.add('tokens-time', () => load([
            {key: 'output_tokens_per_second', label: 'Output tokens/s', unit: 'Tokens/s'},
            {key: 'input_tokens_per_second', label: 'Input tokens/s'}
        ]));
        levels.onChange(() => ['latency-time', 'concurrency-time', 'tokens-time'].forEach(charts.redraw));
    }

    return {start};
})();
