import { usageProblem } from '../../model/problem.ts'
import { clearHistory } from '../../operations/history/clear-history.ts'
import type { HistoryInput } from '../../operations/project-folder.ts'
import { listHistory } from '../../operations/history/list-history.ts'
import { showCall } from '../../operations/history/show-call.ts'
import { callDetails, callList } from '../../report/terminal/call-lines.ts'
import { plural } from '../../util/quantity.ts'
import { print, printAside } from '../print.ts'
import { outputPalette, refuse, tell } from '../saved/tell.ts'

/** What all commands of the call history are told. */
interface HistoryArguments {
  readonly config?: string | undefined
  readonly json?: boolean | undefined
}

/** `apitest history`: lists calls, the newest last, next to the prompt. Answers with the exit code. */
export async function list(
  given: HistoryArguments & {
    readonly count: number
    readonly failed?: boolean | undefined
    readonly grep?: string | undefined
  },
): Promise<number> {
  const { count, failed = false, grep } = given
  if (!Number.isInteger(count) || count < 1)
    return refuse([usageProblem('--count must be a whole number from 1')])
  if (grep?.trim() === '') return refuse([usageProblem('--grep is an empty expression')])
  const calls = await listHistory.run({
    ...inputOf(given),
    count,
    failed,
    ...(grep === undefined ? {} : { grep }),
  })
  if (calls.ok && calls.value.length === 0 && given.json !== true) printAside('no calls\n')
  return tell(calls, given, value => callList(value, outputPalette()))
}

/** `apitest history show`: everything about one call. */
export async function showOne(
  given: HistoryArguments & { readonly id?: string | undefined },
): Promise<number> {
  const { id } = given
  const call = await showCall.run({ ...inputOf(given), ...(id === undefined ? {} : { id }) })
  return tell(call, given, value => callDetails(value, outputPalette()))
}

/** `apitest history clear`: forgets all calls. */
export async function clear(given: HistoryArguments): Promise<number> {
  const cleared = await clearHistory.run(inputOf(given))
  if (!cleared.ok) return refuse(cleared.problems)
  print(`${plural(cleared.value, 'call')} forgotten\n`)
  return 0
}

function inputOf({ config }: HistoryArguments): HistoryInput {
  return { workingFolder: process.cwd(), ...(config === undefined ? {} : { configurationFile: config }) }
}
