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

/** Names the steps of a file as they are written, the same in every run and row; the second of a name is `Poll (2)`. */
export class WrittenNames {
  readonly #names = new Map<string, string>()
  readonly #taken = new Map<string, number>()

  nameOf({ index, phase, name, writtenName = name }: StepResult): string {
    const step = `${phase} ${index}`
    const known = this.#names.get(step) ?? this.next(phase, writtenName)
    this.#names.set(step, known)
    return known
  }

  /** The name of a step that has none yet. */
  next(phase: StepResult['phase'], writtenName: string): string {
    const written = `${phase === 'after' ? 'after: ' : ''}${oneLine(writtenName)}`
    const count = (this.#taken.get(written) ?? 0) + 1
    this.#taken.set(written, count)
    return count === 1 ? written : `${written} (${count})`
  }
}

/** `done in account.apitest.yaml:9`: what is told of a step that took what another one did. */
export function doneNote({ doneIn }: Pick<StepResult, 'doneIn'>): string | undefined {
  return doneIn === undefined ? undefined : `done in ${oneLine(doneIn)}`
}

/** The mocks that answered a step or those in it, or called back with them. */
export function mocksIn({ mock, steps = [] }: Pick<StepResult, 'mock' | 'steps'>): readonly string[] {
  return [...new Set([...(mock === undefined ? [] : [oneLine(mock)]), ...steps.flatMap(mocksIn)])]
}

/** `row 3 email=ada@example.org`, `run 2 of 20`: what a row is called; `gap` stands between its parts. */
export function rowName({ number, label, pass }: RowLabel, gap = ' '): string {
  const run = pass === undefined ? [] : [`run ${pass.number} of ${pass.of ?? pass.number}`]
  const row =
    pass !== undefined && label === '' ? [] : [`row ${number}`, ...(label === '' ? [] : [oneLine(label)])]
  return [...row, ...run].join(gap)
}

/** True where two labels name the same row: a step may have rows of its own within a row of its file. */
export function isSameRow(left: RowLabel | undefined, right: RowLabel | undefined): boolean {
  return (
    left?.number === right?.number &&
    left?.label === right?.label &&
    left?.pass?.number === right?.pass?.number
  )
}
