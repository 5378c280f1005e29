// What the chart library does not draw by itself: intervals, shaded stretches, lines with a name.
GuideLLM.marks = (() => {
    'use strict';

    const {colour} = GuideLLM;
    const CAP = 4;

    function clipped(plot, draw) {
        const {ctx, bbox} = plot;
        ctx.save();
        ctx.beginPath();
        ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
        ctx.clip();
        draw(ctx, bbox, devicePixelRatio);
        ctx.restore();
    }

    /** A vertical bar from `low` to `high` at each point that has an interval. */
    function intervals(series) {
        return plot => clipped(plot, (ctx, bbox, ratio) => {
            series.forEach((each, index) => {
                if (!each.low || !plot.series[index + 1].show) {
                    return;
                }
                ctx.strokeStyle = each.style === 'bar' ? colour('text') : each.colour;
                ctx.lineWidth = 1.5 * ratio;
                const positions = each.positions ?? plot.data[0];
                positions.forEach((at, i) => {
                    if (at === null || each.low[i] === null || each.low[i] === undefined) {
                        return;
                    }
                    const x = plot.valToPos(at, 'x', true);
                    const top = plot.valToPos(each.high[i], each.axis ?? 'y', true);
                    // a bound of 0 or less lies beyond the end of a logarithmic axis
                    const found = plot.valToPos(each.low[i], each.axis ?? 'y', true);
                    const bottom = Number.isFinite(found) ? found : bbox.top + bbox.height;
                    ctx.beginPath();
                    ctx.moveTo(x, top);
                    ctx.lineTo(x, bottom);
                    for (const y of [top, bottom]) {
                        ctx.moveTo(x - CAP * ratio, y);
                        ctx.lineTo(x + CAP * ratio, y);
                    }
                    ctx.stroke();
                });
            });
        });
    }

    /** Stretches of the horizontal axis that do not count. */
    function shades(stretches) {
        return plot => clipped(plot, (ctx, bbox) => {
            ctx.fillStyle = colour('shade');
            for (const [from, to] of stretches) {
                const left = plot.valToPos(from, 'x', true);
                ctx.fillRect(left, bbox.top, plot.valToPos(to, 'x', true) - left, bbox.height);
            }
        });
    }

    /** Lines across the chart, `{x | y, label}` each. */
    function lines(marked) {
        return plot => clipped(plot, (ctx, bbox, ratio) => {
            ctx.strokeStyle = ctx.fillStyle = colour('mark');
            ctx.lineWidth = ratio;
            ctx.setLineDash([6 * ratio, 4 * ratio]);
            ctx.font = 12 * ratio + 'px system-ui, sans-serif';
            ctx.textBaseline = 'bottom';
            for (const line of marked) {
                ctx.beginPath();
                if (line.x !== undefined) {
                    const x = plot.valToPos(line.x, 'x', true);
                    const right = x > bbox.left + bbox.width * 0.7;
                    ctx.moveTo(x, bbox.top);
                    ctx.lineTo(x, bbox.top + bbox.height);
                    ctx.textAlign = right ? 'right' : 'left';
                    ctx.fillText(line.label, x + (right ? -5 : 5) * ratio, bbox.top + 16 * ratio);
                } else {
                    const y = plot.valToPos(line.y, 'y', true);
                    ctx.moveTo(bbox.left, y);
                    ctx.lineTo(bbox.left + bbox.width, y);
                    ctx.textAlign = 'right';
                    ctx.fillText(line.label, bbox.left + bbox.width - 5 * ratio, y - 2 * ratio);
                }
                ctx.stroke();
            }
        });
    }

    return {intervals, shades, lines};
})();
