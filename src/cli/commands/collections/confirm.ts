import type { Result } from '../../../model/problem.ts'
import { placeKeys } from '../../../operations/saved/saved-input.ts'
import { oneLine } from '../../../report/text/printable.ts'
import type { OptionTable } from '../../command.ts'
import { printResult } from '../../print-result.ts'

/** The collection, folder or request that a command is about. */
export const placeArgument = {
  place: {
    demandOption: true,
    describe: placeKeys.place.description,
  },
} as const satisfies OptionTable

/** The message when the place is lacking. */
export const placeNeeded = ['a place', 'Write the names on the way to it, as in Shop/Users.'] as const

/** The message when the name of an environment is lacking. */
export const nameNeeded = ['a name', 'apitest environments lists them.'] as const

/** A change that was made, as `--json` shows it. */
interface Change {
  readonly change: 'created' | 'renamed' | 'moved' | 'deleted' | 'changed'
  /** The place that was changed, by its name before that. */
  readonly place: string
  /** Its new name, or where it is now. */
  readonly to?: string
  /** The validations that were proposed and added. */
  readonly added?: readonly unknown[]
}

/** Prints what was done, or why it was not; `link` stands between the two places. Answers with the exit code. */
export function confirm(
  answer: Result<unknown>,
  given: { readonly json?: boolean | undefined },
  done: Change,
  link = 'to',
): number {
  const { change, place, to } = done
  const words = `${change} ${place}${to === undefined ? '' : ` ${link} ${to}`}`
  return printResult(answer.ok ? { ok: true, value: done } : answer, given, () => [oneLine(words)])
}
