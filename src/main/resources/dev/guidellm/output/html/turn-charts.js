// Latency and prompt size by turn of the picked level's conversations.
GuideLLM.turnCharts = (() => {
    'use strict';

    const {data, charts, levels, colour} = GuideLLM;
    const GROUPS = [['all', 'All'], ['parent', 'Parent'], ['subagents', 'Subagents']];
    const LINES = [['e2e_p95', 'E2E P95'], ['e2e_p99', 'E2E P99'], ['ttft_p95', 'TTFT P95'], ['itl_p95', 'ITL P95']];

    function start() {
        if (!document.getElementById('chart-turns')) {
            return;
        }
        const grouped = data.levels.some(level => level.turns?.parent);
        const group = grouped ? charts.choice('turns', 'Agents', GROUPS, 'parent') : () => 'all';
        charts.add('turns', () => {
            const rows = levels.current().turns?.[group()] ?? levels.current().turns?.all;
            if (!rows || rows.length === 0) {
                return {series: [], empty: 'Every request of this level was a first turn.'};
            }
            const of = key => rows.map(row => row[key]);
            return {
                x: {label: 'Turn', values: of('turn'), min: rows[0].turn - 0.3, max: rows.at(-1).turn + 0.3, whole: true},
                y: {label: 'ms'}, y2: {label: 'Prompt tokens'},
                series: [...LINES.map(([key, label], i) => ({label, style: 'line', colour: colour('series-' + (i + 1)), values: of(key)})),
                    {label: 'Prompt median', style: 'line', axis: 'y2', dash: [6, 4], colour: colour('muted'), values: of('prompt_median')}],
                note: levels.current().label
            };
        });
        levels.onChange(() => charts.redraw('turns'));
    }

    return {start};
})();
