import type { JsonValue } from '../../model/json.ts'
import { parseDuration } from '../../util/duration.ts'
import { jsonEqual } from '../../util/json-equal.ts'
import type { InputOf } from '../action.ts'
import { failed, prepared, type Prepared, unfit } from '../failure.ts'
import { readEnvironment } from '../processes/read-environment.ts'
import { readTargets, type Target } from './target.ts'
import { writeJson } from '../../util/exact-number.ts'

/** The services to wait for, and the command to start for them. */
export interface HealthRequest {
  /** Empty where the end of the command is waited for. */
  readonly targets: readonly Target[]
  /** Milliseconds between two questions. */
  readonly interval: number
  /** Credentials for the questions, as in a request. */
  readonly auth: JsonValue
  readonly command?: HealthCommand
}

/** A command that starts the services. */
export interface HealthCommand {
  /** A line for the shell. */
  readonly line: string
  readonly environment: Readonly<Record<string, string>>
  /** True where it is left out when everything is up already. */
  readonly reuse: boolean
}

/** Milliseconds between two questions (default). */
const usualInterval = 1_000

/** Reads `wait` with its companions. */
export function readHealthRequest(step: InputOf<'wait'>): Prepared<HealthRequest> {
  const { interval, command, auth = 'none', reuse = true, environment = {} } = step
  const isCommandAlone = typeof command === 'string' && jsonEqual(step.wait ?? null, [])
  const targets = isCommandAlone ? prepared([]) : readTargets(step.wait)
  if (!targets.ok) return targets
  const between = interval === undefined ? usualInterval : durationOf(interval)
  if (between === undefined)
    return unfit(`interval ${writeJson(interval)} is not a duration`, 'Write it as 500ms, for example.')
  const request = { targets: targets.value, interval: between, auth }
  if (command === undefined || command === null) return prepared(request)
  const line = typeof command === 'string' ? command.trim() : ''
  if (line === '') return failed('command-unstarted', { reason: 'command must be a line for the shell' })
  const variables = readEnvironment(environment)
  if (!variables.ok) return variables
  return prepared({
    ...request,
    command: { line, environment: variables.value, reuse: reuse !== false && reuse !== 'false' },
  })
}

function durationOf(value: JsonValue): number | undefined {
  return typeof value === 'string' ? parseDuration(value) : undefined
}
