import type { Round, RowLabel, StepResult } from '../model/result.ts'
import { oneLine } from './text/printable.ts'

/** `Create user`, `Create user [row 3 email=ada@example.org]`, `after: Delete user`: a step's name in a flat list. */
export function stepName({ phase, name, row, round }: NamedResult): string {
  const label = row === undefined ? '' : ` [${rowName(row)}]`
  return `${phase === 'after' ? 'after: ' : ''}${roundName(name, round)}${label}`
}

type NamedResult = Pick<StepResult, 'phase' | 'name' | 'row' | 'round'>

/** `Delete Rex [2 of 3]`, `Page 4 [round 4]`: the name of a step in one of its rounds. */
export function roundName(name: string, round: Round | undefined): string {
  if (round === undefined) return oneLine(name)
  const { number, of } = round
  return `${oneLine(name)} [${of === undefined ? `round ${number}` : `${number} of ${of}`}]`
}

/** `row 3 email=ada@example.org`, `run 2 of 20`: what a row is called; `gap` stands between its parts. */
export function rowName({ number, label, pass }: RowLabel, gap = ' '): string {
  const run = pass === undefined ? [] : [`run ${pass.number} of ${pass.of ?? pass.number}`]
  const row =
    pass !== undefined && label === '' ? [] : [`row ${number}`, ...(label === '' ? [] : [oneLine(label)])]
  return [...row, ...run].join(gap)
}

/** Whether two labels name the same row: a step may have rows of its own within a row of its file. */
export function isSameRow(left: RowLabel | undefined, right: RowLabel | undefined): boolean {
  return (
    left?.number === right?.number &&
    left?.label === right?.label &&
    left?.pass?.number === right?.pass?.number
  )
}
