// Bars by category: side by side, or on top of each other.
GuideLLM.bars = (() => {
    'use strict';

    const {colour} = GuideLLM;
    const GROUP_WIDTH = 0.8;

    function placed(offset, width) {
        return uPlot.paths.bars({
            disp: {
                x0: {unit: 1, values: plot => plot.data[0].map(x => x + offset)},
                size: {unit: 1, values: () => [width]}
            }
        });
    }

    /**
     * Side by side: `series` are {label, values, low?, high?, colour?}, one value for each name.
     */
    function grouped(label, names, y, series) {
        const width = Math.min(GROUP_WIDTH / series.length, 0.35);
        const start = -width * series.length / 2;
        return {
            x: {label, names, values: names.map((_, i) => i)},
            y,
            series: series.map((each, i) => ({
                style: 'bar', colour: colour('series-' + (i + 1)), ...each,
                paths: placed(start + i * width, width * 0.94),
                positions: names.map((_, at) => at + start + (i + 0.47) * width)
            }))
        };
    }

    /** On top of each other, the first series at the bottom. */
    function stacked(label, names, y, series) {
        const sums = names.map(() => 0);
        const made = series.map((each, i) => ({
            style: 'bar', colour: colour('series-' + (i + 1)), ...each,
            drawn: names.map((_, at) => (sums[at] += each.values[at] ?? 0)),
            paths: placed(-0.3, 0.6)
        }));
        // the tallest first, so that those below stay visible
        return {x: {label, names, values: names.map((_, i) => i)}, y, series: made.reverse()};
    }

    return {grouped, stacked};
})();
