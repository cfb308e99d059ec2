import type { ExtractResult, ValidationResult } from '../../model/result.ts'
import { nearMiss } from '../../util/did-you-mean.ts'
import { isList, isObject, isCollection } from '../../util/is-json.ts'
import type { JsonValue } from '../../util/json-value.ts'
import { mapping } from '../../util/read-values.ts'
import { formatDuration, plural } from '../../util/quantity.ts'
import { valueText } from '../../util/value-text.ts'
import { type Advice, type Answered, quoted, roughly, shown } from './answered.ts'
import { judgedPath } from '../text/judged-path.ts'
import { pageCause } from './server-causes.ts'
import { hiddenError } from './told-errors.ts'
import { bigIntOf, isNumber, numberText, sameNumber, type Numeric } from '../../util/exact-number.ts'

/** Why what is expected of an answer does not hold, where more can be said than what there is instead. */
export function judgementAdvice(answer: Answered): Advice | undefined {
  const { validations, extracts } = answer.result
  const failed = validations.filter(({ passed, skipped }) => !passed && skipped !== true)
  const missing = extracts.filter(({ found, optional }) => !found && optional !== true)
  if (failed.length + missing.length === 0 && answer.result.outcome === 'passed') return undefined
  const looksAtBody = [...failed, ...missing].some(ofBody)
  const general = looksAtBody ? (noBody(answer) ?? noJson(answer)) : undefined
  if (general !== undefined) return general
  const error = (answer.status ?? 200) < 300 ? hiddenError(answer) : undefined
  if (error !== undefined) return error
  const several = [
    ...failed.map(one => ({ about: one.subject, advice: whyUnfulfilled(one, answer) })),
    ...missing.map(({ source }) => ({ about: source, advice: whyAbsent(judgedPath(source), answer) })),
  ]
  return joined(several) ?? cached(answer, failed) ?? pending(answer, failed.length + missing.length)
}

/** The advice on several failures: each cause once, with its place where there are others. */
function joined(
  several: readonly { readonly about: string; readonly advice: Advice | undefined }[],
): Advice | undefined {
  const told = several.filter(({ advice }, at) => {
    const isFirst = several.findIndex(other => other.advice?.cause === advice?.cause) === at
    return advice !== undefined && isFirst
  })
  const [first, ...others] = told.slice(0, mostCauses)
  if (first === undefined || others.length === 0) return first?.advice
  const side = (word: keyof Advice): string =>
    [first, ...others]
      .flatMap(({ about, advice }) => {
        const text = advice?.[word]
        return text === undefined ? [] : [`${shown(placeIn(about), 80)}: ${text}`]
      })
      .join(' ')
  return { cause: side('cause'), ...(side('next') === '' ? {} : { next: side('next') }) }
}

/** `$.id` of `body-json-path $.id`, and other subjects as they are. */
function placeIn(subject: string): string {
  return subject.replace(/^body-json-path /, '')
}

/** The most causes that are told side by side. */
const mostCauses = 3

function ofBody(one: ValidationResult | ExtractResult): boolean {
  return /^(?:body-|schema )/.test('source' in one ? one.source : one.subject)
}

function noBody({ exchange, method, status }: Answered): Advice | undefined {
  const { response } = exchange ?? {}
  if (response === undefined || response.body !== undefined || response.headers.length === 0) return undefined
  const never =
    method === 'HEAD'
      ? 'the answer to HEAD never has one'
      : status === 204 || status === 304
        ? `an answer ${status} never has one`
        : undefined
  return {
    cause: `The answer has no body${never === undefined ? '' : `: ${never}`}.`,
    next:
      never === undefined
        ? 'Expect nothing of the body, or find out why it is empty.'
        : 'Expect something of status and headers only.',
  }
}

/** A body that is something else than what is looked for in it. */
function noJson(answer: Answered): Advice | undefined {
  const { json, text, exchange, type, result } = answer
  // A body that is a number, and secret as a whole, was JSON.
  if (json !== undefined || text === '' || text === '***' || exchange?.response?.body?.truncated === true)
    return undefined
  if (
    !result.validations.some(({ subject, passed }) => !passed && /^(?:body-json|schema )/.test(subject)) &&
    result.extracts.every(({ source }) => !source.startsWith('body-json'))
  )
    return undefined
  const claims = /[/+]json$/.test(type) ? `, although its Content-Type is ${shown(type, 60)}` : ''
  if (answer.isPage) {
    const led = exchange?.redirects?.at(-1)
    const way = led === undefined ? '' : ` A redirect led there from ${quoted(led.url)}.`
    return {
      cause: `${pageCause(answer)?.cause ?? ''}${way}`,
      next: 'Check host and path of the URL, and whether it wants a login first.',
    }
  }
  if (claims === '') return undefined
  return {
    cause: `The body is not JSON${claims}; it begins with ${quoted(text.slice(0, 60))}.`,
    next: 'Look at what makes the body: it is broken or cut.',
  }
}

function whyUnfulfilled(validation: ValidationResult, answer: Answered): Advice | undefined {
  const { subject, operator, expected } = validation
  if (subject === 'response-time') return slow(answer)
  if (subject === 'status') return unexpectedSuccess(operator, expected, answer)
  if (subject.startsWith('header ')) return whyHeader(subject.slice('header '.length), validation, answer)
  const path = judgedPath(subject)
  if (operator === 'schema' || operator === 'contract') return misspeltMember(validation, answer)
  if (path === undefined) return undefined
  const found = walk(path, answer.json)
  if (found === undefined) return undefined
  if (!found.ok)
    return wantsAbsence(validation) ? undefined : (wantsLength(found, validation) ?? whyAbsent(path, answer))
  return onlyDiffersBy(found.value, operator, expected)
}

function wantsAbsence({ operator, expected }: ValidationResult): boolean {
  return (operator === 'exists' && expected === false) || (operator === 'missing' && expected === true)
}

/** The length of a list or a text that is written as a member of it, `$.items.length`. */
function wantsLength(
  { at, part, value }: Walked & { readonly ok: false },
  { operator, expected }: ValidationResult,
): Advice | undefined {
  if (!/^(?:length|size|count)$/.test(part) || !(isList(value) || typeof value === 'string')) return undefined
  const place = at.length === 0 ? '$' : written(at)
  const what = isList(value) ? `list of ${plural(value.length, 'item')}` : 'text'
  const bound =
    operator === 'equals' || operator === 'same-as'
      ? valueText(expected)
      : `{ ${operator}: ${valueText(expected)} }`
  return {
    cause: `${shown(place, 80)} is a ${what}: there is no ${part} in it.`,
    next: `Write \`${shown(`${place}: { has-length: ${bound} }`, 160)}\`.`,
  }
}

/** Two whole numbers are never the same one rounded: they may be ids. */
function differByRounding(actual: Numeric, expected: Numeric): boolean {
  if (bigIntOf(actual) !== undefined && bigIntOf(expected) !== undefined) return false
  const [found, wanted] = [Number(actual), Number(expected)]
  return Math.abs(found - wanted) < 1e-9 * Math.max(1, Math.abs(wanted))
}

/** Two values that look alike. */
function onlyDiffersBy(actual: JsonValue, operator: string, expected: JsonValue): Advice | undefined {
  if (isList(actual) && actual.length === 0 && operator !== 'equals')
    return { cause: 'The list is there, and empty.' }
  if (isWhole(operator) && isCollection(actual) && isCollection(expected))
    return alikeWithin(actual, expected)
  if (!/^(?:equals|same-as|matches|contains|starts-with|ends-with|one-of)$/.test(operator)) return undefined
  if (isNumber(actual) && isNumber(expected))
    return !sameNumber(actual, expected) && differByRounding(actual, expected)
      ? {
          cause: 'The two numbers differ by rounding alone.',
          next: `Expect it with a tolerance: { equals: ${numberText(expected)}, within: 0.001 }.`,
        }
      : undefined
  if ([actual, expected].some(one => one === null || isCollection(one))) return undefined
  const [one, other] = [valueText(actual), valueText(expected)]
  if (one === other)
    return {
      cause: `The answer has the ${typeName(actual)} ${typeof actual === 'string' ? quoted(one) : shown(one, 60)}, and the ${typeName(expected)} is expected: only the type differs.`,
      next: `Expect ${typeof actual === 'string' ? `the text: ${quoted(one)}` : shown(one, 60)}, or let the server send a ${typeName(expected)}.`,
    }
  return lookAlike(one, operator, other)
}

function lookAlike(actual: string, operator: string, expected: string): Advice | undefined {
  const differs = likenesses.find(({ like }) => {
    const [left, right] = [like(actual), like(expected)]
    if (isWhole(operator)) return left === right
    return (left !== actual || right !== expected) && holds(operator, left, right)
  })
  if (differs === undefined) return undefined
  const { words, escaped } = differs
  return {
    cause: `The two differ only in ${words}: ${visibly(actual, escaped)} and ${visibly(expected, escaped)}.`,
    next: 'Expect it as it is sent, or with matches-regex.',
  }
}

function isWhole(operator: string): boolean {
  return ['equals', 'same-as', 'matches'].includes(operator)
}

/** The first texts at the same place of two values that look alike, and are not the same. */
function alikeWithin(actual: JsonValue, expected: JsonValue): Advice | undefined {
  if (typeof actual === 'string' && typeof expected === 'string')
    return actual === expected ? undefined : lookAlike(actual, 'equals', expected)
  if (isList(actual) !== isList(expected)) return undefined
  const [found, wanted] = [actual, expected].map(one =>
    isList(one) ? Object.fromEntries(one.entries()) : mapping(one),
  )
  for (const [key, member] of Object.entries(wanted ?? {})) {
    const advice =
      found === undefined || !Object.hasOwn(found, key) ? undefined : alikeWithin(found[key] ?? null, member)
    if (advice !== undefined) return advice
  }
  return undefined
}

/** Texts that look alike. */
interface Likeness {
  /** The same for both texts. */
  readonly like: (text: string) => string
  /** The difference between them. */
  readonly words: string
  /** Characters to show by their number, beside those that cannot be seen. */
  readonly escaped?: RegExp
}

const likenesses: readonly Likeness[] = [
  { like: text => text.trim(), words: 'white space at the beginning or end' },
  { like: text => text.replace(/\s+/g, ''), words: 'white space' },
  { like: text => text.replace(invisible, ''), words: 'characters that cannot be seen' },
  { like: text => text.normalize('NFC'), words: 'how accents are written (Unicode normal form)' },
  { like: text => text.toLowerCase(), words: 'upper and lower case' },
  { like: text => text.replace(/\/$/, ''), words: 'a slash at the end' },
  { like: text => text.trim().toLowerCase(), words: 'white space and upper or lower case' },
  { like: inLatin, words: 'letters that look alike', escaped: /[^\n\x20-\x7e]/gu },
]

/** Soft hyphens, joiners, marks of direction and of byte order, variation selectors, fillers. */
const invisible = /[\p{Cf}\p{Variation_Selector}\u115f\u1160\u3164]/gu

/** A text in letters and signs of ASCII, as far as others look like them. */
function inLatin(text: string): string {
  const plain = text.normalize('NFKC').replace(invisible, '')
  return plain.replace(/[^\x20-\x7e]/gu, letter => lookAlikes.get(letter) ?? letter)
}

/** The usual look-alikes in Cyrillic, Greek and punctuation (Unicode Technical Standard 39). */
const lookAlikes: ReadonlyMap<string, string> = new Map(
  [
    [
      '\u0430\u0435\u043e\u0440\u0441\u0443\u0445\u0456\u0458\u0455\u0501\u051b\u051d\u04bb',
      'aeopcyxijsdqwh',
    ],
    [
      '\u0410\u0412\u0415\u041a\u041c\u041d\u041e\u0420\u0421\u0422\u0425\u0406\u0408\u0405',
      'ABEKMHOPCTXIJS',
    ],
    [
      '\u0391\u0392\u0395\u0396\u0397\u0399\u039a\u039c\u039d\u039f\u03a1\u03a4\u03a5\u03a7',
      'ABEZHIKMNOPTYX',
    ],
    ['\u03b1\u03bf\u03c1\u03bd\u03b9\u0131\u0261', 'aopviig'],
    ['\u2018\u2019\u201b\u2032', "''''"],
    ['\u201c\u201d\u201f\u2033', '""""'],
    ['\u2010\u2011\u2012\u2013\u2014\u2015\u2212\u2215\u2044', '-------//'],
  ].flatMap(([letters = '', plain = '']) =>
    Array.from(letters, (letter, index) => [letter, plain[index] ?? letter] as const),
  ),
)

function holds(operator: string, actual: string, expected: string): boolean {
  if (operator === 'contains') return actual.includes(expected)
  if (operator === 'starts-with') return actual.startsWith(expected)
  return operator === 'ends-with' && actual.endsWith(expected)
}

/** A text in which white space, and what cannot be seen otherwise, can be. */
function visibly(text: string, escaped = invisible): string {
  const plain = JSON.stringify(text.slice(0, 200)).slice(1, -1)
  const byNumber = [invisible, /(?! )\s/gu, escaped].reduce(
    (written, characters) => written.replace(characters, codePoint),
    plain,
  )
  return quoted(byNumber.replaceAll(' ', '\u00b7'))
}

/** `U+200B` */
function codePoint(character: string): string {
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase()
  return `<U+${code.padStart(4, '0')}>`
}

function typeName(value: JsonValue): string {
  if (isNumber(value)) return 'number'
  return typeof value === 'string' ? 'text' : value === null ? 'null' : typeof value
}

/** A success where a refusal is expected. */
function unexpectedSuccess(
  operator: string,
  expected: JsonValue,
  { status = 0 }: Answered,
): Advice | undefined {
  const first = valueText(expected)[0]
  if (operator !== 'equals' || status < 200 || status > 299 || (first !== '4' && first !== '5'))
    return undefined
  return {
    cause: `The server took the request (${status}), where ${shown(valueText(expected), 20)} is expected.`,
    next: 'Look whether the request is as wrong as it is meant to be; else the server checks too little.',
  }
}

/** A header that is not there, or is called nearly so. */
function whyHeader(
  name: string,
  { operator, expected }: ValidationResult,
  answer: Answered,
): Advice | undefined {
  const { headers = [] } = answer.exchange?.response ?? {}
  const value = answer.received(name)
  if (value !== undefined)
    return name.toLowerCase() === 'content-type' && answer.isPage && /json/.test(valueText(expected))
      ? pageCause(answer)
      : onlyDiffersBy(value, operator, expected)
  const meant = nearMiss(name, new Set(headers.map(([header]) => header.toLowerCase())))
  return meant === undefined
    ? undefined
    : {
        cause: `The answer has no header ${shown(name, 60)}, and has ${shown(meant, 60)}.`,
        next: 'Check the name.',
      }
}

/** The words for each part of the time, and the advice where it is long. */
const phaseWords: Readonly<Record<string, readonly [name: string, next: string]>> = {
  dns: ['looking up the name', 'Look at the resolver of this machine, or name the address with `resolve`.'],
  connect: ['connecting', 'Look at the network between here and the server.'],
  tls: ['the TLS handshake', 'Look at the network, and at what the server does in the handshake.'],
  firstByte: [
    'waiting for the server to begin its answer',
    'Look at what the server does for this request: the network is not what is slow.',
  ],
  download: ['receiving the body', 'Ask for less, or compressed; or look at the network.'],
}

/** Which part of the time was long. */
export function slow({ exchange }: Answered): Advice | undefined {
  const phases = Object.entries<number>({ ...exchange?.phases })
  const whole = phases.reduce((sum, [, time]) => sum + time, 0)
  const [phase = '', time = 0] = phases.toSorted(([, one], [, other]) => other - one)[0] ?? []
  const [name, next] = phaseWords[phase] ?? []
  if (name === undefined || next === undefined || time < whole / 2) return undefined
  return { cause: `${formatDuration(time)} of ${formatDuration(whole)} went into ${name}.`, next }
}

/** A member that a schema misses while there is one of nearly this name. */
function misspeltMember({ messages }: ValidationResult, { json }: Answered): Advice | undefined {
  for (const message of messages.slice(0, 20)) {
    const [, pointer = '', name = ''] =
      /(?:^|answer )(\/\S*): must have required property '([^']+)'/.exec(message) ?? []
    if (name === '') continue
    const place = walk(
      pointer
        .split('/')
        .slice(1)
        .filter(part => part !== ''),
      json,
    )
    if (place?.ok !== true || !isObject(place.value)) continue
    const keys = Object.keys(place.value)
    const meant = sameWord(name, keys) ?? nearMiss(name, keys)
    if (meant !== undefined)
      return {
        cause: `The answer has no ${shown(name, 60)}, and has ${shown(meant, 60)}.`,
        next: 'One of the two names is wrong: mend the server, or the schema.',
      }
  }
  return undefined
}

/** `user_name` for `userName`. */
function sameWord(name: string, keys: readonly string[]): string | undefined {
  const plain = (text: string): string => text.replace(/[-_]/g, '').toLowerCase()
  return keys.find(key => plain(key) === plain(name))
}

/** Why there is nothing at a path. */
function whyAbsent(path: readonly string[] | undefined, { json }: Answered): Advice | undefined {
  if (path === undefined || json === undefined) return undefined
  const found = walk(path, json)
  if (found === undefined || found.ok) return undefined
  const { at, value, part } = found
  const place = at.length === 0 ? 'The body' : shown(written(at), 80)
  if (isList(value)) {
    if (/^\d+$/.test(part))
      return { cause: `${place} is a list of ${plural(value.length, 'item')}, so there is no [${part}].` }
    const inFirst = isObject(value[0] ?? null) && Object.hasOwn(value[0] as object, part)
    return {
      cause: `${place} is a list${value.length === 0 ? ', and empty' : ''}: there is no ${shown(part, 60)} beside its items.`,
      ...(inFirst
        ? { next: `The first item has it: ${shown(written([...at, '0', ...path.slice(at.length)]), 120)}.` }
        : {}),
    }
  }
  if (!isObject(value))
    return {
      cause: `${place} is ${value === null ? 'null' : `a ${typeName(value)}`}: there is nothing in it.`,
    }
  const keys = Object.keys(value).slice(0, 1000)
  const meant = sameWord(part, keys) ?? nearMiss(part, keys)
  if (meant !== undefined)
    return {
      cause: `${place} has no ${shown(part, 60)}, and has ${shown(meant, 60)}.`,
      next: `Did you mean ${shown(written([...at, meant, ...path.slice(at.length + 1)]), 120)}?`,
    }
  const wrapper = keys.find(key => walk(path.slice(at.length), value[key])?.ok === true)
  if (wrapper !== undefined)
    return {
      cause: `${place} has ${shown(part, 60)} one level deeper, in ${shown(wrapper, 60)}.`,
      next: `Did you mean ${shown(written([...at, wrapper, ...path.slice(at.length)]), 120)}?`,
    }
  return undefined
}

/** The value at a path, or how far there is something. */
type Walked =
  | { readonly ok: true; readonly value: JsonValue }
  | { readonly ok: false; readonly at: readonly string[]; readonly value: JsonValue; readonly part: string }

function walk(path: readonly string[] | undefined, root: JsonValue | undefined): Walked | undefined {
  if (path === undefined || root === undefined) return undefined
  let value = root
  for (const [index, part] of path.entries()) {
    const inner: JsonValue | undefined = isList(value)
      ? value[/^\d+$/.test(part) ? Number(part) : -1]
      : isObject(value) && Object.hasOwn(value, part)
        ? value[part]
        : undefined
    if (inner === undefined) return { ok: false, at: path.slice(0, index), value, part }
    value = inner
  }
  return { ok: true, value }
}

function written(parts: readonly string[]): string {
  return `$${parts.map(part => (/^\d+$/.test(part) ? `[${part}]` : /^[\p{L}_$][\p{L}\p{N}_$-]*$/u.test(part) ? `.${part}` : `['${part}']`)).join('')}`
}

/** An answer that may be older than what it is about. */
function cached(answer: Answered, failed: readonly ValidationResult[]): Advice | undefined {
  const age = Number(answer.received('age') ?? 0)
  const hit = /\bhit\b/i.test(answer.received('x-cache') ?? answer.received('cf-cache-status') ?? '')
  if (failed.every(one => !ofBody(one)) || (!hit && !(age > 0))) return undefined
  return {
    cause: `The answer came from a cache${age > 0 ? `, where it is ${roughly(age * 1000)} old (header Age)` : ''}.`,
    next: /no-cache|no-store/i.test(answer.sent('cache-control') ?? '')
      ? 'It does not mind Cache-Control: ask by another query, or look at its settings.'
      : 'Ask past the cache: send the header Cache-Control: no-cache, or another query.',
  }
}

/** Something that is carried out later. */
function pending(answer: Answered, count: number): Advice | undefined {
  if (answer.status !== 202 || count === 0) return undefined
  const location = answer.received('location')
  return {
    cause: 'It was accepted (202), and need not be done yet.',
    next: `Ask until it is: \`apitest poll\`, or \`retry\`${location === undefined ? '' : `, at ${quoted(location)}`}.`,
  }
}
