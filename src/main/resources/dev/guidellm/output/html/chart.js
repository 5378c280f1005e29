// Draws a chart into its figure by uPlot, from a description:
//   x: {label, values, names?, whole?, log?, min?, max?}   names make the axis one of categories 0, 1, 2 …
//   y, y2?: {label, log?, zero?, min?, max?, format?}
//   series: [{label, values, style: line|steps|points|bar, colour, axis?, low?, high?, dash?, width?, shown?}]
//   shades?, lines?: see marks.js; note?: shown below; sync?: charts with the same word share their cursor
// What is drawn can be read from the figure element: its property `chart` holds that description and, as `drawn`, the
// columns that the library was given. It is null where there is nothing to draw.
GuideLLM.charts = (() => {
    'use strict';

    const {element, colour, format, marks} = GuideLLM;
    const FONT = '12px system-ui, sans-serif';
    const FEW_POINTS = 80;
    const WHOLE_STEPS = [1, 2, 5].flatMap(each => [each, each * 10, each * 100, each * 1000, each * 10000]).sort((a, b) => a - b);
    const entries = new Map();

    /** Names the function that describes a figure's chart, and draws it. No figure, no chart. */
    function add(id, describe) {
        const figure = document.getElementById('chart-' + id);
        if (!figure) {
            return;
        }
        const host = element('div', {class: 'plot'});
        const details = element('details', {class: 'chart-data'}, element('summary', {}, 'Data as table'));
        figure.append(host, details);
        const entry = {figure, host, details, describe, plot: null};
        details.addEventListener('toggle', () => fillTable(entry));
        host.addEventListener('keydown', event => moveCursor(entry, event));
        entries.set(id, entry);
        new ResizeObserver(() => {
            if (entry.width !== undefined && Math.abs(host.clientWidth - entry.width) > 1) {
                draw(entry);
            }
        }).observe(host);
        draw(entry);
    }

    function redraw(id) {
        if (entries.has(id)) {
            draw(entries.get(id));
        }
    }

    function redrawAll() {
        entries.forEach(draw);
    }

    function draw(entry) {
        entry.plot?.destroy();
        entry.plot = null;
        const chart = entry.describe();
        const {figure, host} = entry;
        host.replaceChildren();
        entry.width = host.clientWidth;
        const empty = !chart || !chart.series.some(each => each.values.some(value => value !== null));
        figure.chart = empty ? null : chart;
        entry.details.hidden = empty;
        for (const name of ['tabindex', 'role', 'aria-label']) {
            host.removeAttribute(name);
        }
        if (empty) {
            host.append(element('p', {class: 'empty'}, chart?.empty ?? 'Not measured.'));
            return;
        }
        entry.plot = new uPlot(options(chart, entry.width), columns(chart), host);
        chart.drawn = entry.plot.data;
        describeForReaders(entry, chart);
        if (chart.note) {
            host.append(element('p', {class: 'hint'}, chart.note));
        }
        entry.details.querySelector('.table')?.remove();
        fillTable(entry);
    }

    function columns(chart) {
        return [chart.x.values, ...chart.series.map(each => each.drawn ?? each.values)];
    }

    function options(chart, width) {
        const narrow = width < 480;
        const hooks = {drawClear: [], draw: []};
        if (chart.shades) {
            hooks.drawClear.push(marks.shades(chart.shades));
        }
        if (chart.lines) {
            hooks.draw.push(marks.lines(chart.lines));
        }
        hooks.draw.push(marks.intervals(chart.series));
        const scales = {x: xScale(chart), y: yScale(chart, 'y')};
        const axes = [xAxis(chart, width), yAxis(chart.y, 'y', 3)];
        if (chart.y2) {
            scales.y2 = yScale(chart, 'y2');
            axes.push(yAxis(chart.y2, 'y2', 1));
        }
        return {
            width, height: narrow ? 260 : 320, scales, axes, hooks,
            series: [{label: chart.x.label, value: (_, value) => xText(chart, value)}, ...chart.series.map(each => line(chart, each))],
            cursor: {drag: {x: true, y: false}, sync: chart.sync ? {key: chart.sync} : undefined, points: {size: 7}},
            legend: {live: true}
        };
    }

    function xText(chart, value) {
        if (value === null || value === undefined) {
            return format.NONE;
        }
        return chart.x.names ? chart.x.names[value] ?? format.NONE : format.tick(Number(value.toPrecision(4)));
    }

    function line(chart, each) {
        const show = (chart[each.axis ?? 'y'] ?? chart.y).format ?? format.figure;
        const common = {
            label: each.label, scale: each.axis ?? 'y', stroke: each.colour, width: each.width ?? 2, dash: each.dash,
            show: each.shown ?? true, spanGaps: true,
            value: (_, value, __, index) => show(each.drawn && index !== null ? each.values[index] : value)
        };
        const dots = {show: true, size: each.style === 'points' ? 6 : 5, fill: each.colour, stroke: each.colour};
        switch (each.style) {
            case 'bar':
                return {...common, width: 0, fill: each.colour, points: {show: false}, paths: each.paths};
            case 'points':
                return {...common, paths: () => null, points: dots};
            case 'steps':
                return {...common, paths: uPlot.paths.stepped({align: 1}), points: {show: false}};
            default:
                return {...common, points: each.values.length <= FEW_POINTS ? dots : {show: false}};
        }
    }

    function xScale(chart) {
        const {x} = chart;
        if (x.names) {
            // few categories get room at the sides, so that bars do not become slabs
            const room = 0.5 + Math.max(0, 4 - x.names.length) / 3;
            return {time: false, range: () => [-room, x.names.length - 1 + room]};
        }
        const range = (_, min, max) => {
            if (min === null || min === undefined) {
                return [0, 1];
            }
            if (x.log) {
                return [min / 1.05, max * 1.05];
            }
            return [x.min ?? min, Math.max(x.max ?? max, (x.min ?? min) + 1e-9)];
        };
        return {time: false, distr: x.log ? 3 : 1, range};
    }

    function yScale(chart, key) {
        const axis = chart[key];
        const bounds = chart.series.filter(each => (each.axis ?? 'y') === key && each.low)
            .flatMap(each => [...each.low, ...each.high]).concat(key === 'y' ? (chart.lines ?? []).map(line => line.y) : [])
            .filter(value => value !== null && value !== undefined && (!axis.log || value > 0));
        const range = (_, min, max) => {
            if (min === null || min === undefined) {
                return [axis.min ?? 0, axis.max ?? 1];
            }
            const least = Math.min(min, ...bounds);
            const low = axis.zero === false || axis.log ? least : Math.min(0, least);
            const high = Math.max(max, ...bounds);
            if (axis.log) {
                return [low / 1.1, high * 1.1];
            }
            const pad = (high - low) * 0.08 || Math.abs(high) * 0.1 || 1;
            return [axis.min ?? (axis.zero === false ? low - pad : low), axis.max ?? high + pad];
        };
        return {distr: axis.log ? 3 : 1, range};
    }

    /** Ticks of a logarithmic axis: 1, 2, 5 of each decade, or even steps where it spans less than one. */
    function logTicks(min, max) {
        if (max / min < 8) {
            const rough = (max - min) / 5;
            const decade = 10 ** Math.floor(Math.log10(rough));
            const step = [1, 2, 5, 10].map(each => each * decade).find(each => each >= rough);
            const ticks = [];
            for (let at = Math.ceil(min / step) * step; at <= max; at += step) {
                ticks.push(at);
            }
            return ticks;
        }
        const parts = max / min > 2000 ? [1] : [1, 2, 5];
        const ticks = [];
        for (let power = Math.floor(Math.log10(min)); power <= Math.ceil(Math.log10(max)); power++) {
            ticks.push(...parts.map(each => each * 10 ** power).filter(each => each >= min && each <= max));
        }
        return ticks;
    }

    function axis(label, log, show) {
        const grid = {stroke: colour('grid'), width: 1};
        const made = {
            label, labelFont: FONT, font: FONT, labelSize: 22, labelGap: 4, stroke: colour('muted'), grid,
            ticks: {...grid, size: 5}, values: (_, splits) => splits.map(show)
        };
        if (log) {
            made.splits = (_, __, min, max) => logTicks(min, max);
            made.filter = (_, splits) => splits;
        }
        return made;
    }

    function textWidth(text) {
        const context = textWidth.context ??= document.createElement('canvas').getContext('2d');
        context.font = FONT;
        return context.measureText(text).width;
    }

    function xAxis(chart, width) {
        const {x} = chart;
        if (!x.names) {
            return {...axis(x.label, x.log, format.tick), size: 30, ...(x.whole ? {incrs: WHOLE_STEPS} : {})};
        }
        const widest = Math.max(...x.names.map(textWidth));
        const room = (width - 70) / x.names.length;
        const turned = widest + 8 > room;
        const every = Math.ceil(14 / room);
        const made = axis(x.label, false, at => (at % every === 0 ? x.names[at] ?? '' : ''));
        made.splits = () => x.names.map((_, i) => i);
        made.grid = {show: false};
        made.size = turned ? Math.min(150, widest * 0.72 + 26) : 30;
        made.rotate = turned ? 45 : 0;
        return made;
    }

    function yAxis(described, scale, side) {
        const made = axis(described.label, described.log, described.tick ?? format.tick);
        made.scale = scale;
        made.side = side;
        made.size = (plot, values, index, cycle) => cycle > 1
            ? plot.axes[index]._size
            : Math.ceil(Math.max(0, ...(values ?? []).map(textWidth)) + 12);
        if (scale === 'y2') {
            made.grid = {show: false};
        }
        return made;
    }

    function title(entry) {
        return entry.figure.querySelector('figcaption').textContent;
    }

    function describeForReaders(entry, chart) {
        const name = title(entry);
        const names = chart.series.map(each => each.label).join(', ');
        const canvas = entry.host.querySelector('canvas');
        canvas.setAttribute('role', 'img');
        canvas.setAttribute('aria-label', name + ': ' + names + ' by ' + chart.x.label + '. The data follows as a table.');
        entry.host.setAttribute('tabindex', '0');
        entry.host.setAttribute('role', 'group');
        entry.host.setAttribute('aria-label', name + ', arrow keys read its points');
        entry.host.append(element('p', {class: 'offscreen', 'aria-live': 'polite'}));
        for (const label of entry.host.querySelectorAll('.u-series:not(:first-child) .u-label')) {
            label.setAttribute('role', 'button');
            label.setAttribute('tabindex', '0');
            label.title = 'Show or hide';
            label.addEventListener('keydown', event => {
                if (event.key === 'Enter' || event.key === ' ') {
                    event.preventDefault();
                    label.click();
                }
            });
        }
    }

    function moveCursor(entry, event) {
        const {plot} = entry;
        const last = plot ? plot.data[0].length - 1 : -1;
        const at = plot?.cursor.idx ?? -1;
        const to = {ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: last}[event.key];
        if (event.target !== entry.host || last < 0 || to === undefined) {
            return;
        }
        event.preventDefault();
        const index = Math.min(last, Math.max(0, to));
        plot.setCursor({left: plot.valToPos(plot.data[0][index], 'x'), top: plot.over.clientHeight / 2});
        const chart = entry.figure.chart;
        entry.host.querySelector('[aria-live]').textContent = [chart.x.label + ' ' + xText(chart, chart.x.values[index]),
            ...chart.series.map(each => each.label + ' ' + format.figure(each.values[index]))].join('; ');
    }

    function fillTable(entry) {
        const chart = entry.figure.chart;
        if (!entry.details.open || !chart || entry.details.querySelector('.table')) {
            return;
        }
        const heads = [chart.x.label];
        const parts = [];
        for (const each of chart.series) {
            heads.push(each.label);
            parts.push(each.values);
            if (each.low) {
                heads.push(each.label + ', lower', each.label + ', upper');
                parts.push(each.low, each.high);
            }
        }
        const rows = chart.x.values.map((x, i) => [chart.x.names ? chart.x.names[x] : x, ...parts.map(values => values[i] ?? null)]);
        entry.details.append(GuideLLM.tables.build(title(entry) + ', data of the chart', heads, rows));
    }

    function controls(id) {
        const figure = document.getElementById('chart-' + id);
        let bar = figure?.querySelector('.chart-controls');
        if (figure && !bar) {
            bar = element('div', {class: 'chart-controls'});
            figure.querySelector('figcaption').after(bar);
        }
        return bar;
    }

    /** A choice above a chart that redraws it; gives a function that tells the chosen value. */
    function choice(id, label, values, chosen) {
        const select = element('select', {}, ...values.map(([value, text]) => element('option', {value}, text)));
        select.value = chosen;
        select.addEventListener('change', () => redraw(id));
        controls(id)?.append(element('label', {}, label + ' ', select));
        return () => select.value;
    }

    /** A switch above a chart that redraws it; gives a function that tells whether it is on. */
    function toggle(id, label, on) {
        const box = element('input', {type: 'checkbox'});
        box.checked = on;
        box.addEventListener('change', () => redraw(id));
        controls(id)?.append(element('label', {}, box, ' ' + label));
        return () => box.checked;
    }

    return {add, redraw, redrawAll, choice, toggle};
})();
