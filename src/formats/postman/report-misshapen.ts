import type { JsonObject, JsonValue } from '../../model/json.ts'
import { isList, isObject } from '../../util/is-json.ts'
import type { ConversionLog } from './conversion-log.ts'
import { listAt, memberAt, objectAt, textAt } from './parts.ts'

/** Shape that a member may have; null and absent members say nothing. */
type Shape = 'list' | 'object' | 'text'

/** The shapes that the format allows under each key, and those that are read of each; the rest is a loss. */
const shapes = {
  root: { info: 'object', item: 'list' },
  group: { auth: 'object', event: 'list object', variable: 'list object', protocolProfileBehavior: 'object' },
  folder: { item: 'list' },
  item: {
    request: 'object text',
    response: 'list',
    event: 'list object',
    protocolProfileBehavior: 'object',
  },
  request: {
    url: 'object text',
    method: 'text',
    header: 'list text',
    body: 'object text',
    auth: 'object',
    certificate: 'object',
    proxy: 'object',
  },
  url: { host: 'list text', path: 'list text', query: 'list text', variable: 'list', protocol: 'text' },
  body: {
    mode: 'text',
    urlencoded: 'list text',
    formdata: 'list',
    file: 'object text',
    graphql: 'object',
    options: 'object',
  },
  event: { listen: 'text', script: 'object text list' },
  script: { exec: 'list text' },
} as const satisfies Readonly<Record<string, Readonly<Record<string, string>>>>

const schemas = /\/v2\.[01](?:\.\d+)?(?:\/|$)/

const modes = ['raw', 'urlencoded', 'formdata', 'file', 'graphql']

/** Tells of everything in a collection that is not what the format has in its place: nothing of it is read. */
export function reportMisshapen(document: JsonObject, log: ConversionLog): void {
  const schema = textAt(objectAt(document, 'info'), 'schema') ?? ''
  if (schema !== '' && !schemas.test(schema))
    log.lose(`schema ${schema}`, 'this version is not known; it is read as v2.1')
  tell(document, shapes.root, log)
  reportGroup(document, log)
}

function reportGroup(group: JsonObject, log: ConversionLog): void {
  tell(group, shapes.group, log)
  reportItems(group, 'variable', ['object'], log)
  reportAuth(group, log)
  reportEvents(group, log)
  for (const item of listAt(group, 'item')) {
    if (!isObject(item)) continue
    const below = log.below(textAt(item, 'name') ?? '', item)
    if (Object.hasOwn(item, 'item')) {
      tell(item, shapes.folder, below)
      reportGroup(item, below)
    } else reportItem(item, below)
  }
}

function reportItem(item: JsonObject, log: ConversionLog): void {
  tell(item, shapes.item, log)
  reportEvents(item, log)
  if (memberAt(item, 'request') === undefined) log.lose('request', 'there is none')
  const request = objectAt(item, 'request')
  tell(request, shapes.request, log)
  reportAuth(request, log)
  reportItems(request, 'header', ['object', 'text'], log)
  const url = objectAt(request, 'url')
  tell(url, shapes.url, log, 'url.')
  reportItems(url, 'query', ['object', 'text'], log, 'url.')
  const body = objectAt(request, 'body')
  tell(body, shapes.body, log, 'body.')
  const { mode } = body
  reportItems(body, 'urlencoded', ['object', 'text'], log, 'body.')
  reportItems(body, 'formdata', ['object'], log, 'body.')
  if (typeof mode === 'string' && mode !== '' && !modes.includes(mode.toLowerCase()))
    log.lose(`body.mode ${JSON.stringify(mode)}`, `there is no such mode; it is one of ${modes.join(', ')}`)
  if ((mode ?? '') === '' && modes.some(key => !isNothing(body[key])))
    log.lose('body', 'it has no mode, and nothing of it is sent')
}

/** True where there is nothing to lose. */
function isNothing(value: JsonValue | undefined): boolean {
  return value === undefined || value === null || ['""', '[]', '{}'].includes(JSON.stringify(value))
}

function reportAuth(owner: JsonObject, log: ConversionLog): void {
  const auth = objectAt(owner, 'auth')
  const { type } = auth
  if (Object.keys(auth).length === 0) return
  if (typeof type !== 'string') log.lose('auth', 'it does not say its type, and nothing of it is read')
  else tell(auth, { [type]: 'list object' }, log, 'auth.')
}

function reportEvents(owner: JsonObject, log: ConversionLog): void {
  const events = objectAt(owner, 'event')
  reportItems(owner, 'event', ['object'], log)
  for (const event of [...listAt(owner, 'event'), events]) {
    if (!isObject(event) || Object.keys(event).length === 0) continue
    tell(event, shapes.event, log, 'event.')
    tell(objectAt(event, 'script'), shapes.script, log, 'event.script.')
    const listen = textAt(event, 'listen')
    if (listen !== undefined && listen !== 'test' && listen !== 'prerequest')
      log.lose(
        `event ${JSON.stringify(listen)}`,
        'scripts run before a request (prerequest) or after it (test)',
      )
  }
}

function tell(
  owner: JsonObject,
  allowed: Readonly<Record<string, string>>,
  log: ConversionLog,
  prefix = '',
): void {
  for (const key of Object.keys(allowed)) {
    const value = memberAt(owner, key)
    const expected = allowed[key] ?? ''
    if (value === undefined || value === null || expected.includes(shapeOf(value))) continue
    log.lose(`${prefix}${key}`, `expected ${words(expected.split(' '))}, got ${shapeWords(value)}`)
  }
}

/** The same of the items of a list. */
function reportItems(
  owner: JsonObject,
  key: string,
  expected: readonly Shape[],
  log: ConversionLog,
  prefix = '',
): void {
  listAt(owner, key).forEach((item, index) => {
    if (item === null || expected.some(shape => shape === shapeOf(item))) return
    log.lose(`${prefix}${key}[${index}]`, `expected ${words(expected)}, got ${shapeWords(item)}`)
  })
}

/** Numbers, true and false are no text here, where a name or an address is wanted. */
function shapeOf(value: JsonValue): string {
  if (typeof value === 'string') return 'text'
  return isObject(value) ? 'object' : isList(value) ? 'list' : typeof value
}

const articles: Readonly<Record<string, string>> = { list: 'a list', object: 'an object', text: 'a text' }

function words(expected: readonly string[]): string {
  return expected.map(shape => articles[shape] ?? shape).join(' or ')
}

function shapeWords(value: JsonValue): string {
  const shape = shapeOf(value)
  return articles[shape] ?? JSON.stringify(value)
}
