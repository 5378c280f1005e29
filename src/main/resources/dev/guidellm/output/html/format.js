// Numbers as the page shows them; the tables' figures were written by the same rules.
GuideLLM.format = (() => {
    'use strict';

    const NONE = '—';

    /** Without decimals from 100 on, with one from 10 on, else with two. */
    function figure(value) {
        if (value === null || value === undefined || !Number.isFinite(value)) {
            return NONE;
        }
        const size = Math.abs(value);
        return value.toFixed(size >= 100 ? 0 : size >= 10 ? 1 : 2);
    }

    function share(value) {
        return value === null || value === undefined ? NONE : (value * 100).toFixed(2) + '%';
    }

    function percent(value) {
        return value === null || value === undefined ? NONE : Number((value * 100).toFixed(1)) + '\u00a0%';
    }

    /** A number on an axis: no more digits than needed, thousands as k. */
    function tick(value) {
        if (value === null || value === undefined) {
            return '';
        }
        return Math.abs(value) >= 10000 ? Number((value / 1000).toPrecision(4)) + 'k' : String(Number(value.toPrecision(6)));
    }

    /** A share on an axis, which may reach beyond 100 %. */
    function shareTick(value) {
        return value > 1.0001 ? '' : percent(value);
    }

    return {NONE, figure, share, percent, tick, shareTick};
})();
