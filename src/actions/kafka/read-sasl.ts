import type { JsonValue } from '../../model/json.ts'
import { isObject } from '../../util/is-json.ts'
import { prepared, type Prepared, unfit } from '../failure.ts'
import { scalarTexts } from '../scalars.ts'

const mechanismNames = ['plain', 'scram-sha-256', 'scram-sha-512'] as const

/** The user, and how that is proved (RFC 4616, RFC 5802). */
export interface Sasl {
  readonly mechanism: (typeof mechanismNames)[number]
  readonly username: string
  readonly password: string
}

/** Reads `sasl` of a step: `{ mechanism, username, password }`. Undefined without it. */
export function readSasl(given: JsonValue | undefined): Prepared<Sasl | undefined> {
  if (given === undefined) return prepared(undefined)
  const { mechanism, username, password } = isObject(given) ? given : {}
  const wanted = typeof mechanism === 'string' ? mechanism.toLowerCase() : ''
  const known = mechanismNames.find(name => name === wanted)
  if (known === undefined)
    return unfit(
      `sasl has the unknown mechanism ${JSON.stringify(mechanism ?? null)}`,
      `Mechanisms are ${mechanismNames.join(', ')}.`,
    )
  const [[name], [secret]] = [scalarTexts(username ?? null) ?? [], scalarTexts(password ?? null) ?? []]
  if (name === undefined || secret === undefined)
    return unfit('sasl has no username or no password', 'Write both of them.')
  return prepared({ mechanism: known, username: name, password: secret })
}
