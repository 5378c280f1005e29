// Throughput: its price in latency, its parts, and how much of it comes from each unit of load.
GuideLLM.loadCharts = (() => {
    'use strict';

    const {data, charts, bars, colour, intendedLoad} = GuideLLM;
    const {tails, percentiles, names, differs, RUN} = GuideLLM.summaryCharts;
    const LOADS = [['request_rate', 'Requests/s'], ['output_tps', 'Output tokens/s'], ['total_tps', 'Total tokens/s'],
        ['concurrency', 'Requests in flight (mean)']];
    const LATENCIES = [['ttft', 'TTFT'], ['itl', 'ITL'], ['tpot', 'TPOT'], ['e2e', 'Request latency']];
    const STATISTICS = [['mean', 'Mean'], ['p50', 'Median'], ['p95', 'P95'], ['p99', 'P99']];

    function tradeOff() {
        const load = charts.choice('throughput-latency', 'Load', LOADS, 'request_rate');
        const latency = charts.choice('throughput-latency', 'Latency', LATENCIES, 'e2e');
        const log = charts.toggle('throughput-latency', 'Logarithmic latency', false);
        charts.add('throughput-latency', () => {
            const order = data.levels.map((_, i) => i).filter(i => data.levels[i][load()] !== null && data.levels[i].latency[latency()])
                .sort((a, b) => data.levels[a][load()] - data.levels[b][load()] || intendedLoad(a) - intendedLoad(b));
            const [, unit] = LOADS.find(([key]) => key === load());
            const [, name] = LATENCIES.find(([key]) => key === latency());
            const xs = order.map(i => data.levels[i][load()]);
            const series = STATISTICS.map(([key, label], i) => {
                const all = percentiles(latency(), key);
                const pick = values => order.map(at => values[at]);
                return {label, style: 'line', colour: colour('series-' + (i + 1)),
                    values: pick(all.values), low: pick(all.low), high: pick(all.high)};
            });
            const pad = (Math.max(...xs) - Math.min(...xs)) * 0.04 || Math.max(...xs) * 0.1 || 1;
            return {
                x: {label: unit, values: xs, min: Math.max(0, Math.min(...xs) - pad), max: Math.max(...xs) + pad},
                y: {label: name + ' (ms)', log: log()}, series,
                note: 'From left to right: ' + order.map(i => data.levels[i].label).join(', ') + '.'
            };
        });
    }

    function tokenRates() {
        const of = key => data.levels.map(level => level[key]);
        if (data.levels.length === 1) {
            const level = data.levels[0];
            return bars.grouped('Rate', ['Requests/s', 'Input tok/s', 'Output tok/s', 'Total tok/s'], {label: 'per second'},
                [{label: level.label, values: [level.request_rate, level.input_tps, level.output_tps, level.total_tps]}]);
        }
        return bars.stacked(RUN, names, {label: 'Tokens/s'},
            [{label: 'Input', values: of('input_tps')}, {label: 'Output', values: of('output_tps')}]);
    }

    function efficiency() {
        const per = key => data.levels.map(level =>
            (level.total_tps !== null && level[key] ? level.total_tps / level[key] : null));
        return {...bars.grouped(RUN, names, {label: 'Tokens'}, [
            {label: 'Tokens/s per stream', values: per('configured_concurrency')},
            {label: 'Tokens per intended request', values: per('configured_rate')}
        ].filter(each => each.values.some(value => value !== null))),
        empty: 'The load that was asked for is neither a number of streams nor a rate.'};
    }

    function start() {
        tradeOff();
        charts.add('token-rates', tokenRates);
        charts.add('first-token', () => bars.grouped(RUN, names, {label: 'ms'},
            [...tails('ttft', 'TTFT '), ...(data.levels.some(level => differs(level.latency)) ? tails('ttfot', 'TTFOT ') : [])]));
        charts.add('generation', () => bars.grouped(RUN, names, {label: 'ms per token'},
            [...tails('itl', 'ITL '), ...tails('tpot', 'TPOT ')]));
        charts.add('efficiency', efficiency);
    }

    return {start};
})();
