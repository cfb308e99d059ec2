import type { AnyNode, CallExpression, MemberExpression } from 'acorn'
import { bodyWords, inPostmanWords, ofScopes, pathOf, type PostmanScript } from '../rewrite-script.ts'
import { allHeaders, allLines, headerFilter } from './header-lines.ts'

/**
 * Writes a script of Bruno with the words of Postman, line by line: `bru`, `req`, `res`, `test` and `expect` become `pm`.
 * Undefined for what is no JavaScript.
 */
export function postmanScript(source: string): PostmanScript | undefined {
  const read = source.replaceAll(headerFilter, 'pm.response.headers.filter')
  return inPostmanWords(read, 'res.getBody()', unknown => (node, around, write) => {
    if (node.type === 'CallExpression' && pathOf(node.callee) === 'res.getBody') return bodyWords(around)
    if (node.type === 'CallExpression') return ofCall(node, write, unknown)
    if (node.type === 'MemberExpression') return ofMember(node, { around, unknown })
    if (node.type === 'LogicalExpression') return ofScopes(node, write)
    if (node.type === 'Identifier' && hosts.has(node.name) && !isOnlyName(node, around))
      unknown.add(node.name)
    return undefined
  })
}

type Write = (node: AnyNode) => string

const hosts = new Set(['bru', 'req', 'res'])

/** True where an identifier stands in a chain of names, which is looked at as a whole, or is a key. */
function isOnlyName(node: AnyNode, around: AnyNode | undefined): boolean {
  if (around?.type === 'MemberExpression') return !around.computed
  return around?.type === 'Property' && around.key === node && !around.shorthand
}

/** A function of a host in the words of Postman, of its arguments as they are written. */
type Call = (first: string, second: string) => string

const setter =
  (scope: string): Call =>
  (name, value) =>
    `pm.${scope}.set(${name}, ${value === '' ? 'undefined' : value})`
const one =
  (word: string): Call =>
  first =>
    `${word}(${first})`
const value =
  (words: string): Call =>
  () =>
    words

const next = 'pm.execution.setNextRequest'
const url = 'pm.request.url'
const sentText = '(pm.request.body?.raw ?? "")'

const calls: Readonly<Record<string, Call>> = {
  test: (name, run) => `pm.test(${name}${run === '' ? '' : `, ${run}`})`,
  expect: (actual, message) => `pm.expect(${actual}${message === '' ? '' : `, ${message}`})`,
  'bru.setVar': setter('variables'),
  'bru.setEnvVar': setter('environment'),
  'bru.setGlobalEnvVar': setter('globals'),
  'bru.setCollectionVar': setter('collectionVariables'),
  'bru.getVar': one('pm.variables.get'),
  'bru.getEnvVar': one('pm.variables.get'),
  'bru.getGlobalEnvVar': one('pm.variables.get'),
  'bru.getCollectionVar': one('pm.variables.get'),
  'bru.getFolderVar': one('pm.variables.get'),
  'bru.getRequestVar': one('pm.variables.get'),
  'bru.hasVar': one('pm.variables.has'),
  'bru.hasEnvVar': one('pm.variables.has'),
  'bru.hasGlobalEnvVar': one('pm.variables.has'),
  'bru.hasCollectionVar': one('pm.variables.has'),
  'bru.deleteVar': one('pm.variables.unset'),
  'bru.deleteEnvVar': one('pm.environment.unset'),
  'bru.deleteGlobalEnvVar': one('pm.globals.unset'),
  'bru.deleteCollectionVar': one('pm.collectionVariables.unset'),
  'bru.interpolate': one('pm.variables.replaceIn'),
  'bru.getEnvName': value('pm.environment.name'),
  'bru.setNextRequest': one(next),
  'bru.runner.setNextRequest': one(next),
  'bru.runner.skipRequest': value('pm.execution.skipRequest()'),
  'bru.runner.stopExecution': value(`${next}(null)`),
  'bru.sleep': time => `new Promise(done => setTimeout(done, ${time}))`,
  'res.getStatus': value('pm.response.code'),
  'res.getStatusText': value('pm.response.status'),
  'res.getHeader': one('pm.response.headers.get'),
  'res.getHeaders': value(allHeaders),
  'res.getResponseTime': value('pm.response.responseTime'),
  'req.getUrl': value(`${url}.toString()`),
  'req.setUrl': one(`${url}.update`),
  'req.getMethod': value('pm.request.method'),
  'req.setMethod': method => `(pm.request.method = ${method})`,
  'req.getName': value('pm.info.requestName'),
  'req.getHeader': one('pm.request.headers.get'),
  'req.getHeaders': value('pm.request.headers.toObject()'),
  'req.setHeader': (name, text) => `pm.request.headers.upsert({ key: ${name}, value: ${text} })`,
  'req.setHeaders': headers =>
    `Object.entries(${headers}).forEach(([key, value]) => pm.request.headers.upsert({ key, value }))`,
  'req.deleteHeader': one('pm.request.headers.remove'),
  'req.getBody': options => (options === '' ? `JSON.parse(${sentText})` : sentText),
  'req.setBody': body =>
    `(pm.request.body ??= new (require("postman-collection").RequestBody)({})).update({ mode: "raw", raw: ` +
    `(body => typeof body === "string" ? body : JSON.stringify(body))(${body}) })`,
}

function ofCall(node: CallExpression, write: Write, unknown: Set<string>): string | undefined {
  const { callee } = node
  const [first, second] = node.arguments
  const path = pathOf(callee)
  if (path === 'res' && first?.type === 'Literal' && typeof first.value === 'string' && second === undefined)
    return simplePath.test(first.value) ? `pm.response.json().${first.value}` : undefined
  if (path === undefined) return undefined
  const isNamed = path === 'res.getHeader' && first?.type === 'Literal'
  const lines = isNamed ? allLines(String(first.value)) : undefined
  if (lines !== undefined) return lines
  const call = Object.hasOwn(calls, path) ? calls[path] : undefined
  if (call !== undefined)
    return call(first === undefined ? '' : write(first), second === undefined ? '' : write(second))
  if (/^(?:bru|res|req)\.\w/.test(path) && !path.startsWith('res.body')) unknown.add(path)
  return undefined
}

/** `a.b[0].c`, as `res("…")` takes it. */
const simplePath = /^[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*|\[\d+\])*$/

const members: Readonly<Record<string, string>> = {
  'res.status': 'pm.response.code',
  'res.statusText': 'pm.response.status',
  'res.responseTime': 'pm.response.responseTime',
  'res.headers': allHeaders,
  'req.url': `${url}.toString()`,
  'req.method': 'pm.request.method',
  'req.name': 'pm.info.requestName',
  'req.headers': 'pm.request.headers.toObject()',
  'req.body': `JSON.parse(${sentText})`,
}

function ofMember(
  node: MemberExpression,
  { around, unknown }: { readonly around: AnyNode | undefined; readonly unknown: Set<string> },
): string | undefined {
  const header = headerOf(node)
  if (header !== undefined) return allLines(header) ?? `pm.response.headers.get(${JSON.stringify(header)})`
  const path = pathOf(node)
  if (path === 'res.body') return bodyWords(around)
  if (path === undefined) return undefined
  const [first = ''] = path.split('.')
  if (first === 'assert' && path !== 'assert') return `require("chai").${path}`
  const isCalled = around?.type === 'CallExpression' && around.callee === node
  const known = isCalled || !Object.hasOwn(members, path) ? undefined : members[path]
  if (known === undefined && !isCalled && /^(?:bru|res|req)\.\w+$/.test(path) && !isGroup.test(path))
    unknown.add(path)
  return known
}

/** `bru.runner` only leads to others. */
const isGroup = /^bru\.(?:runner)$/

/** The header in `res.headers['x']` and `res.headers.x`. */
function headerOf(node: MemberExpression): string | undefined {
  if (node.object.type === 'Super' || pathOf(node.object) !== 'res.headers') return undefined
  if (!node.computed) return node.property.type === 'Identifier' ? node.property.name : undefined
  return node.property.type === 'Literal' && typeof node.property.value === 'string'
    ? node.property.value
    : undefined
}
