import { factsOf } from '../actions/index.ts'
import type { Step } from '../model/suite.ts'
import type { ParsedSuite } from '../parse/parse-suite.ts'
import { allSteps } from './rule.ts'

/**
 * True where a setting of the configuration is used by a step of this suite: nothing nearer takes its place, neither in the
 * settings of the suite nor on each step that sends a request. `name` is that of a header, where the key is `headers`.
 */
export function appliesTo({ suite }: Pick<ParsedSuite, 'suite'>, key: string, name = ''): boolean {
  const { settings } = suite
  const steps = allSteps({ suite }).filter(step => factsOf(step.action).sendsRequests === true)
  if (key === 'headers') return steps.length > 0 && !hasHeader(Object.keys(settings.headers ?? {}), name)
  if (key === 'auth') return settings.auth === undefined && steps.some(takesCredentials)
  if (settings.transport?.[key] !== undefined) return false
  return steps.some(({ transport }) => transport?.[key] === undefined)
}

function hasHeader(names: readonly string[], name: string): boolean {
  return names.some(own => own.toLowerCase() === name.toLowerCase())
}

/** True for a step that is sent with the credentials of the settings: some have only their own. */
export function takesCredentials({ action, input }: Step): boolean {
  return factsOf(action).withoutCredentials !== true && input['auth'] === undefined
}
