import path from 'node:path'
import { errorProblem, type Problem } from '../../model/problem.ts'
import { describeEnd, installHint, isNotInstalled } from '../../actions/processes/command-end.ts'
import type { CommandEnd } from '../../actions/processes/process-tree.ts'
import type { CommandLog } from '../../actions/processes/command-log.ts'
import type { Service } from '../../model/configuration.ts'
import { formatDuration } from '../../util/quantity.ts'
import { describeAnswer, isRefusal, type ProbeAnswer } from './probe.ts'

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

/** The URL did not answer in time, or only with a refusal. */
export async function neverReady(
  { name, url, timeout }: Service,
  answer: ProbeAnswer,
  log: CommandLog,
): Promise<Problem> {
  const lines = await log.lastLines()
  const last = describeAnswer(answer)
  if ('status' in answer && isRefusal(answer.status))
    return serviceFailed({
      message: `the service "${name}" runs, and answers ${url} with ${last}`,
      lines,
      hint: 'Name in `url:` a path that it answers with a 2xx or 3xx status, without credentials or data.',
    })
  return serviceFailed({
    message: `the service "${name}" did not answer at ${url} within ${formatDuration(timeout)} (last: ${last})`,
    lines,
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
