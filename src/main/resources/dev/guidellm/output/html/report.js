// The namespace of the page's scripts: the report's data, and small things that all of them use.
const GuideLLM = (() => {
    'use strict';

    const data = JSON.parse(document.getElementById('report-data').textContent);

    /** An element with attributes and children; text only ever becomes text. */
    function element(tag, attributes, ...children) {
        const made = document.createElement(tag);
        for (const [name, value] of Object.entries(attributes ?? {})) {
            if (value !== null && value !== undefined) {
                made.setAttribute(name, value);
            }
        }
        made.append(...children);
        return made;
    }

    /** A colour of the style sheet, as it is in the theme that is shown now. */
    function colour(name) {
        return getComputedStyle(document.documentElement).getPropertyValue('--' + name).trim();
    }

    function mixed(from, to, share) {
        const parts = hex => [1, 3, 5].map(at => parseInt(hex.slice(at, at + 2), 16));
        const [a, b] = [parts(from), parts(to)];
        return 'rgb(' + a.map((each, i) => Math.round(each + (b[i] - each) * share)).join(',') + ')';
    }

    /** The load that was asked for; levels without one have that of their place. */
    function intendedLoad(index) {
        const level = data.levels[index];
        return level.configured_concurrency ?? level.configured_rate ?? index;
    }

    /** The colour of a level among all: from light load to heavy load. */
    function levelColour(index) {
        const ramp = ['ramp-1', 'ramp-2', 'ramp-3'].map(colour);
        const order = data.levels.map((_, i) => i).sort((a, b) => intendedLoad(a) - intendedLoad(b));
        const share = data.levels.length < 2 ? 0 : order.indexOf(index) / (data.levels.length - 1);
        return share <= 0.5 ? mixed(ramp[0], ramp[1], share * 2) : mixed(ramp[1], ramp[2], share * 2 - 1);
    }

    return {data, element, colour, intendedLoad, levelColour};
})();
