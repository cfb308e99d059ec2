/** The head of the table of results, in Markdown. */
export const tableHead = [
  '| row | work | against | ratio | budget | goal | held | ours | theirs |',
  '|---|---|---|---|---|---|---|---|---|',
].join('\n')

/** A row's line of the table. */
export function resultLine({ name, work, against, budget, goal, unit = 'ms' }, result) {
  const cells =
    'ratio' in result ? measuredCells(result, budget, goal, unit) : notMeasured(result, budget, goal)
  return `| ${[name, work, against, ...cells].join(' | ')} |`
}

function measuredCells({ ratio, ours, theirs }, budget, goal, unit) {
  const held = ratio <= goal ? 'goal' : ratio <= budget ? 'yes' : '**no**'
  return [figure(ratio), figure(budget), figure(goal), held, amount(ours, unit), amount(theirs, unit)]
}

function notMeasured({ skipped, failure }, budget, goal) {
  return [
    '',
    figure(budget),
    figure(goal),
    skipped === undefined ? `failed: ${failure}` : `skipped: ${skipped}`,
    '',
    '',
  ]
}

function figure(ratio) {
  return ratio.toFixed(ratio < 0.2 ? 3 : 2)
}

function amount(value, unit) {
  if (unit === 'µs') return `${value.toFixed(value < 100 ? 1 : 0)} µs`
  if (unit.endsWith(' ms')) return `${value.toFixed(0)} ${unit}`
  return unit === 'KiB' ? `${(value / 1024).toFixed(1)} MiB` : `${value.toFixed(value < 100 ? 1 : 0)} ms`
}
