import path from 'node:path'
import type { RequestRecord, Timings } from '../../model/exchange.ts'
import type { Action, ActionAnswer, ActionContext, InputOf } from '../action.ts'
import { jsonBody } from '../body/json-body.ts'
import { type ActionFailure, failed } from '../failure.ts'
import { execRefused } from '../processes/exec-refused.ts'
import { readHealthRequest, type HealthRequest } from './health-request.ts'
import { healthHint, healthReason, healthTable, outputLines } from './health-texts.ts'
import { type HealthEnd, waitForHealth } from './wait-for-health.ts'
import { defined } from '../../util/defined.ts'
import { monotonicTime } from '../../util/monotonic-time.ts'

/** Waits until services are up: `wait: URL`, or a list of URLs, with a `command` that starts them. */
export const action: Action<InputOf<'wait'>> = { name: 'wait', perform }

async function perform(input: InputOf<'wait'>, context: ActionContext): Promise<ActionAnswer> {
  const request = readHealthRequest(input)
  if (!request.ok) return request
  const refused = request.value.command === undefined ? undefined : execRefused(context)
  if (refused !== undefined) return refused
  const startedAt = Date.now()
  const start = monotonicTime()
  const end = await waitForHealth(request.value, context)
  const timings = { startedAt, duration: monotonicTime() - start }
  const record = recordOf(request.value, end)
  if (end.state === 'up') return performed(end, record, timings)
  return { ok: false, failure: { ...failureOf(end, context), request: record, timings } }
}

/** The body names each service with its time in milliseconds, for validations. */
function performed({ services }: HealthEnd, request: RequestRecord, timings: Timings): ActionAnswer {
  const body = services.map(({ url, duration, answer }) => ({ url, time: Math.round(duration), answer }))
  return {
    ok: true,
    exchange: {
      request,
      response: {
        statusText: healthTable(services).join('\n'),
        headers: [],
        body: jsonBody({ services: body }),
      },
      timings,
      success: { holds: true, expected: 'everything to be up' },
    },
  }
}

function failureOf(end: HealthEnd, context: ActionContext): ActionFailure {
  const { state, services, command, failure } = end
  const below = [
    ...(state === 'timed-out' ? healthTable(services).map(line => `  ${line}`) : []),
    ...outputLines(command),
  ]
  if (failure !== undefined) return { ...failure, below }
  const log = command?.log === undefined ? '' : path.relative(process.cwd(), command.log)
  const parts = { reason: healthReason(end, context.timeout), hint: healthHint(end, log) }
  return { ...failed(codes[state], parts).failure, below }
}

const codes = {
  up: 'services-down',
  'timed-out': 'services-down',
  impossible: 'services-down',
  interrupted: 'interrupted',
  'command-failed': 'command-failed',
  'not-free': 'command-unstarted',
} as const

function recordOf({ targets, command }: HealthRequest, { services }: HealthEnd): RequestRecord {
  const urls = targets.map(({ name }) => name)
  const summary = `wait ${urls.join(' ')}${command === undefined ? '' : ` (${command.line})`}`
  const settings = services.find(service => service.settings !== undefined)?.settings
  return { summary, headers: [], ...(urls.length === 0 ? {} : { urls }), ...defined({ settings }) }
}
