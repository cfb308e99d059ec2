import path from 'node:path'
import { errorProblem, type Problem } from '../../model/problem.ts'
import { describeEnd, installHint, isNotInstalled } from '../../actions/processes/command-end.ts'
import type { CommandEnd } from '../../actions/processes/process-tree.ts'
import type { CommandLog } from '../../actions/processes/command-log.ts'
import type { Service } from '../../model/configuration.ts'
import { formatDuration } from '../../util/quantity.ts'

/** The command ended before its URL answered. */
export async function endedTooEarly(
  { name, command, url }: Service,
  end: CommandEnd,
  log: CommandLog,
): Promise<Problem> {
  return serviceFailed({
    message: `the service "${name}" ended before ${url} answered: "${command}" ${describeEnd(end)}`,
    lines: await log.lastLines(),
    hint: isNotInstalled(end)
      ? installHint(command)
      : `The command must keep running while the suites run. Its whole output is in ${shown(log.file)}.`,
  })
}

/** The URL did not answer in time. */
export async function neverReady(
  { name, url, timeout }: Service,
  lastAnswer: string,
  log: CommandLog,
): Promise<Problem> {
  return serviceFailed({
    message: `the service "${name}" did not answer at ${url} within ${formatDuration(timeout)} (last: ${lastAnswer})`,
    lines: await log.lastLines(),
    hint: `Give it more time with \`timeout:\`, or see its whole output in ${shown(log.file)}.`,
  })
}

/** Something answers already, and may not be used. */
export function alreadyRunning({ name, url }: Service): Problem {
  return serviceFailed({
    message: `the service "${name}" was not started: something answers at ${url} already`,
    hint: 'Stop it, or allow its use with `reuse: true`.',
  })
}

/** The user interrupted the run while services were starting. */
export function interrupted(): Problem {
  return serviceFailed({ message: 'the start of the services was interrupted' })
}

/** The log, or the command's folder, cannot be used. */
export function notStartable({ name }: Service, reason: string): Problem {
  return serviceFailed({ message: `the service "${name}" cannot be started: ${reason}` })
}

function serviceFailed(parts: { message: string; lines?: readonly string[]; hint?: string }): Problem {
  const { message, lines = [], hint } = parts
  const output = lines.length === 0 ? '' : `\nits last output:\n${lines.map(line => `  ${line}`).join('\n')}`
  return errorProblem({
    code: 'service-failed',
    message: message + output,
    hint,
  })
}

function shown(file: string): string {
  const relative = path.relative(process.cwd(), file)
  return relative.startsWith('..') ? file : relative
}
