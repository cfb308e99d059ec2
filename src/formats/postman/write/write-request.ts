import { multipartLosses, requestOfStep } from '../../../compile/request-of-step.ts'
import { withGraphqlInQuery } from '../../../compile/graphql-in-query.ts'
import { oneLine } from '../../../report/text/printable.ts'
import type { JsonObject, JsonValue } from '../../../model/json.ts'
import { isObject } from '../../../util/is-json.ts'
import type { ConversionLog } from '../conversion-log.ts'
import { withGrantedRules } from '../granted-rules.ts'
import { namedValues } from '../named-values.ts'
import { memberAt, objectAt, objectOf, textAt, textOf, withoutUndefined } from '../parts.ts'
import { beginsAsWritten, mayBeWritten, writeScripts } from '../scripts/write/write-scripts.ts'
import { bodyless } from '../read/read-body.ts'
import { plainText, postmanText } from '../template.ts'
import { type JsonTypes, uncertainIn } from '../../../compile/json-types.ts'
import { reportAuth, writeAuth } from './write-auth.ts'
import { writeBehavior } from './write-behavior.ts'
import { writeBody, type WrittenBody } from './write-body.ts'
import { eventOf } from './write-events.ts'
import { leftOutNames, speaksOf, writeHeaders } from './write-headers.ts'
import { isWritten, writeUrl } from './write-url.ts'

/** The context of a step that is written as a request. */
export interface WriteContext {
  /** Headers that it shares with others. */
  readonly headers: JsonObject
  /** True where a step that says nothing of the status gets a test that does. Not where the request came from Postman. */
  readonly judgesStatus: boolean
  /** True where what scripts say of it is left out. */
  readonly isSilent?: boolean
  /** The URL that it was read from, which stays where it is what would be written. */
  readonly url?: JsonValue | undefined
  /** How variables stand in JSON. */
  readonly types: JsonTypes
  readonly log: ConversionLog
}

/** A step that sends a request as an item of a collection, without its examples. */
export function writeRequest(given: JsonObject, around: WriteContext): JsonObject {
  const { step } = withGraphqlInQuery(given)
  const [method = '', url = ''] = (textAt(step, 'request') ?? '').trim().split(/\s+(.*)/s)
  const body = writeBody(step, around.types.bare)
  reportBody(step, around)
  const { description } = step
  return withoutUndefined({
    name: plainText(textAt(step, 'name') ?? `${method} ${url}`),
    event: around.isSilent === true ? undefined : writeStepEvents(given, around),
    protocolProfileBehavior: behaviorOf(step, method, body),
    request: withoutUndefined({
      auth: writeAuth(step['auth']),
      method,
      header: headersOf(step, body, around),
      body: body?.body,
      url:
        step['query'] === undefined && isWritten(around.url, url) ? around.url : writeUrl(url, step['query']),
      description: typeof description === 'string' ? description : undefined,
      certificate: writeCertificate(step['tls']),
      proxy: writeProxy(step['proxy']),
    }),
  })
}

/** Tells where a body is not sent, byte by byte, as a suite sends it. */
function reportBody(step: JsonObject, { types, log }: WriteContext): void {
  for (const name of uncertainIn(step, types))
    log.lose(`type of {{${name}}} in the body`, 'Postman sends it as text, a number of an answer too')
  const spaced = namedValues(step['form']).filter(
    ({ name, value, disabled }) => !disabled && / /.test(`${name}${textOf(value)}`),
  )
  if (spaced.length > 0)
    log.note(
      `form ${spaced.map(({ name }) => name).join(', ')}`,
      'Postman sends a space as %20, where a suite sends +',
    )
}

function headersOf(
  step: JsonObject,
  body: WrittenBody | undefined,
  { headers: shared }: WriteContext,
): readonly JsonObject[] {
  const { headers } = step
  const lines = writeHeaders(headers, shared)
  const isSaid = [headers, shared].some(mapping => speaksOf(mapping, 'content-type'))
  return body?.type === undefined || isSaid
    ? lines
    : [...lines, { key: 'Content-Type', value: postmanText(body.type) }]
}

function behaviorOf(step: JsonObject, method: string, body: WrittenBody | undefined): JsonObject | undefined {
  const names = leftOutNames(step['headers'])
  return writeBehavior(step, {
    disableBodyPruning: body !== undefined && bodyless.has(method) ? true : undefined,
    disabledSystemHeaders: objectOf(Object.fromEntries(names.map(name => [name, true]))),
  })
}

function writeStepEvents(step: JsonObject, { judgesStatus, log }: WriteContext): JsonValue | undefined {
  const { before, after, losses } = writeScripts(withGrantedRules(step, judgesStatus))
  const request = requestOfStep(step, {})
  for (const { what, why } of [...losses, ...multipartLosses(request?.body), ...(request?.losses ?? [])])
    log.lose(what, why)
  const skip = textAt(step, 'skip')
  if (skip !== undefined)
    log.note('skip', 'Postman leaves the request out by a script, and shows the reason in it alone')
  const all = [...(skip === undefined ? [] : [skipScript(skip)]), ...(before === undefined ? [] : [before])]
  const events = [
    ...(all.length === 0 ? [] : [eventOf('prerequest', all.join('\n'))]),
    ...(after === undefined ? [] : [eventOf('test', after)]),
  ]
  return events.length === 0 ? undefined : events
}

/** A script that leaves a request out. */
export function skipScript(reason: string): string {
  return `// ${oneLine(reason)}\npm.execution.skipRequest();`
}

/** True where the scripts that an item has may be those that are written of a step that came from Postman. */
export function mayHaveWrittenEvents(step: JsonObject, sources: readonly string[]): boolean {
  if (sources.length === 0) return true
  if (step['extracts'] !== undefined && !sources.some(beginsAsWritten)) return false
  const judged = withGrantedRules(step, false)
  return sources.some(source => mayBeWritten(source, judged))
}

function writeCertificate(tls: JsonValue | undefined): JsonObject | undefined {
  const source = (key: string): JsonObject | undefined => {
    const file = textAt(tls, key)
    return file === undefined ? undefined : { src: file }
  }
  const files = objectOf({ cert: source('certificate'), key: source('key'), pfx: source('pfx') })
  if (files === undefined) return undefined
  const passphrase = textAt(tls, 'passphrase')
  return { ...files, ...(passphrase === undefined ? {} : { passphrase: postmanText(passphrase) }) }
}

function writeProxy(proxy: JsonValue | undefined): JsonObject | undefined {
  const url = isObject(proxy) ? textAt(proxy, 'url') : proxy
  const match = typeof url === 'string' ? /^(?:https?:\/\/)?(?:[^@/]*@)?(.+?)(?::(\d+))?\/?$/.exec(url) : null
  if (match === null || url === 'none') return undefined
  return {
    match: 'http+https://*/*',
    host: postmanText(match[1] ?? ''),
    port: Number(match[2] ?? 8080),
    tunnel: false,
  }
}

/** The reason why `contract` does not come with a request or a folder. */
export const noDescription = 'a run of Postman is held against no description'

/** Keys of a step that a request of a collection has no equal for, with why. */
const unsayable: Readonly<Record<string, string>> = {
  'save-to': 'Postman saves answers by hand alone',
  id: 'requests of Postman have no ids of their own',
  tags: 'requests of Postman have no tags',
  safe: 'Postman keeps no request from production',
  when: 'a request of Postman runs whatever its variables hold',
  unless: 'a request of Postman runs whatever its variables hold',
  retry: 'Postman sends a request once',
  'for-each': 'Postman sends a request once',
  repeat: 'Postman sends a request once',
  timeout: 'the time limit of Postman is set for all requests, such as with --timeout-request',
  data: 'rows are given to the runner, for the whole collection',
  resolve: 'Postman connects where the URL says',
  'unix-socket': 'Postman connects where the URL says',
  correlation: 'Postman has no ids of runs',
  contract: noDescription,
}

/** Tells of everything in a step that does not come with it. */
export function reportUnsayable(step: JsonObject, log: ConversionLog): void {
  for (const [key, why] of Object.entries(unsayable)) if (Object.hasOwn(step, key)) log.lose(key, why)
  reportAuth(step['auth'], log)
  const tls = objectAt(step, 'tls')
  for (const key of ['ca', 'crl', 'server-name', 'min-version'])
    if (memberAt(tls, key) !== undefined)
      log.lose(`tls ${key}`, 'certificates of authorities are set in Postman itself')
  if (step['proxy'] === 'none') log.lose('proxy none', 'proxies are set in Postman itself')
  if (isObject(step['proxy']) && Object.keys(step['proxy']).length > 1)
    log.lose('proxy with a user or exceptions', 'proxies are set in Postman itself')
}
