import type { JsonObject, JsonValue } from '../../model/json.ts'
import { defined } from '../../util/defined.ts'
import { isObject } from '../../util/is-json.ts'
import { list, mapping } from '../../util/read-values.ts'
import { valueText } from '../../util/value-text.ts'
import { actionScript, targetOf, variableOf } from './actions.ts'
import { assertionName, assertionScript } from './assertions.ts'
import { lostOfAuth, postmanAuth } from './auth.ts'
import { postmanScript } from './bruno-script.ts'
import type { CollectionPart } from './collection-part.ts'
import {
  descriptionOf,
  nameOf,
  pairOf,
  placeholders,
  requestOf,
  type PartTell,
  variableValue,
} from './item-parts.ts'
import { bodyOf } from './postman-body.ts'

/** A request as a collection of Postman has it. */
export function postmanItem({ document }: CollectionPart, tell: PartTell): JsonObject {
  const request = requestOf(document)
  const details = { ...mapping(document['runtime']), ...request }
  const method = valueText(
    request['method'] ?? (document['graphql'] === undefined ? 'GET' : 'POST'),
  ).toUpperCase()
  const { body, headers = [] } = bodyOf(request, document['graphql'] !== undefined, tell)
  const isBodyless = ['GET', 'HEAD'].includes(method) && body !== undefined
  return defined({
    name: nameOf(document),
    request: defined({
      method,
      url: urlOf(request, tell),
      header: [...headersOf(request), ...headers],
      body,
      auth: authOf(details['auth'], tell),
      description: descriptionOf(document),
    }),
    event: eventsOf(mapping(document['runtime']), false, tell),
    response: list(document['examples']).map(mapping).map(exampleOf),
    protocolProfileBehavior: {
      ...travelOf(mapping(document['settings']), tell),
      ...(isBodyless ? { disableBodyPruning: true } : {}),
    },
  })
}

/** A folder, or the collection: all that it says for the requests in it, as a folder of Postman has it. */
export function postmanGroup({ document }: CollectionPart, isRoot: boolean, tell: PartTell): JsonObject {
  const request = mapping(document['request'])
  const { auth } = request
  if (!isRoot && auth === 'none')
    tell.note('auth: none', 'the credentials of the collection count all the same, as in Bruno')
  const isOwn = isObject(auth ?? null)
  return defined({
    name: nameOf(document),
    description: descriptionOf(document),
    auth: isOwn ? authOf(auth, tell) : isRoot ? { type: 'noauth' } : undefined,
    event: eventsOf(request, true, tell),
    variable: variablesOf(request['variables']),
  })
}

/** Entries that are switched on; of one name the last counts. */
function headersOf(request: JsonObject): readonly JsonObject[] {
  const lines = list(request['headers']).map(mapping)
  const names = lines.map(line => (line['disabled'] === true ? undefined : line['name']))
  return lines
    .filter((line, index) => line['disabled'] === true || names.lastIndexOf(line['name']) === index)
    .map(pairOf)
}

function urlOf(request: JsonObject, tell: PartTell): JsonObject {
  const written = placeholders(valueText(request['url'] ?? ''))
  const params = list(request['params']).map(mapping)
  const values = new Map(
    params
      .filter(one => one['type'] === 'path' && one['disabled'] !== true)
      .map(one => [valueText(one['name'] ?? ''), placeholders(valueText(one['value'] ?? ''))] as const),
  )
  const [path = '', ...query] = written.split('?')
  const raw = [filledIn(path, values), ...query].join('?')
  const queries = params.filter(one => one['type'] !== 'path')
  const enabled = queries.filter(one => one['disabled'] !== true)
  const shown = enabled.map(
    one => `${valueText(one['name'] ?? '')}=${placeholders(valueText(one['value'] ?? ''))}`,
  )
  const sent = query.join('?').split('#')[0] ?? ''
  if (enabled.length > 0 && decoded(shown.join('&')) !== decoded(sent))
    tell.note('params', 'the list says something else than the URL, which is what is sent')
  return { raw, query: queries.filter(one => one['disabled'] === true).map(pairOf) }
}

function decoded(query: string): string {
  return query
    .replaceAll('+', ' ')
    .replace(/%20/g, ' ')
    .replace(/=(?=&|$)/g, '')
}

/** `/products/:id` and `/Products(:id)` with the values of their parameters. */
function filledIn(path: string, values: ReadonlyMap<string, string>): string {
  const filled = (name: string): string | undefined => {
    const value = values.get(name)
    return value === undefined || value.trim() === '' ? undefined : value
  }
  return path
    .split('/')
    .map(segment =>
      segment.startsWith(':')
        ? (filled(segment.slice(1)) ?? segment)
        : /^[\w.-]+\([^)]*\)$/.test(segment)
          ? segment.replace(/:([A-Za-z_]\w*)/g, (whole, name: string) => filled(name) ?? whole)
          : segment,
    )
    .join('/')
}

function authOf(auth: JsonValue | undefined, tell: PartTell): JsonObject | undefined {
  for (const what of lostOfAuth(auth)) tell.lose(what, 'suites have no word for it')
  return filledAuth(postmanAuth(auth))
}

function filledAuth(auth: JsonObject | undefined): JsonObject | undefined {
  if (auth === undefined) return undefined
  const { type } = auth
  const parameters = list(auth[valueText(type ?? '')]).map(mapping)
  const filled = parameters.map(one => ({ ...one, value: placeholders(valueText(one['value'] ?? '')) }))
  return { ...auth, ...(parameters.length === 0 ? {} : { [valueText(type ?? '')]: filled }) }
}

/** The variables of a folder or the collection; those that are switched off stay so. */
function variablesOf(variables: JsonValue | undefined): readonly JsonObject[] {
  return list(variables)
    .map(mapping)
    .map(one => ({
      key: valueText(one['name'] ?? ''),
      value: variableValue(one['value']),
      ...(one['disabled'] === true ? { disabled: true } : {}),
    }))
}

function travelOf({ timeout: _, ...settings }: JsonObject, tell: PartTell): JsonObject {
  const { followRedirects, maxRedirects, encodeUrl } = settings
  if (encodeUrl === false) tell.note('encodeUrl: false', 'what no URL can hold is encoded all the same')
  if (followRedirects === false) return { followRedirects: false }
  return typeof maxRedirects === 'number' && maxRedirects !== usualRedirects ? { maxRedirects } : {}
}

/** Bruno writes it to every request. */
const usualRedirects = 5

/** The scripts of a part in the order in which Bruno runs them: actions, after the answer, assertions, tests. */
function eventsOf(runtime: JsonObject, isShared: boolean, tell: PartTell): readonly JsonObject[] {
  const scripts = list(runtime['scripts']).map(mapping)
  const ofType = (type: string): readonly string[] =>
    scripts.filter(one => one['type'] === type).map(one => valueText(one['code'] ?? ''))
  const actions = list(runtime['actions'])
    .map(mapping)
    .flatMap(action => statementOf(action, isShared, tell))
  const checks = list(runtime['assertions'])
    .map(mapping)
    .flatMap(assertion => checkOf(assertion, tell))
  return [
    ...ofType('before-request').map(code => ['prerequest', code] as const),
    ...[actions.join('\n'), ...ofType('after-response'), ...checks, ...ofType('tests')].map(
      code => ['test', code] as const,
    ),
  ].flatMap(([listen, code]) => {
    const source = rewritten(code, tell)
    return source === undefined || source.trim() === ''
      ? []
      : [{ listen, script: { type: 'text/javascript', exec: source.split('\n') } }]
  })
}

function rewritten(code: string, tell: PartTell): string | undefined {
  const script = postmanScript(code.replaceAll('\r\n', '\n'))
  if (script === undefined) tell.lose('script', 'it is no JavaScript')
  else if (script.unknown.length > 0)
    tell.lose(
      `script: ${script.unknown.join(', ')}`,
      'scripts have no such word here; the script is left out',
    )
  return script === undefined || script.unknown.length > 0 ? undefined : script.source
}

/** The statement of an action; one of a request that takes a part of the answer is an extract. */
function statementOf(action: JsonObject, isShared: boolean, tell: PartTell): readonly string[] {
  if (action['disabled'] === true) return []
  const variable = variableOf(action)
  if (variable === undefined)
    tell.lose(`action ${valueText(action['type'] ?? '')}`, 'suites have no such action')
  const isExtract = variable !== undefined && !isShared && targetOf(variable.expression) !== undefined
  return variable === undefined || isExtract ? [] : [actionScript(variable)]
}

function checkOf(assertion: JsonObject, tell: PartTell): readonly string[] {
  const name = assertionName(assertion)
  if (assertion['disabled'] === true) {
    tell.note(name, 'it is switched off: kept, and not judged')
    return []
  }
  const script = assertionScript(assertion)
  const statement = script === undefined ? undefined : postmanScript(script)?.source.split('\n')[1]?.trim()
  if (script === undefined) tell.lose(name, 'suites have no such assertion')
  else tell.checks.set(statement ?? '', name)
  return script === undefined ? [] : [script]
}

function exampleOf({ name, response }: JsonObject): JsonObject {
  const { status, headers, body } = mapping(response)
  const content = mapping(body)['data']
  return defined({
    name: valueText(name ?? ''),
    code: typeof status === 'number' ? status : undefined,
    header: list(headers).map(mapping).map(pairOf),
    body: content === undefined ? undefined : valueText(content),
  })
}
