import { requestOfStep, type WrittenRequest } from '../../compile/request-of-step.ts'
import type { LostPart } from '../../model/conversion.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import { isList, isObject } from '../../util/is-json.ts'
import { list, mapping } from '../../util/read-values.ts'
import { valueText } from '../../util/value-text.ts'
import { type Say, silent } from '../told.ts'
import type { SectionName } from './hurl-file.ts'
import { commentLines, keyText, lineText, strangePlaceholders } from './hurl-text.ts'
import { quotedJson, writeBody } from './write-body.ts'
import { capturesOf } from './write-captures.ts'
import { checkedBy, type WrittenCheck, writtenChecks, writtenLines } from './written-checks.ts'
import { type EntryContext, optionLines } from './write-options.ts'

/** An entry as lines, by the places where they stand. */
export interface WrittenEntry {
  readonly line: string
  readonly headers: readonly string[]
  readonly sections: ReadonlyMap<SectionName, readonly string[]>
  readonly body: string
  /** `HTTP 200`. */
  readonly status: string
  /** The name of the check that the status is. */
  readonly statusRemark: string
  readonly description: string
  readonly checks: readonly WrittenCheck[]
  readonly losses: readonly LostPart[]
}

/** Writes a step; undefined for one that is no request. */
export function writeEntry(step: JsonObject, context: EntryContext): WrittenEntry | undefined {
  const request = requestOfStep(step, context.settings)
  if (request === undefined) return undefined
  const losses: LostPart[] = [...request.losses]
  const lose = (what: string, why: string): void => {
    losses.push({ what, why })
  }
  const body = writeBody(request, step, context.isText, lose)
  const auth = authLines(request.auth, lose)
  const extracts = mapping(step['extracts'])
  const validations = list(step['validations']).map(mapping)
  const captures = capturesOf(extracts, checkedBy(validations, context.used), lose)
  const status = statusLine(validations, context.assertsStatus === true)
  const checks = [
    ...writtenLines(status.asserts),
    ...writtenChecks(status.others, extracts, lose),
    ...writtenLines(forbidsErrors(step, validations) ? ['jsonpath "$.errors" not exists'] : []),
  ]
  losses.push(...keysLost(step, request, context.variables))
  const pairs = (fields: readonly (readonly [string, string])[]): readonly string[] =>
    fields.map(([name, value]) => `${keyText(name)}: ${lineText(value)}`.trimEnd())
  const sections: readonly (readonly [SectionName, readonly string[]])[] = [
    ['Options', [...auth.options, ...optionLines(step, request.settings, context, lose)]],
    ['Query', [...pairs(request.query), ...auth.query]],
    ['BasicAuth', auth.basic],
    ['Form', pairs(body.form)],
    ['Multipart', body.parts],
    ['Captures', captures],
    ['Asserts', checks.flatMap(({ remark, lines }) => [...commentLines(remark), ...lines])],
  ]
  return {
    line: `${request.method} ${lineText(request.url)}`,
    headers: [
      ...pairs(request.headers),
      ...auth.headers,
      ...pairs(body.type === undefined ? [] : [['Content-Type', body.type]]),
    ],
    sections: new Map(sections.filter(([, lines]) => lines.length > 0)),
    body: body.text,
    status: status.line,
    statusRemark: status.remark,
    description: valueText(step['description'] ?? ''),
    checks,
    losses,
  }
}

/** True where a suite passes no answer of GraphQL that lists errors. */
function forbidsErrors(step: JsonObject, validations: readonly JsonObject[]): boolean {
  const graphql = mapping(step['graphql'])
  const says = [
    ...validations.flatMap(one => Object.keys(one)),
    ...Object.values(mapping(step['extracts'])).map(String),
  ]
  return graphql['query'] !== undefined && graphql['allow-errors'] !== true && !says.some(looksAtErrors)
}

const looksAtErrors = (target: string): boolean => /^(?:\$$|\$\.errors\b|text$|schema$)/.test(target)

/** The line of the answer, and what has to be asked besides. */
function statusLine(
  validations: readonly JsonObject[],
  isAsserted: boolean,
): {
  readonly line: string
  readonly remark: string
  readonly asserts: readonly string[]
  readonly others: readonly JsonObject[]
} {
  const any = { line: 'HTTP *', remark: '', asserts: [] }
  const isStatus = ({ name: _, ...one }: JsonObject): boolean =>
    one['status'] !== undefined && Object.keys(one).length === 1
  const exact = validations.findIndex(one => isStatus(one) && typeof one['status'] === 'number')
  const at = exact < 0 ? validations.findIndex(isStatus) : exact
  const { status, name } = validations[at] ?? {}
  const others = validations.filter((_, index) => index !== at)
  if (at < 0) {
    const isJudged = validations.some(one => Object.hasOwn(one, 'status'))
    return { ...any, asserts: isJudged ? [] : ['status >= 200', 'status < 400'], others }
  }
  if (typeof status === 'number' && !isAsserted)
    return { ...any, line: `HTTP ${status}`, remark: valueText(name ?? ''), others }
  const isAny = isObject(status ?? null) && JSON.stringify(status) === '{"at-least":100}'
  if (isAny) return { ...any, remark: valueText(name ?? ''), others }
  const [check] = writtenChecks([{ status: status ?? null }], {}, silent.lose)
  const bounds = name === undefined ? (check?.lines ?? []) : []
  // Each bound is an assert of its own, as it is read.
  return bounds.length > 1 ? { ...any, asserts: bounds, others } : { ...any, others: validations }
}

/** Credentials, by the places where Hurl has them. */
function authLines(
  auth: JsonObject | undefined,
  lose: Say,
): Readonly<Record<'headers' | 'options' | 'query' | 'basic', readonly string[]>> {
  const none = { headers: [], options: [], query: [], basic: [] }
  const [[kind, value] = ['', '']] = Object.entries(auth ?? {})
  const text = (key: string): string => valueText(mapping(value)[key] ?? '')
  const user = `user: ${lineText(`${text('username')}:${text('password')}`)}`
  switch (kind) {
    case '':
      return none
    case 'bearer':
      return { ...none, headers: [`Authorization: Bearer ${lineText(valueText(value))}`] }
    case 'basic':
      return { ...none, basic: [`${keyText(text('username'))}: ${lineText(text('password'))}`] }
    case 'digest':
      return { ...none, options: [user, 'digest: true'] }
    case 'aws': {
      const provider = ['aws', 'amz', text('region'), text('service')].filter(part => part !== '').join(':')
      const keys = `${text('access-key-id')}:${text('secret-access-key')}`
      if (text('session-token') !== '') lose('auth aws', 'Hurl sends no session token')
      return { ...none, options: [`aws-sigv4: ${lineText(provider)}`, `user: ${lineText(keys)}`] }
    }
    case 'api-key': {
      const name = text('header') === '' ? text('query') : text('header')
      const line = `${keyText(name)}: ${lineText(text('value'))}`
      return text('header') === '' ? { ...none, query: [line] } : { ...none, headers: [line] }
    }
    default:
      lose(`auth ${kind}`, 'Hurl has no such authentication')
      return none
  }
}

/** Keys that are written, or say nothing of the request. */
const written = new Set(
  (
    'name id description tags request headers query auth json form text xml graphql multipart file content-type variables extracts ' +
    'save-to validations follow-redirects timeout http-version tls proxy resolve unix-socket path-as-is retry repeat skip safe'
  ).split(' '),
)

function keysLost(
  step: JsonObject,
  { settings }: WrittenRequest,
  variables: JsonObject,
): readonly LostPart[] {
  const travel = Object.keys(settings).filter(key => !Object.hasOwn(step, key) && key !== 'unset-variables')
  const texts: string[] = []
  const { text } = step
  collectTexts(
    {
      ...step,
      text: typeof text === 'string' ? quotedJson(text) : null,
      extracts: null,
      description: null,
      given: variables,
    },
    texts,
  )
  return [
    ...[...Object.keys(step), ...travel]
      .filter(key => !written.has(key) && !(key === 'cookies' && settings[key] === 'added'))
      .map(what => ({ what, why: 'Hurl has no word for it' })),
    ...[...new Set(texts.flatMap(strangePlaceholders))].map(inside => ({
      what: `{{${inside}}}`,
      why: 'Hurl has no such placeholder: give the variable',
    })),
  ]
}

function collectTexts(value: JsonValue, found: string[]): void {
  if (typeof value === 'string') found.push(value)
  else if (isList(value)) for (const item of value) collectTexts(item, found)
  else if (isObject(value))
    for (const [key, inside] of Object.entries(value)) {
      found.push(key)
      collectTexts(inside, found)
    }
}
