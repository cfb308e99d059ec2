import type { RequestRecord } from '../../model/exchange.ts'
import { formatDuration, formatSize } from '../../util/quantity.ts'
import type { Action, ActionAnswer, ActionContext, InputOf } from '../action.ts'
import { bodyLimit } from '../body/limits.ts'
import { previewOf } from '../body/preview.ts'
import { failed } from '../failure.ts'
import { execRefused } from '../processes/exec-refused.ts'
import { readCommand, type Command } from './command.ts'
import { runProcess, type ProcessEnd } from './run-process.ts'
import { monotonicTime } from '../../util/monotonic-time.ts'

/** Runs a program: `exec: shell command`, or a list of a program and its arguments. */
export const action: Action<InputOf<'exec'>> = { name: 'exec', perform }

async function perform(input: InputOf<'exec'>, context: ActionContext): Promise<ActionAnswer> {
  const refused = execRefused(context)
  if (refused !== undefined) return refused
  const command = readCommand(input)
  if (!command.ok) return command
  const startedAt = Date.now()
  const start = monotonicTime()
  const end = await runProcess(command.value, context)
  const timings = { startedAt, duration: monotonicTime() - start }
  const request = recordOf(command.value)
  if (end.kind === 'exited' && !(command.value.shell && isNotFound(end)))
    return {
      ok: true,
      exchange: {
        request,
        response: {
          status: end.code,
          statusText: end.errors === '' ? end.how : `${end.how}\n${end.errors}`,
          headers: [],
          body: end.output,
        },
        timings,
        success: { holds: end.code === 0, expected: 'exit code 0' },
      },
    }
  const { failure } = failed(isStarted(end) ? 'command-failed' : 'command-unstarted', {
    reason: reasonOf(end, command.value, context),
  })
  return { ok: false, failure: { ...failure, request, timings } }
}

/** True where the end is that of a shell that has found no such program. */
function isNotFound(end: Extract<ProcessEnd, { kind: 'exited' }>): boolean {
  return end.code === 127 && end.errors.includes('not found')
}

function isStarted({ kind }: ProcessEnd): boolean {
  return kind !== 'exited' && kind !== 'not-started'
}

function reasonOf(end: ProcessEnd, command: Command, context: ActionContext): string {
  switch (end.kind) {
    case 'exited':
      return `command not found: ${end.errors.trim()}`
    case 'timeout':
      return `"${command.summary}" did not end within ${formatDuration(context.timeout)} (timeout)`
    case 'interrupted':
      return `"${command.summary}" was interrupted`
    case 'too-large':
      return `the output of "${command.summary}" is larger than ${formatSize(bodyLimit)}`
    case 'not-started':
      return end.errorCode === 'ENOENT'
        ? `command not found: ${command.program}`
        : `"${command.program}" cannot be started (${end.errorCode ?? end.reason})`
  }
}

function recordOf({ summary, input }: Command): RequestRecord {
  const record = { summary: `exec ${summary}`, headers: [] }
  return input === undefined ? record : { ...record, body: previewOf(input, Buffer.byteLength(input)) }
}
