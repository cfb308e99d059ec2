import { factsOf, plainRequest } from '../../actions/index.ts'
import { actionKeys, stepKeyOrder } from '../../generated/language.ts'
import { requestMethods } from '../../model/request-methods.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import { actionOf } from '../../parse/build-step.ts'
import { slipOf } from '../../util/did-you-mean.ts'
import { isList, isObject } from '../../util/is-json.ts'
import { validationsOf } from './answers.ts'
import { extractsOf } from './extracts.ts'
import { scalarText } from './targets.ts'
import {
  authOf,
  bodyOf,
  conditionsOf,
  durationOf,
  namedValues,
  requestLine,
  retryOf,
  rowsOf,
  wholeUrl,
} from './shapes.ts'
import { linePart, requestWord, stepWord, yesOrNo } from './words.ts'
import { isNumber } from '../../util/exact-number.ts'

/** The replacement for a key that other tools have, or for one with a value of another shape. */
export interface Instead {
  /** A sentence that ends with a colon where lines follow. */
  readonly hint: string
  /** The user's own content in the right shape; undefined where it is not understood. */
  parts?(written: JsonValue, key: string): JsonObject | undefined
  /** An example of such a key, where the content is not understood. */
  readonly example?: JsonObject
}

type StepKey = NonNullable<ReturnType<typeof stepWord>>

/** The replacements for the words of other tools in a step, by our word for each. */
export const insteadInStep: Readonly<Record<StepKey, Instead>> = {
  validations: {
    hint: 'What must be true of the answer is a list, one target to each item:',
    parts: answerParts,
    example: {
      validations: [{ status: 200 }, { '$.id': 1 }, { 'header content-type': { contains: 'json' } }],
    },
  },
  status: {
    hint: 'The status is one of the validations:',
    parts: written => one('validations', validationsOf({ status: written })),
    example: { validations: [{ status: 200 }] },
  },
  extracts: {
    hint: 'Values for later steps are extracts, a name and where its value is found:',
    parts: written => one('extracts', extractsOf(written)),
    example: { extracts: { token: '$.token', page: 'header x-page' } },
  },
  tests: {
    hint: 'Scripts stand under `scripts`, what they test in `after`; most of it can be said by validations:',
    parts: written =>
      typeof written === 'string' && /\b(?:pm|bru|test|expect|res|response|console)\b.*\(/s.test(written)
        ? { scripts: { after: written } }
        : answerParts(written),
    example: { validations: [{ status: 200 }, { '$.id': 1 }] },
  },
  before: {
    hint: 'What runs before the request is a step of its own above it, or a script:',
    parts: written => (typeof written === 'string' ? { scripts: { before: written } } : undefined),
    example: { scripts: { before: 'pm.variables.set("stamp", Date.now())' } },
  },
  body: {
    hint: 'A body stands under what it is, `json`, `form`, `text`, `xml`, `multipart`, `graphql` or `file`:',
    parts: bodyOf,
    example: { json: { name: 'Ada' } },
  },
  json: { hint: 'A JSON body stands under `json`:', parts: written => ({ json: written }) },
  form: {
    hint: 'The fields of a form are a mapping:',
    parts: written => one('form', namedValues(written, /=/)),
    example: { form: { name: 'Ada' } },
  },
  multipart: {
    hint: 'The parts of a multipart form are a mapping:',
    parts: written => one('multipart', filesOf(written)),
    example: { multipart: { caption: 'Summer', photo: { file: 'cat.png' } } },
  },
  data: {
    hint: 'A step runs once for each row of `data`, a file or a list; what is sent stands under `json`, `form` or `text`:',
    parts: (written, key) => dataParts(written, key),
    example: { data: [{ id: 1 }, { id: 2 }] },
  },
  query: {
    hint: 'Parameters of the URL stand under `query`, a mapping:',
    parts: written => one('query', namedValues(written, /=/)),
    example: { query: { page: 1 } },
  },
  headers: {
    hint: 'Headers are a mapping of names and values:',
    parts: written => one('headers', namedValues(written, /:\s*/)),
    example: { headers: { Accept: 'application/json' } },
  },
  auth: {
    hint: 'Credentials stand under `auth`, by their kind; what is secret is a variable:',
    parts: (written, key) => (holdsKind(written) ? undefined : one('auth', authOf(key, written))),
  },
  cookies: {
    hint: 'Cookies to send are a header; those that an answer sets are sent back without a word:',
    parts: written => {
      const cookies = namedValues(written, /=/)
      return (
        cookies && {
          headers: {
            Cookie: Object.entries(cookies)
              .map(([name, value]) => `${name}=${scalarText(value)}`)
              .join('; '),
          },
        }
      )
    },
    example: { headers: { Cookie: 'theme=dark' } },
  },
  when: {
    hint: 'A condition is a mapping of variables, set or extracted before, and what they must be:',
    parts: (written, key) =>
      one(/^unless$|skip[\s_-]*if$/i.test(key) ? 'unless' : 'when', conditionsOf(written)),
    example: { when: { plan: { 'not-equals': 'gold' } } },
  },
  skip: {
    hint: 'A step that is not to run has `skip`, with the reason:',
    parts: written =>
      one('skip', /^(?:true|false|yes|no)$/i.test(scalarText(written)) ? undefined : textOf(written)),
    example: { skip: 'not implemented yet' },
  },
  only: {
    hint: 'One step alone runs by its line, `apitest FILE:LINE`; several by a tag, with `--tags this`:',
    example: { tags: ['this'] },
  },
  retry: {
    hint: 'The same is tried again with `retry` until the validations hold, another request each time with `repeat`:',
    parts: written => {
      const until = isObject(written) ? (written['until'] ?? null) : null
      const waitedFor = isObject(until) ? one('validations', validationsOf(until)) : undefined
      const retry = one('retry', retryOf(written))
      return retry && { ...retry, ...waitedFor }
    },
    example: { retry: { attempts: 5, interval: '1s' } },
  },
  pause: {
    hint: 'Waiting for a time is a step of its own, `pause`; `retry` waits for an answer to become right:',
    example: { retry: { attempts: 5, interval: '1s' } },
  },
  timeout: {
    hint: 'A time has its unit:',
    parts: written => one('timeout', durationOf(written)),
    example: { timeout: '10s' },
  },
  name: {
    hint: 'A step is named by `name`:',
    parts: written => one('name', textOf(written)),
    example: { name: 'First user' },
  },
  description: {
    hint: 'Remarks stand under `description`:',
    parts: written => one('description', textOf(written)),
    example: { description: 'The seed data has a first user.' },
  },
  tags: { hint: 'Tags are a list:', parts: tagParts, example: { tags: ['smoke'] } },
  variables: {
    hint: 'Variables for this step and those after it are a mapping:',
    parts: written => one('variables', namedValues(written, /\s*[=:]\s*/)),
    example: { variables: { orderId: '{{$uuid}}' } },
  },
  use: {
    hint: 'Another suite runs as a step with `use`:',
    parts: written => {
      const file = isObject(written)
        ? Object.values(written).find(value => typeof value === 'string')
        : written
      return typeof file === 'string' && file.endsWith('.yaml') ? { use: file } : undefined
    },
    example: { use: 'sign-in.apitest.yaml' },
  },
  exec: {
    hint: 'A command is a step with `exec`:',
    parts: written => (typeof written === 'string' || isList(written) ? { exec: written } : undefined),
    example: { exec: 'date +%F' },
  },
  'follow-redirects': {
    hint: 'Redirects are followed with `follow-redirects`, true or how many:',
    parts: (written, key) => ({
      'follow-redirects': isNumber(written) ? written : yesOrNo(written) !== /^no/i.test(key),
    }),
  },
  tls: {
    hint: 'Certificates, and whom to trust, stand under `tls`:',
    parts: (written, key) => {
      const [[inner, value] = [key, written], ...more] = isObject(written) ? Object.entries(written) : []
      const yes = yesOrNo(value)
      if (more.length > 0 || yes === undefined || (isObject(written) && !isInsecure(inner))) return undefined
      return { tls: { verify: yes !== isInsecure(inner) } }
    },
    example: { tls: { verify: false } },
  },
  proxy: { hint: 'A proxy is a URL:', example: { proxy: 'http://127.0.0.1:3128' } },
  'http-version': {
    hint: 'The version of HTTP stands under `http-version`:',
    parts: (written, key) => ({
      'http-version': key.endsWith('2') ? 2 : /2/.test(scalarText(written)) ? 2 : 1.1,
    }),
  },
  graphql: {
    hint: 'A GraphQL operation has its document under `query`:',
    parts: written => (typeof written === 'string' ? { graphql: { query: written } } : undefined),
    example: { graphql: { query: '{ users { name } }' } },
  },
  file: {
    hint: 'A file that is the body stands under `file`:',
    parts: written => one('file', textOf(written)),
    example: { file: 'body.json' },
  },
  id: {
    hint: 'A short name that no other step has is its `id`:',
    parts: written => one('id', textOf(written)?.replaceAll(/[^\w-]+/g, '-')),
  },
}

/** True where a word of another tool says that a certificate is not looked at. */
function isInsecure(word: string): boolean {
  return /insecure|skip|ignore/i.test(word)
}

/** True where a kind of credentials has its parts (`bearer` has none), or is misspelt. */
function holdsKind(written: JsonValue): boolean {
  const kinds = ['basic', 'bearer', 'api-key', 'oauth2', 'digest', 'aws']
  return (
    isObject(written) &&
    Object.entries(written).some(([key, value]) =>
      kinds.includes(key) ? key !== 'bearer' && isObject(value) : slipOf(key, kinds) !== undefined,
    )
  )
}

/** Keys of which every step can have one. */
const common = [...stepKeyOrder.before, ...stepKeyOrder.after]

/** True where a step of an action can have these keys. */
export function fits(parts: JsonObject, action: string): boolean {
  return Object.keys(parts).every(key => common.includes(key) || actionKeys[action]?.includes(key) === true)
}

/** The replacement for a key, and the user's own content in it where it is understood. */
export interface Replacement {
  readonly instead: Instead
  readonly parts?: JsonObject
  /** True where the key itself is one of ours. */
  readonly isOwn: boolean
}

/** Finds the replacement for a key of a step; undefined where its meaning is unknown. */
export function insteadOf(key: string, written: JsonValue, action: string): Replacement | undefined {
  if (key === 'for-each' || (slipOf(key, ['for-each']) !== undefined && !isList(written)))
    return roundsInstead(key, written)
  const isOwn = fits({ [key]: written }, action)
  const [outer = '', inner] = key.split(/\.(.*)/s)
  if (inner !== undefined && stepWord(outer) !== undefined) {
    const nested = insteadOf(outer, { [inner]: written }, action)
    return nested && { ...nested, isOwn }
  }
  const { otherWords } = factsOf(action)
  if (otherWords?.keys.includes(key) === true)
    return { instead: { hint: otherWords.hint }, parts: { [otherWords.key]: written }, isOwn }
  const word = stepWord(key)
  if (word === undefined) return undefined
  const instead = insteadInStep[word]
  const parts = instead.parts?.(written, key)
  if (parts !== undefined && fits(parts, action)) return { instead, parts, isOwn }
  return instead.example !== undefined && fits(instead.example, action) ? { instead, isOwn } : undefined
}

/** Makes the key for the list of `for-each`, where an item has no name, or one of another tool. */
function roundsInstead(key: string, written: JsonValue): Replacement | undefined {
  const { in: list, of = list, items = of, as, ...others } = isObject(written) ? written : { in: written }
  const name = typeof as === 'string' ? as : 'item'
  const isNamed = items === undefined && as === undefined
  if (isNamed && (key === 'for-each' || Object.keys(others).length !== 1)) return undefined
  const all = typeof items === 'string' && /^\w+$/.test(items) ? `{{${items}}}` : (items ?? null)
  const parts = { 'for-each': isNamed ? written : { [name]: all } }
  const hint = 'A step repeats for each item of a list, which stands behind what an item is called:'
  return { instead: { hint, example: { 'for-each': { id: [1, 2] } } }, parts, isOwn: key === 'for-each' }
}

/** The key of a step that does nothing but wait for a time, and how that is written. */
export function pauseOf(step: JsonObject): { readonly key: string; readonly parts: JsonObject } | undefined {
  if (actionOf(step) !== undefined) return undefined
  const [key = '', ...others] = Object.keys(step).filter(own => !fits({ [own]: null }, 'pause'))
  const pause = others.length === 0 && stepWord(key) === 'pause' ? pauseTimeOf(step[key]) : undefined
  return pause === undefined ? undefined : { key, parts: { pause } }
}

/** A number alone is mostly one of seconds where it is small, and of milliseconds where it is not. */
function pauseTimeOf(written: JsonValue | undefined): string | undefined {
  if (!isNumber(written)) return durationOf(written)
  return Number(written) < 100 ? `${Number(written)}s` : `${Number(written)}ms`
}

/** The keys of a step that together are its request, and how that is written. */
export function requestOf(
  step: JsonObject,
): { readonly keys: readonly string[]; readonly parts: JsonObject } | undefined {
  const action = actionOf(step)
  if (action !== undefined && (action !== plainRequest || (isWhole(step[plainRequest]) && !hasUrl(step))))
    return undefined
  for (const [key, written] of Object.entries(step)) {
    const isVerb = requestMethods.includes(key.toUpperCase())
    if (isVerb && typeof written === 'string')
      return { keys: [key], parts: { request: `${key.toUpperCase()} ${wholeUrl(written.trim())}` } }
    if (isVerb && isObject(written)) return { keys: [key], parts: requestParts({ method: key, ...written }) }
    if (requestWord(key) === undefined) continue
    if (isObject(written)) return { keys: [key], parts: requestParts(written) }
    if (typeof written === 'string' && key !== 'request') {
      const [, method, url] = /^(?:([A-Za-z]+)\s+)?(\S+)$/.exec(written.trim()) ?? []
      const line = requestLine(method, url)
      if (line !== undefined) return { keys: [key], parts: { request: line } }
    }
  }
  const keys = Object.keys(step).filter(key => linePart(key) !== undefined || key === 'request')
  const part = (own: string): JsonValue | undefined => step[keys.find(key => linePart(key) === own) ?? '']
  const line = requestLine(part('method') ?? step[plainRequest], part('url'))
  return line === undefined ? undefined : { keys, parts: { request: line } }
}

/** True where a value of `request` has more than a method in it. */
function isWhole(written: JsonValue | undefined): boolean {
  return typeof written === 'string' && /\S\s+\S/.test(written.trim())
}

function hasUrl(step: JsonObject): boolean {
  return Object.keys(step).some(key => linePart(key) === 'url') && !isWhole(step[plainRequest])
}

/** A request whose parts have a key each, as keys of a step. */
function requestParts(written: JsonObject): JsonObject {
  const keys = Object.keys(written)
  const part = (own: string): JsonValue | undefined => written[keys.find(key => linePart(key) === own) ?? '']
  const line = requestLine(part('method'), part('url')) ?? 'GET {{baseUrl}}/path'
  const others = Object.entries(written).filter(([key]) => linePart(key) === undefined)
  return merged({ request: line }, ...others.map(([key, value]) => ofRequest(key, value)))
}

function ofRequest(key: string, written: JsonValue): JsonObject {
  const instead = insteadOf(key, written, 'request')
  if (instead?.parts !== undefined) return instead.parts
  return fits({ [key]: written }, 'request') ? { [key]: written } : {}
}

/** A whole step of another tool; a text is its request line. */
export function stepOf(written: JsonValue): JsonObject | undefined {
  if (typeof written === 'string') {
    const [, method, url] = /^(?:([A-Za-z]+)[\s:]+)?(\S+)$/.exec(written.trim()) ?? []
    const line = /[/{]/.test(url ?? '') ? requestLine(method, url) : undefined
    return line === undefined ? undefined : { request: line }
  }
  if (!isObject(written)) return undefined
  const request = requestOf(written)
  const action = actionOf(request?.parts ?? written)
  if (action === undefined) return undefined
  const others = Object.entries(written).filter(([key]) => request?.keys.includes(key) !== true)
  const rest = others.map(([key, value]) => {
    const parts = insteadOf(key, value, action)?.parts
    return parts ?? (fits({ [key]: value }, action) ? { [key]: value } : {})
  })
  return merged(...rest, ...(request === undefined ? [] : [request.parts]))
}

/** Parts of a step as one; of what stands in several, lists go behind each other, and mappings into one. */
export function merged(...parts: readonly JsonObject[]): JsonObject {
  const all: Record<string, JsonValue> = {}
  for (const [key, value] of parts.flatMap(part => Object.entries(part))) {
    const before = all[key] ?? null
    if (isList(before) && isList(value)) all[key] = [...before, ...value]
    else if (isObject(before) && isObject(value)) all[key] = { ...before, ...value }
    else all[key] = value
  }
  return all
}

/** Translates the parts of an answer: validations, and the values that are saved of it. */
function answerParts(written: JsonValue): JsonObject | undefined {
  if (!isObject(written)) return one('validations', validationsOf(written))
  const isSaved = (key: string): boolean => stepWord(key) === 'extracts'
  const saved = Object.entries(written).filter(([key]) => isSaved(key))
  const extracts = saved.map(([, value]) => extractsOf(value))
  const rest = Object.fromEntries(Object.entries(written).filter(([key]) => !isSaved(key)))
  const validations = Object.keys(rest).length === 0 ? [] : validationsOf(rest)
  if (validations === undefined || extracts.includes(undefined)) return undefined
  return {
    ...(validations.length === 0 ? {} : { validations }),
    ...(saved.length === 0 ? {} : { extracts: Object.assign({}, ...extracts) as JsonObject }),
  }
}

/** Rows; of a mapping or a text that is no file name, what is sent. */
function dataParts(written: JsonValue, key: string): JsonObject | undefined {
  if (key !== 'data') return one('data', rowsOf(written))
  const isRows = isObject(written) && ['rows', 'file', 'csv'].some(one => Object.hasOwn(written, one))
  if (isRows || isList(written)) return one('data', rowsOf(written))
  return isObject(written)
    ? { form: written }
    : typeof written === 'string' && /^\s*[[{<]/.test(written)
      ? bodyOf(written)
      : undefined
}

/** `{ photo: cat.png }` under `files` names files. */
function filesOf(written: JsonValue): JsonObject | undefined {
  const parts = namedValues(written, /=/)
  if (parts === undefined) return undefined
  return Object.fromEntries(
    Object.entries(parts).map(([name, value]) => {
      const [, file] = typeof value === 'string' ? (/^@?([\w./-]+\.\w{2,4})$/.exec(value) ?? []) : []
      return [name, file === undefined ? value : { file }]
    }),
  )
}

function tagParts(written: JsonValue): JsonObject | undefined {
  const tags = typeof written === 'string' ? written.split(/[\s,]+/).filter(tag => tag !== '') : written
  return isList(tags) && tags.length > 0
    ? {
        tags: [
          ...new Set(
            tags.map(tag =>
              scalarText(tag)
                .trim()
                .replaceAll(/[\s,!]+/g, '-'),
            ),
          ),
        ],
      }
    : undefined
}

function textOf(written: JsonValue): string | undefined {
  return typeof written === 'string' || isNumber(written) ? String(written) : undefined
}

function one(key: string, value: JsonValue | undefined): JsonObject | undefined {
  return value === undefined ? undefined : { [key]: value }
}
