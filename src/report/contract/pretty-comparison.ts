import {
  type Change,
  type ChangeLevel,
  changeLevels,
  type ContractComparison,
} from '../../model/contract-change.ts'
import type { Palette } from '../terminal/palette.ts'
import { oneLine } from '../text/printable.ts'
import {
  byOperation,
  changeText,
  countsOf,
  headings,
  placeText,
  reachText,
  wholeApi,
} from './change-words.ts'

/** A comparison for people: the breaking changes first, each with its places. */
export function prettyComparison(comparison: ContractComparison, colors: Palette): string {
  const { changes } = comparison
  const sections = changeLevels.flatMap(level => section(changes, level, colors))
  const end = changes.length === 0 ? `no changes${ignoredWords(comparison)}` : countsOf(comparison)
  return [...sections, end, ''].join('\n')
}

function ignoredWords({ ignored }: ContractComparison): string {
  return ignored.length === 0 ? '' : `, ${ignored.length} ignored`
}

function section(changes: readonly Change[], level: ChangeLevel, colors: Palette): readonly string[] {
  const groups = byOperation(changes, level)
  if (groups.length === 0) return []
  const lines = groups.flatMap(([operation, group]) => [
    `  ${colors.bold(operation === '' ? wholeApi : oneLine(operation))}`,
    ...group.flatMap(change => changeLines(change, colors)),
  ])
  return [inLevelColor(level, headings[level], colors), ...lines, '']
}

function changeLines(change: Change, colors: Palette): readonly string[] {
  const places = [
    ...[reachText(change)].filter(Boolean),
    ...(change.before === undefined ? [] : [`old ${placeText(change.before)}`]),
    ...(change.after === undefined ? [] : [`new ${placeText(change.after)}`]),
  ]
  return [
    `    ${oneLine(changeText(change))}  ${colors.dim(change.rule)}`,
    ...places.map(place => `      ${colors.dim(oneLine(place))}`),
  ]
}

function inLevelColor(level: ChangeLevel, text: string, colors: Palette): string {
  if (level === 'breaking') return colors.bold(colors.red(text))
  return colors.bold(level === 'warning' ? colors.yellow(text) : colors.green(text))
}
