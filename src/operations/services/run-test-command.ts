import { describeEnd, exitCodeOf, installHint, isNotInstalled } from '../../actions/processes/command-end.ts'
import { type CommandEnd, startProcessTree } from '../../actions/processes/process-tree.ts'
import { patience } from '../../actions/processes/running-command.ts'
import type { Host } from '../operation.ts'

/** A line for the shell, or a program with its arguments. */
export type TestCommand = string | readonly string[]

/** How a test command ended. */
export interface TestEnd {
  /** As shells count: 128 and the signal's number when a signal ended it, 127 when there is no such program. */
  readonly exitCode: number
  /** Why it could not be started. */
  readonly problem?: string
}

/** How long it may take to end by itself after an interruption, in milliseconds: Ctrl-C in a terminal reaches it, too. */
const ownTime = 2_000

/** Runs a command whose input and outputs are this program's. What it leaves running is ended. */
export async function runTestCommand(
  command: TestCommand,
  directory: string,
  { interrupt, insist, printsAnswerAlone }: Pick<Host, 'interrupt' | 'insist' | 'printsAnswerAlone'>,
  environment: Readonly<Record<string, string | undefined>> = process.env,
): Promise<TestEnd> {
  const tree = startProcessTree(command, {
    directory,
    environment,
    streams: printsAnswerAlone === true ? ['inherit', 2, 'inherit'] : 'inherit',
    inForeground: true,
  })
  const over = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const stop = (): void => void tree.stop(patience)
  const stopSoon = (): void => {
    timer = setTimeout(stop, ownTime)
  }
  if (interrupt.aborted) stopSoon()
  interrupt.addEventListener('abort', stopSoon, { signal: over.signal })
  insist.addEventListener('abort', stop, { signal: over.signal })
  const end = await tree.ended
  over.abort()
  clearTimeout(timer)
  await tree.stop(patience)
  return testEndOf(command, end)
}

function testEndOf(command: TestCommand, end: CommandEnd): TestEnd {
  if (!('reason' in end)) return { exitCode: exitCodeOf(end) }
  const line = typeof command === 'string' ? command : command.join(' ')
  return {
    exitCode: isNotInstalled(end) ? 127 : 126,
    problem: isNotInstalled(end) ? installHint(line) : `"${line}" ${describeEnd(end)}.`,
  }
}
