// The picked level: which blocks are shown, what the address says, and who wants to know.
GuideLLM.levels = (() => {
    'use strict';

    const {data} = GuideLLM;
    const listeners = [];
    const picker = document.getElementById('level-picker');
    let picked = Math.max(0, data.peak);

    function current() {
        return data.levels[picked];
    }

    function index() {
        return picked;
    }

    /** Calls `listener` after each change of the level. */
    function onChange(listener) {
        listeners.push(listener);
    }

    function show() {
        for (const block of document.querySelectorAll('[data-level]')) {
            block.hidden = Number(block.dataset.level) !== picked;
        }
        for (const link of document.querySelectorAll('nav a')) {
            link.hash = '#' + sectionOf(link.hash) + suffix();
        }
        if (picker) {
            picker.value = String(picked);
        }
    }

    function suffix() {
        return data.levels.length > 1 ? '/' + (picked + 1) : '';
    }

    function sectionOf(hash) {
        return hash.slice(1).split('/')[0];
    }

    function pick(level) {
        if (level !== picked && data.levels[level]) {
            picked = level;
            show();
            listeners.forEach(listener => listener());
        }
    }

    /** The section in which the reader is. */
    function visibleSection() {
        const sections = [...document.querySelectorAll('main > section')];
        return sections.findLast(each => each.getBoundingClientRect().top < innerHeight / 3) ?? sections[0];
    }

    /** Follows an address such as `#slo/3`: the section's anchor and the number of a level, from 1. */
    function follow() {
        const [section, level] = location.hash.slice(1).split('/');
        if (level !== undefined) {
            pick(Number(level) - 1);
        }
        document.getElementById(section)?.scrollIntoView();
    }

    picker?.addEventListener('change', () => {
        const section = visibleSection();
        const before = section.getBoundingClientRect().top;
        pick(Number(picker.value));
        // charts get their size a moment later, and what is above may have become longer or shorter
        setTimeout(() => scrollBy(0, section.getBoundingClientRect().top - before));
        history.replaceState(null, '', '#' + section.id + suffix());
    });
    addEventListener('hashchange', follow);
    for (const link of document.querySelectorAll('nav a')) {
        // the same address again changes nothing, but its reader wants to go there
        link.addEventListener('click', () => setTimeout(follow));
    }

    return {current, index, onChange, show, follow};
})();
