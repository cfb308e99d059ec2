import path from 'node:path'
import type { Problem } from '../../model/problem.ts'
import type { CommandEnd } from './process-group.ts'
import type { Service } from '../../model/configuration.ts'
import { formatDuration } from '../../util/quantity.ts'
import type { ServiceLog } from './service-log.ts'

/** The command ended before its URL answered. Exit code 127 is the shell's word for a command that is not installed. */
export async function endedTooEarly(
  { name, command, url }: Service,
  end: CommandEnd,
  log: ServiceLog,
): Promise<Problem> {
  const notInstalled = 'code' in end && end.code === 127
  return serviceFailed({
    message: `the service "${name}" ended before ${url} answered: "${command}" ${describeEnd(end)}`,
    lines: await log.lastLines(),
    hint: notInstalled
      ? `A command in "${command}" is not installed, or not on the PATH.`
      : `The command must keep running while the suites run. Its whole output is in ${shown(log.file)}.`,
  })
}

/** The URL did not answer in time. */
export async function neverReady(
  { name, url, timeout }: Service,
  lastAnswer: string,
  log: ServiceLog,
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
  return {
    code: 'service-failed',
    severity: 'error',
    message: message + output,
    ...(hint === undefined ? {} : { hint }),
  }
}

/** What became of a command, as the rest of a sentence. */
export function describeEnd(end: CommandEnd): string {
  if ('code' in end) return `exited with code ${end.code}`
  return 'signal' in end ? `was ended by ${end.signal}` : `could not be run: ${end.reason}`
}

function shown(file: string): string {
  const relative = path.relative(process.cwd(), file)
  return relative.startsWith('..') ? file : relative
}
