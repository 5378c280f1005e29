// The way on which a search came to its answer.
GuideLLM.searchCharts = (() => {
    'use strict';

    const {data, charts, colour, format} = GuideLLM;
    const VERDICTS = [
        ['Passed', 'good', probe => probe.passed && probe.resolved],
        ['Passed, unresolved', 'good-pale', probe => probe.passed && !probe.resolved],
        ['Failed', 'bad', probe => !probe.passed && probe.resolved],
        ['Failed, unresolved', 'bad-pale', probe => !probe.passed && !probe.resolved]
    ];

    function load(probe) {
        return probe.streams ?? probe.rate ?? null;
    }

    function unit(probes) {
        return probes.some(probe => probe.streams !== undefined) ? 'Concurrent requests' : 'Requests/s';
    }

    function verdicts(probes, value) {
        return VERDICTS.map(([label, tone, holds]) => ({
            label, style: 'points', colour: colour(tone), values: probes.map(probe => (holds(probe) ? value(probe) : null))
        })).filter(each => each.values.some(found => found !== null));
    }

    function path(probes) {
        return {
            x: {label: 'Probe', values: probes.map((_, i) => i + 1), whole: true,
                min: 0.5, max: probes.length + 0.5},
            y: {label: unit(probes), format: format.tick},
            series: [{label: 'Load', style: 'line', colour: colour('muted'), width: 1, values: probes.map(load)},
                ...verdicts(probes, load)]
        };
    }

    function attainment(probes) {
        const ordered = [...probes].sort((a, b) => load(a) - load(b));
        const target = data.target_attainment;
        const loads = ordered.map(load);
        const pad = (loads.at(-1) - loads[0]) * 0.05 || 1;
        return {
            x: {label: unit(probes), values: loads, min: Math.max(0, loads[0] - pad), max: loads.at(-1) + pad},
            y: {label: 'Attainment', zero: false, max: 1.02, tick: format.shareTick, format: format.percent},
            series: verdicts(ordered, probe => probe.attainment).map(each => ({
                ...each,
                low: ordered.map((probe, i) => (each.values[i] === null ? null : probe.attainment_lower)),
                high: ordered.map((probe, i) => (each.values[i] === null ? null : probe.attainment_upper))
            })),
            lines: target ? [{y: target, label: 'target ' + format.percent(target)}] : undefined
        };
    }

    function knee(conclusion) {
        const measured = data.levels.filter(level => level.configured_concurrency !== null)
            .sort((a, b) => a.configured_concurrency - b.configured_concurrency);
        const found = conclusion.final?.throughput?.knee ?? null;
        return {
            x: {label: 'Concurrent requests', values: measured.map(level => level.configured_concurrency), min: 0},
            y: {label: 'Output tokens/s'},
            series: [{label: 'Output tokens/s', style: 'line', colour: colour('series-1'), values: measured.map(level => level.output_tps)}],
            lines: found === null ? undefined : [{x: found, label: 'knee ' + format.figure(found)}]
        };
    }

    function start() {
        for (const conclusion of data.conclusions) {
            if (conclusion.probes?.length > 0) {
                charts.add('search-path', () => path(conclusion.probes));
                charts.add('search-attainment', () => attainment(conclusion.probes));
            } else if (conclusion.kind === 'knee_detection') {
                charts.add('knee', () => knee(conclusion));
            }
        }
    }

    return {start};
})();
