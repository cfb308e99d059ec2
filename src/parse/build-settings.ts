import type { Settings } from '../model/settings.ts'
import { parseDuration } from '../util/duration.ts'
import { mapping, optional, property, text } from './read-values.ts'
import { isObject } from '../util/is-json.ts'

/** The settings of a suite or a configuration. */
export function buildSettings(value: unknown): Settings {
  const settings = mapping(value)
  const headers = property(settings, 'headers')
  const auth = property(settings, 'auth')
  const stopOnFailure = property(settings, 'stop-on-failure')
  return {
    ...optional('timeout', buildDuration(settings['timeout'])),
    ...optional('headers', isObject(headers) ? headers : undefined),
    ...optional('auth', isObject(auth) || auth === 'none' ? auth : undefined),
    ...optional('stopOnFailure', typeof stopOnFailure === 'boolean' ? stopOnFailure : undefined),
  }
}

/** Milliseconds of a duration such as `10s`. */
export function buildDuration(value: unknown): number | undefined {
  const written = text(value)
  return written === undefined ? undefined : parseDuration(written)
}
