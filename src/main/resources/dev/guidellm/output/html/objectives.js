// Sliders for the objectives: counts anew which requests keep them.
GuideLLM.objectives = (() => {
    'use strict';

    const {data, element, format, charts, bars, tables, colour} = GuideLLM;
    const {names, RUN} = GuideLLM.summaryCharts;
    const NAMES = {ttft: 'Time to first token', itl: 'Time per output token', e2e: 'Request latency'};
    const axes = data.objectives.axes.map((axis, index) => ({...axis, index})).filter(axis => axis.limits.length > 0);
    const host = document.getElementById('objectives');
    let table = null;

    /** Wilson's score interval of a share. */
    function interval(successes, trials, z) {
        if (trials === 0) {
            return [null, null];
        }
        const p = successes / trials;
        const scale = 1 + z * z / trials;
        const centre = (p + z * z / (2 * trials)) / scale;
        const half = z * Math.sqrt(p * (1 - p) / trials + z * z / (4 * trials * trials)) / scale;
        return [Math.max(0, centre - half), Math.min(1, centre + half)];
    }

    /** The place of the chosen limit of each of the three latencies; null for no limit. */
    function chosen() {
        const places = data.objectives.axes.map(() => null);
        axes.filter(axis => axis.box.checked).forEach(axis => { places[axis.index] = Number(axis.slider.value); });
        return places;
    }

    /**
     * Of one level, how many requests keep the chosen limits and how many have a verdict. Cells hold, four numbers each,
     * the places of the least limits that their requests keep, -1 without a measurement, and how many these are.
     */
    function count(level, places) {
        const asked = places.map((place, i) => [i, place]).filter(([, place]) => place !== null);
        let conforming = 0;
        let determined = asked.length === 0 ? 0 : level.errored;
        for (let at = 0; asked.length > 0 && at < level.cells.length; at += 4) {
            if (asked.every(([i]) => level.cells[at + i] >= 0)) {
                determined += level.cells[at + 3];
                conforming += asked.every(([i, place]) => level.cells[at + i] <= place) ? level.cells[at + 3] : 0;
            }
        }
        return {conforming, determined, share: determined === 0 ? null : conforming / determined};
    }

    function results() {
        const places = chosen();
        return data.objectives.levels.map((level, i) => {
            const counted = count(level, places);
            return {...counted, interval: interval(counted.conforming, counted.determined, level.quantile)};
        });
    }

    function update() {
        for (const axis of axes) {
            const text = axis.box.checked ? axis.limits[axis.slider.value] + ' ms' : 'no limit';
            axis.slider.disabled = !axis.box.checked;
            axis.slider.setAttribute('aria-valuetext', text);
            axis.output.textContent = text;
        }
        charts.redraw('attainment');
        const share = value => ({text: format.share(value), value});
        const whole = value => ({text: String(value), value});
        const rows = results().map((each, i) => [names[i], share(each.share), share(each.interval[0]), share(each.interval[1]),
            whole(each.conforming), whole(each.determined), share(data.objectives.levels[i].reported),
            data.objectives.levels[i].complete ? 'all requests' : 'a sample']);
        const made = tables.build('Attainment of the chosen objectives',
            ['Run', 'Attainment', 'Interval from', 'Interval to', 'Conforming', 'Determined', 'As configured (report)', 'Counted from'], rows);
        made.id = 'chosen-attainment';
        table?.remove();
        table = made;
        document.getElementById('chart-attainment').after(made);
    }

    function chart() {
        const found = results();
        const target = data.target_attainment;
        return {
            ...bars.grouped(RUN, names, {label: 'Attainment', max: 1.02, tick: format.shareTick, format: format.percent}, [{
                label: 'Attainment', colour: colour('series-1'), values: found.map(each => each.share),
                low: found.map(each => each.interval[0]), high: found.map(each => each.interval[1])
            }]),
            lines: target ? [{y: target, label: 'target ' + format.percent(target)}] : undefined,
            empty: axes.some(axis => axis.box.checked) ? 'No request has a verdict.' : 'Switch on at least one objective.'
        };
    }

    /** Sets the configured limits; without any, the whole latency that 95 % of the first level's requests keep. */
    function reset() {
        const any = axes.some(axis => axis.configured !== null);
        for (const axis of axes) {
            const wanted = axis.configured ?? (any || axis.id !== 'e2e' ? null : data.levels[0].latency.e2e?.p95[0] ?? null);
            const place = wanted === null ? -1 : axis.limits.findIndex(limit => limit >= wanted);
            axis.box.checked = wanted !== null;
            axis.slider.value = place >= 0 ? place : axis.limits.length - 1;
        }
    }

    function start() {
        if (!host || axes.length === 0) {
            return;
        }
        for (const axis of axes) {
            axis.box = element('input', {type: 'checkbox', id: 'objective-on-' + axis.id});
            axis.slider = element('input', {type: 'range', min: 0, max: axis.limits.length - 1, step: 1,
                id: 'objective-' + axis.id, 'aria-label': NAMES[axis.id] + ', limit'});
            axis.output = element('output', {for: 'objective-' + axis.id});
            axis.box.addEventListener('change', update);
            axis.slider.addEventListener('input', update);
            host.append(element('div', {class: 'objective'},
                element('label', {}, axis.box, ' ' + NAMES[axis.id]), axis.slider, axis.output));
        }
        const configured = axes.some(axis => axis.configured !== null);
        const button = element('button', {type: 'button'}, configured ? 'As configured' : 'Start again');
        button.addEventListener('click', () => { reset(); update(); });
        host.append(button);
        reset();
        charts.add('attainment', chart);
        update();
    }

    return {start};
})();
