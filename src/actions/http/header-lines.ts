import type { HeaderList } from '../../model/exchange.ts'
import type { InputOf } from '../action.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import type { Settings } from '../../model/settings.ts'
import { isObject } from '../../util/is-json.ts'
import { prepared, type Prepared, type Read, unfit } from '../failure.ts'
import { scalarTexts } from '../scalars.ts'
import { headerName } from './shared-facts.ts'

/** Header lines of a mapping of names and values, with the names in lower case that it decides on. */
export interface HeaderLines {
  readonly lines: HeaderList
  /** Includes names given as null: they are sent with no value at all, not even a default one. */
  readonly names: ReadonlySet<string>
}

/** The header lines that a step gives itself, and those that it shares with others by the settings. */
export interface HeaderSources {
  readonly own: HeaderLines
  readonly shared: HeaderLines
}

const noLines: HeaderLines = { lines: [], names: new Set() }

/** Reads the header lines of a step and of the settings. */
export function readHeaderSources(input: InputOf<'request'>, settings: Settings): Prepared<HeaderSources> {
  const own = readHeaders(input.headers)
  if (!own.ok) return own
  const shared = readHeaders(settings.headers)
  return shared.ok ? prepared({ own: own.value, shared: shared.value }) : shared
}

/** Reads `headers` of a step, of the settings, or of a part of a body: a list of values repeats the line, null leaves a default one out. */
export function readHeaders(headers: JsonValue | undefined): Prepared<HeaderLines> {
  if (headers === undefined) return prepared(noLines)
  if (!isObject(headers)) return unfit('headers must be a mapping of names and values')
  const lines: (readonly [string, string])[] = []
  const names = new Set<string>()
  for (const [name, given] of Object.entries(headers)) {
    const values = scalarTexts(given)
    if (values === undefined)
      return unfit(`header "${name}" must be text, a number, true, false, or a list of those`)
    if (single.has(name.toLowerCase()) && (values.length > 1 || names.has(name.toLowerCase())))
      return unfit(`header "${name}" can be sent only once`)
    names.add(name.toLowerCase())
    for (const value of values) {
      const problem = headerProblem(name, value)
      if (problem !== undefined) return problem
      lines.push([name, value])
    }
  }
  return prepared({ lines, names })
}

/** Headers that say how the message is framed on the connection, which is not for a step to say. */
const framing = new Set(['transfer-encoding', 'keep-alive', 'upgrade', 'expect'])

/** Headers a request may have only once. */
const single = new Set(['host', 'content-length'])

/** Describes the error in a header line, with which nothing may be sent. */
export function headerProblem(name: string, value: string): Read<never> | undefined {
  if (!headerName.test(name))
    return unfit(
      `${JSON.stringify(name)} is not a header name`,
      'A header name is made of letters, digits and hyphens.',
    )
  if (framing.has(name.toLowerCase()))
    return unfit(`header "${name}" cannot be set: it belongs to the connection`)
  return invalidValue.test(value) ? valueProblem(name, value) : undefined
}

/** RFC 9110 section 5.5: visible characters, spaces and tabs, and bytes beyond ASCII. */
const invalidValue = /[^\t\x20-\x7e\u0080-\u{10ffff}]/u

function valueProblem(name: string, value: string): Read<never> {
  if (/[\r\n\0]/.test(value))
    return unfit(
      `header "${name}" has a line break in its value ${JSON.stringify(value)}`,
      'Look at the variables in it: one may end in a line break.',
    )
  const [character = ''] = invalidValue.exec(value) ?? []
  return unfit(
    `header "${name}" has the character ${JSON.stringify(character)} in its value, which HTTP cannot carry`,
    'Percent-encode it, or send it in the body.',
  )
}

/**
 * A step's input with these header lines where neither the step nor `settings` speak of a header of that name (given in
 * lower case); null leaves out what every request sends.
 */
export function withDefaultHeaders(
  input: InputOf<'request'>,
  settings: Pick<Settings, 'headers'>,
  defaults: Readonly<Record<string, string | null>>,
): JsonObject {
  const { headers = {} } = input
  if (!isObject(headers)) return input
  const given = new Set(
    [headers, settings.headers ?? {}].flatMap(Object.keys).map(name => name.toLowerCase()),
  )
  const added = Object.entries(defaults).filter(([name]) => !given.has(name))
  return { ...input, headers: { ...(Object.fromEntries(added) as Record<string, JsonValue>), ...headers } }
}
