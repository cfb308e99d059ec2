import type { JsonValue } from '../../model/json.ts'
import type { StepResult } from '../../model/result.ts'
import { isCredentialLine } from '../../secrets/index.ts'
import { decodePercent } from '../../util/decode-percent.ts'
import { isList, isObject } from '../../util/is-json.ts'
import { valueText } from '../../util/value-text.ts'
import { parametersOf } from '../matching/parameters-of.ts'
import type { MadeBody, MadeInteraction } from './interaction-of.ts'
import { isNumber, type Numeric } from '../../util/exact-number.ts'
import { parseJson } from '../../util/parse-json.ts'

/** A value that a step has from the provider. */
interface Origin {
  /** `"id" of "Place"`. */
  readonly text: string
  /** How other steps may call it, in lower case letters: `id`, `orderid`. */
  readonly names: readonly string[]
  /** It was not extracted: a number belongs to it only where the names are the same. */
  readonly isGuess: boolean
}

/**
 * Looks for what keeps interactions from being verified as they are. A provider replays each alone, so that what an earlier
 * step of the run got from it, or made up, is not there unless a provider state says so.
 */
export class BorrowedValues {
  /** Where values are from that steps have extracted, by suite and text: no suite knows the variables of another. */
  readonly #origins = new Map<string, Origin[]>()
  #reportedCredentials = false

  /** Adds the values that a step extracts, or makes and names in its answer, for the steps behind it. */
  add({ name, extracts, exchange }: StepResult, suite: string): void {
    const noun = nounOf(exchange?.request.url)
    for (const [variable, value] of idsMadeBy(exchange))
      this.#note(suite, value, {
        text: `the answer of "${name}"`,
        names: namesOf(variable, noun),
        isGuess: true,
      })
    for (const { found, value, variable } of extracts)
      if (found && isDistinctive(value)) {
        const text = `"${variable}" of "${name}"`
        this.#note(suite, valueText(value), { text, names: namesOf(variable, noun), isGuess: false })
      }
  }

  #note(suite: string, value: string, origin: Origin): void {
    const key = JSON.stringify([suite, value])
    this.#origins.set(key, [...(this.#origins.get(key) ?? []), origin])
  }

  #originsOf(suite: string, value: string): readonly Origin[] {
    return this.#origins.get(JSON.stringify([suite, value])) ?? []
  }

  /** Why an interaction without a state cannot be verified as it is: a reason for each part of its request. */
  missing({ request, states }: MadeInteraction, suite: string): readonly string[] {
    if (states.length > 0) return []
    const parts = new Map<string, readonly Named[]>([
      ['path', request.path.split('/').map(segment => ['', decodePercent(segment)])],
      ['query', [...request.query].flatMap(([key, values]) => values.map((value): Named => [key, value]))],
      ['headers', [...request.headers]],
      ['body', request.body === undefined ? [] : namedInBody(request.body)],
    ])
    return [...parts].flatMap(([part, named]) =>
      named.flatMap(one => this.#missingIn(suite, part, one)).slice(0, 1),
    )
  }

  #missingIn(suite: string, part: string, [key, text]: Named): readonly string[] {
    const from = part === 'path' ? this.#inSegment(suite, text) : this.#underKey(suite, key, text)
    const isMade = part === 'path' && madeUp.test(text)
    if (from === undefined && !isMade) return []
    const origin = from === undefined ? 'looks made up' : `is from ${from.text}`
    return [
      `${text} in its ${part} ${origin}, and the provider is not told to have it; ` +
        'add a `provider-state` to the step that brings it about, with the value under `params`',
    ]
  }

  /** In a path, numbers and short texts are ids; they may be a part of a segment, such as `order-7`. */
  #inSegment(suite: string, segment: string): Origin | undefined {
    const texts = [segment, ...segment.split(/[^\p{L}\p{N}]+/u).filter(part => /\d/.test(part))]
    return texts
      .map(text => this.#originsOf(suite, text).findLast(({ isGuess }) => !isGuess || !mayBeChance(text)))
      .find(Boolean)
  }

  /** Elsewhere numbers and short texts may be the same by chance, unless they are called the same. */
  #underKey(suite: string, key: string, text: string): Origin | undefined {
    const origins = this.#originsOf(suite, text).toSorted(
      (one, other) => Number(one.isGuess) - Number(other.isGuess),
    )
    if (!mayBeChance(text)) return origins[0]
    const name = plainName(key)
    return origins.find(({ names }) => name.length > 1 && names.some(one => one.endsWith(name)))
  }

  /** Told once: a pact holds no credentials. */
  credentials({ exchange }: StepResult): readonly string[] {
    const isLoggedIn = exchange?.request.headers.some(([header]) => isCredentialLine(header)) === true
    const fresh = isLoggedIn && !this.#reportedCredentials ? [credentials] : []
    this.#reportedCredentials ||= isLoggedIn
    return fresh
  }
}

const credentials =
  'this and perhaps others were sent with credentials, which no pact holds; where the provider asks for them, verify with --header'

function mayBeChance(text: string): boolean {
  return text.length < 3 || /^\d{1,5}$/.test(text)
}

/** How a variable may be called elsewhere: by its name, or with what it is of. */
function namesOf(variable: string, noun: string): readonly string[] {
  const plain = plainName(variable)
  return [plain, noun + plain]
}

/** The ids in the answer to a request that made something, but for those that it was sent. */
function idsMadeBy(exchange: StepResult['exchange']): readonly Named[] {
  const { request, response } = exchange ?? {}
  if (request?.method !== 'POST' || typeof response?.status !== 'number' || response.status >= 300) return []
  const sent = new Set(namedInText(request.body?.text).map(([, value]) => value))
  return namedInText(response.body?.text).filter(([key, value]) => isIdName(key) && !sent.has(value))
}

function isIdName(key: string): boolean {
  return /(^|[_-])(id|uuid|guid)$|(Id|ID|Uuid)$/.test(key)
}

/** An id of a built-in: a UUID, or milliseconds since 1970. */
const madeUp = /^(?:[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|1\d{12})$/i

/** Single values that stand for something: `true`, 0 and the like are everywhere. */
function isDistinctive(value: JsonValue | undefined): value is string | Numeric {
  return (typeof value === 'string' && value.length > 0) || isNumber(value)
}

/** A single value as text, with the key that it stands under. */
type Named = readonly [key: string, text: string]

/** The single values of a body: of JSON and forms with their keys, of other texts the words. */
function namedInBody({ contentType, content }: MadeBody): readonly Named[] {
  if (typeof content !== 'string') return namedIn(content)
  if (!contentType.includes('x-www-form-urlencoded'))
    return content.split(/[^\p{L}\p{N}_-]+/u).map((word): Named => ['', word])
  return [...parametersOf(content)].flatMap(([key, values]) => values.map((value): Named => [key, value]))
}

/** The single values of a JSON text; a text of another kind has none. */
export function namedInText(text = ''): readonly Named[] {
  try {
    return namedIn(parseJson(text))
  } catch {
    return []
  }
}

/** The single values of JSON; those of a list stand under the list's key. */
function namedIn(value: JsonValue, key = ''): readonly Named[] {
  if (isList(value)) return value.flatMap(item => namedIn(item, key.replace(/s$/, '')))
  if (isObject(value)) return Object.entries(value).flatMap(([name, member]) => namedIn(member, name))
  return isDistinctive(value) ? [[key, valueText(value)]] : []
}

function plainName(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
}

/** The name of the things at an address, in the singular: `order` for /orders. */
function nounOf(url = ''): string {
  const segments = URL.canParse(url) ? new URL(url).pathname.split('/').filter(one => !/^\d*$/.test(one)) : []
  return plainName(segments.at(-1) ?? '')
    .replace(/ies$/, 'y')
    .replace(/s$/, '')
}
