// Brings the page to life.
(() => {
    'use strict';

    const {levels, charts, tables} = GuideLLM;
    const root = document.documentElement;
    const button = document.getElementById('theme');
    const systemIsDark = matchMedia('(prefers-color-scheme: dark)');

    function isDark() {
        return root.dataset.theme ? root.dataset.theme === 'dark' : systemIsDark.matches;
    }

    function showTheme() {
        button.setAttribute('aria-pressed', String(isDark()));
        charts.redrawAll();
    }

    root.classList.add('scripted');
    document.querySelectorAll('.table').forEach(tables.enhance);
    levels.show();
    for (const part of ['summaryCharts', 'searchCharts', 'loadCharts', 'latencyCharts', 'timeCharts', 'objectives', 'turnCharts']) {
        if (GuideLLM.data.levels.length > 0) {
            GuideLLM[part].start();
        }
    }

    button.addEventListener('click', () => {
        root.dataset.theme = isDark() ? 'light' : 'dark';
        showTheme();
    });
    systemIsDark.addEventListener('change', showTheme);
    button.setAttribute('aria-pressed', String(isDark()));

    // paper is white whatever the screen is
    let before;
    addEventListener('beforeprint', () => {
        before = root.dataset.theme;
        root.dataset.theme = 'light';
        charts.redrawAll();
    });
    addEventListener('afterprint', () => {
        if (before) {
            root.dataset.theme = before;
        } else {
            delete root.dataset.theme;
        }
        charts.redrawAll();
    });

    // charts get their size a moment later
    setTimeout(() => {
        levels.follow();
        root.dataset.ready = 'true';
        performance.mark('report-ready');
    });
})();
