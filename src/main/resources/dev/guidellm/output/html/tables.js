// Tables that can be sorted by each column and copied as CSV.
GuideLLM.tables = (() => {
    'use strict';

    const {element} = GuideLLM;

    /** The text of a cell without its note. */
    function text(cell) {
        const note = cell.querySelector('small');
        return note ? cell.textContent.slice(0, -note.textContent.length).trim() : cell.textContent.trim();
    }

    function key(cell) {
        const value = cell.dataset.value;
        return value === undefined ? text(cell) : value === '' ? null : Number(value);
    }

    function compare(a, b) {
        if (a === null || b === null) {
            return a === b ? 0 : a === null ? 1 : -1; // what was not measured stands last
        }
        return typeof a === 'number' && typeof b === 'number' ? a - b : String(a).localeCompare(String(b), 'en', {numeric: true});
    }

    function sort(table, column, head) {
        const down = head.getAttribute('aria-sort') === 'ascending';
        const body = table.tBodies[0];
        const rows = [...body.rows].map(row => ({row, key: key(row.cells[column])}));
        rows.sort((a, b) => (a.key === null || b.key === null || !down ? 1 : -1) * compare(a.key, b.key));
        body.append(...rows.map(each => each.row));
        for (const other of table.tHead.rows[0].cells) {
            other.removeAttribute('aria-sort');
        }
        head.setAttribute('aria-sort', down ? 'descending' : 'ascending');
    }

    function quoted(value) {
        return /[",\n\r]/.test(value) ? '"' + value.replaceAll('"', '""') + '"' : value;
    }

    function csvCell(cell) {
        if (cell.dataset.value !== undefined) {
            return cell.dataset.value;
        }
        const note = cell.querySelector('small');
        const whole = note ? text(cell) + ' (' + note.textContent + ')' : text(cell);
        // a server's text must not become a formula in a spreadsheet
        return quoted(/^[=+\-@\t]/.test(whole) ? "'" + whole : whole);
    }

    /** The table as CSV, numbers with all their digits. */
    function csv(table) {
        const head = [...table.tHead.rows[0].cells].map(cell => quoted(cell.textContent.trim()));
        const rows = [...table.tBodies[0].rows].map(row => [...row.cells].map(csvCell).join(','));
        return [head.join(','), ...rows].join('\r\n') + '\r\n';
    }

    async function copy(button, table) {
        const content = csv(table);
        try {
            await navigator.clipboard.writeText(content);
        } catch {
            const area = element('textarea', {'aria-hidden': 'true', class: 'offscreen'});
            area.value = content;
            document.body.append(area);
            area.select();
            document.execCommand('copy');
            area.remove();
        }
        button.textContent = 'Copied';
        setTimeout(() => { button.textContent = 'Copy as CSV'; }, 1500);
    }

    /** Makes a table's heads sort it and gives it a button that copies it. */
    function enhance(block) {
        const table = block.querySelector('table');
        [...table.tHead.rows[0].cells].forEach((head, column) => {
            const button = element('button', {type: 'button', class: 'sort'}, head.textContent);
            button.addEventListener('click', () => sort(table, column, head));
            head.replaceChildren(button);
        });
        const button = element('button', {type: 'button', class: 'copy'}, 'Copy as CSV');
        button.addEventListener('click', () => copy(button, table));
        block.append(button);
    }

    function isNumber(cell) {
        const value = typeof cell === 'object' && cell !== null ? cell.value : cell;
        return typeof value === 'number' || value === null;
    }

    /** A new table; cells are numbers, texts, null, or `{text, value}` for a number that is shown otherwise. */
    function build(caption, heads, rows) {
        const body = rows.map(row => element('tr', {}, ...row.map((cell, column) => {
            const value = typeof cell === 'object' && cell !== null ? cell.value : cell;
            const number = isNumber(cell);
            return element(column === 0 ? 'th' : 'td', {
                scope: column === 0 ? 'row' : null,
                class: number && column > 0 ? 'number' : null,
                'data-value': number ? value ?? '' : null
            }, cell?.text ?? (number ? GuideLLM.format.figure(value) : value));
        })));
        const table = element('table', {},
            element('caption', {}, caption),
            element('thead', {}, element('tr', {}, ...heads.map((head, column) =>
                element('th', {scope: 'col', class: column > 0 && isNumber(rows[0]?.[column]) ? 'number' : null}, head)))),
            element('tbody', {}, ...body));
        const block = element('div', {class: 'table'},
            element('div', {class: 'scroll', tabindex: '0', role: 'region', 'aria-label': caption}, table));
        enhance(block);
        return block;
    }

    return {enhance, build, csv};
})();
