import { requestOfStep, type WrittenRequest } from '../../compile/request-of-step.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import { parseDuration } from '../../util/duration.ts'
import { isObject } from '../../util/is-json.ts'
import { list, mapping, number, text } from '../../util/read-values.ts'
import { valueText } from '../../util/value-text.ts'
import type { FoundCall } from './given-description.ts'
import type { MinimalDescription } from './minimal-description.ts'
import { criteriaOf, expressionOf, type WriteValue } from './write-criteria.ts'

/** Facts of the workflow that a step is written to. */
export interface StepWriting {
  readonly id: string
  readonly settings: JsonObject
  readonly description: MinimalDescription
  /** A text of the suite with its variables that never change filled in. */
  readonly addressOf: (text: string) => string | undefined
  /** The same of a server that is described; one that is not known is told. */
  readonly serverOf: (text: string) => string | undefined
  readonly write: WriteValue
  readonly lose: (what: string, why: string) => void
  readonly note: (what: string, why: string) => void
  /** The name that a variable has among the outputs of the step. */
  readonly outputOf: (variable: string) => string
  /** Told the name of each output that the step has. */
  readonly found: (variable: string, output: string) => void
}

/** Writes a step of a suite; undefined for one that is no request. */
export function writeStep(step: JsonObject, writing: StepWriting): JsonObject | undefined {
  const { id, settings, write, lose } = writing
  const request = requestOfStep(step, settings)
  if (request === undefined) return undefined
  for (const { what, why } of request.losses) lose(what, why)
  const [, base = '', path = '', query = ''] =
    /^(\{\{[^{}]+\}\}|\w+:\/\/[^/?#]*)?([^?#]*)(?:\?([^#]*))?/.exec(request.url) ?? []
  const { call, parameters } = callOf(
    { id, base, path: path === '' ? '/' : path, method: request.method, type: request.body?.type },
    writing,
  )
  const body = bodyOf(request, write, lose)
  const said = text(step['description'])
  tellKeys(step, request, lose)
  const criteria = criteriaOf(list(step['validations']).map(mapping), write, lose)
  const outputs = outputsOf(step, writing)
  const all = [...parameters, ...parametersOf(request, query, write, lose)]
  return {
    stepId: id,
    ...(said === undefined ? {} : { description: said }),
    ...call,
    ...(all.length === 0 ? {} : { parameters: all }),
    ...(body === undefined ? {} : { requestBody: body }),
    successCriteria: criteria.length === 0 ? [{ condition: '$statusCode >= 100' }] : criteria,
    ...failureOf(step, lose),
    ...(Object.keys(outputs).length === 0 ? {} : { outputs }),
  }
}

interface Call {
  readonly id: string
  readonly base: string
  readonly path: string
  readonly method: string
  readonly type: string | undefined
}

/** The call of an operation of the description that was given, or of one that is described beside the workflows. */
function callOf(
  { id, base, path, method, type }: Call,
  { description, addressOf, serverOf, write, note }: StepWriting,
): FoundCall {
  const { given } = description
  const server = addressOf(base)
  const found = given?.find({ method, server, path }, write)
  const name = given?.given.name ?? ''
  if (found?.otherServer !== undefined)
    note(server ?? '', `${name} says ${found.otherServer}: \`respect --server ${name}=URL\` says another`)
  if (found !== undefined) return found
  if (given !== undefined)
    note(`${method} ${path}`, `${name} has no such operation: it is described beside the workflows`)
  return description.add(id, { method, server: serverOf(base) ?? 'http://localhost', path, type }, write)
}

function parametersOf(
  { query, headers, auth }: WrittenRequest,
  inUrl: string,
  write: WriteValue,
  lose: StepWriting['lose'],
): readonly JsonObject[] {
  const own =
    inUrl === '' ? [] : inUrl.split('&').map(pair => pair.split(/=(.*)/s).map(decoded) as [string, string?])
  const [credential, place] = credentialOf(auth, lose)
  const pairs = [
    ...[...own, ...query].map(([name, value = '']) => ['query', name, value] as const),
    ...headers.map(([name, value]) => ['header', name, value] as const),
    ...(credential === undefined ? [] : [[place ?? 'header', ...credential] as const]),
  ]
  const grouped = new Map<
    string,
    { readonly name: string; readonly in: string; readonly values: JsonValue[] }
  >()
  for (const [where, name, value] of pairs) {
    const one = grouped.get(`${where} ${name}`) ?? { name, in: where, values: [] }
    one.values.push(write(value))
    grouped.set(`${where} ${name}`, one)
  }
  return [...grouped.values()].map(({ values, ...one }) => ({
    ...one,
    value: values.length === 1 ? (values[0] ?? '') : values,
  }))
}

function decoded(written: string): string {
  try {
    return decodeURIComponent(written)
  } catch {
    return written
  }
}

/** The header or the parameter that credentials are. */
function credentialOf(
  auth: JsonObject | undefined,
  lose: StepWriting['lose'],
): readonly [(readonly [string, string])?, ('header' | 'query')?] {
  const [[kind, value] = ['', '']] = Object.entries(auth ?? {})
  const part = (key: string): string => valueText(mapping(value)[key] ?? '')
  if (kind === '') return []
  if (kind === 'bearer') return [['Authorization', `Bearer ${valueText(value)}`]]
  if (kind === 'basic' && !/\{\{/.test(part('username') + part('password')))
    return [
      ['Authorization', `Basic ${Buffer.from(`${part('username')}:${part('password')}`).toString('base64')}`],
    ]
  if (kind === 'api-key')
    return part('header') === ''
      ? [[part('query'), part('value')], 'query']
      : [[part('header'), part('value')]]
  lose(`auth ${kind}`, 'Arazzo has no words for it: give the header')
  return []
}

function bodyOf(
  { body }: WrittenRequest,
  write: WriteValue,
  lose: StepWriting['lose'],
): JsonObject | undefined {
  if (body === undefined) return undefined
  const type = body.type ?? 'application/octet-stream'
  if (body.kind === 'json') return { contentType: type, payload: write(body.value) }
  if (body.kind === 'text') return { contentType: type, payload: write(body.text) }
  if (body.kind === 'form') return { contentType: type, payload: write(Object.fromEntries(body.fields)) }
  lose(`body ${body.kind}`, 'payloads are values: no file is sent')
  return undefined
}

function outputsOf(step: JsonObject, { outputOf, found, lose }: StepWriting): JsonObject {
  const outputs: Record<string, JsonValue> = {}
  for (const [variable, extract] of Object.entries(mapping(step['extracts']))) {
    const from =
      text(extract) ??
      (isObject(extract) && Object.keys(extract).every(key => key === 'from' || key === 'optional')
        ? text(extract['from'])
        : undefined)
    const expression = from === undefined ? undefined : expressionOf(from)
    if (expression === undefined) {
      lose(`extract ${variable}`, 'outputs are expressions: there is none for it')
      continue
    }
    const output = outputOf(variable)
    outputs[output] = expression
    found(variable, output)
  }
  return outputs
}

function failureOf(step: JsonObject, lose: StepWriting['lose']): JsonObject {
  const { attempts, interval, ...others } = mapping(step['retry'])
  for (const key of Object.keys(others))
    if (key !== 'until') lose(`retry ${key}`, 'Arazzo has no word for it')
  const limit = number(attempts)
  if (limit === undefined) return {}
  const after = (parseDuration(valueText(interval ?? '1s')) ?? 1000) / 1000
  return {
    onFailure: [{ name: 'again', type: 'retry', retryAfter: after, retryLimit: Math.max(1, limit - 1) }],
  }
}

/** Keys that are written, or say nothing of what is sent and judged. */
const written = new Set(
  'name id description tags request headers query auth json form text xml graphql multipart file content-type variables extracts validations retry safe'.split(
    ' ',
  ),
)

function tellKeys(step: JsonObject, { settings }: WrittenRequest, lose: StepWriting['lose']): void {
  const travel = Object.keys(settings).filter(
    key => !/^(?:cookies|timeout|unset-variables|stop-on-failure)$/.test(key),
  )
  for (const key of new Set([...Object.keys(step), ...travel]))
    if (!written.has(key)) lose(key, 'Arazzo has no word for it')
}
