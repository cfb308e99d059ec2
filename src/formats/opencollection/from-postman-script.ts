import type { AnyNode, CallExpression } from 'acorn'
import { bodyText, pathOf, rewriteScript, withOwnLodash } from '../rewrite-script.ts'
import { headerFilter, isCookies, withOwnHeaders } from './header-lines.ts'

/** A script of Postman in the words of Bruno, and the words that have no counterpart there. */
interface BrunoScript {
  readonly source: string
  readonly unknown: readonly string[]
}

/** The way back from a script of Postman; undefined for what is no JavaScript. */
export function brunoScript(source: string): BrunoScript | undefined {
  const unknown = new Set<string>()
  const written = rewriteScript(withOwnHeaders(withOwnLodash(source)), (node, around, write) => {
    if (node.type === 'CallExpression') return ofCall(node, write)
    if (node.type !== 'MemberExpression') return undefined
    const path = pathOf(node)
    const known = path !== undefined && Object.hasOwn(members, path) ? members[path] : undefined
    const isWhole = around?.type !== 'MemberExpression' || around.object !== node
    if (known === undefined && isWhole && path?.startsWith('pm.') === true) unknown.add(path)
    return known
  })
  return written === undefined ? undefined : { source: written, unknown: [...unknown] }
}

const members: Readonly<Record<string, string>> = {
  'pm.response.code': 'res.getStatus()',
  'pm.response.status': 'res.statusText',
  'pm.response.responseTime': 'res.getResponseTime()',
  'pm.environment.name': 'bru.getEnvName()',
  'pm.info.requestName': 'req.getName()',
  'pm.request.method': 'req.getMethod()',
}

const functions: Readonly<Record<string, string>> = {
  'pm.test': 'test',
  'pm.expect': 'expect',
  'pm.response.json': 'res.getBody',
  'pm.response.headers.get': 'res.getHeader',
  'pm.response.headers.filter': headerFilter,
  'pm.response.headers.toObject': 'res.getHeaders',
  'pm.variables.set': 'bru.setVar',
  'pm.environment.set': 'bru.setEnvVar',
  'pm.collectionVariables.set': 'bru.setCollectionVar',
  'pm.globals.set': 'bru.setGlobalEnvVar',
  'pm.environment.get': 'bru.getEnvVar',
  'pm.collectionVariables.get': 'bru.getCollectionVar',
  'pm.globals.get': 'bru.getGlobalEnvVar',
  'pm.variables.has': 'bru.hasVar',
  'pm.variables.unset': 'bru.deleteVar',
  'pm.environment.unset': 'bru.deleteEnvVar',
  'pm.variables.replaceIn': 'bru.interpolate',
  'pm.execution.setNextRequest': 'bru.setNextRequest',
  'pm.execution.skipRequest': 'bru.runner.skipRequest',
  'pm.request.url.toString': 'req.getUrl',
  'pm.request.url.update': 'req.setUrl',
  'pm.request.headers.get': 'req.getHeader',
  'pm.request.headers.remove': 'req.deleteHeader',
}

/** Where Bruno looks for a variable, the nearest place first. */
const scopes = ['Var', 'RequestVar', 'FolderVar', 'EnvVar', 'CollectionVar', 'GlobalEnvVar']

function ofCall(
  { callee, arguments: given }: CallExpression,
  write: (node: AnyNode) => string,
): string | undefined {
  const path = pathOf(callee)
  if (path === undefined) return undefined
  const written = given.map(one => write(one))
  if (path === 'pm.response.text') return bodyText('res.getBody()')
  if (path === 'pm.variables.get')
    return `(${scopes.map(scope => `bru.get${scope}(${written.join()})`).join(' ?? ')})`
  const [first] = given
  // Of cookies Bruno has the list, and a script of Postman gets the last line.
  if (path === 'pm.response.headers.get' && first?.type === 'Literal' && isCookies(String(first.value)))
    return `[res.getHeader(${written.join()})].flat().at(-1)`
  if (path === 'pm.response.to.have.status') return `expect(res.getStatus()).to.equal(${written.join()})`
  const word = Object.hasOwn(functions, path) ? functions[path] : undefined
  if (word !== undefined) return `${word}(${written.join(', ')})`
  if (path !== 'pm.request.headers.upsert' || first?.type !== 'ObjectExpression') return undefined
  const named = Object.fromEntries(
    first.properties.flatMap(one =>
      one.type === 'Property' && one.key.type === 'Identifier' ? [[one.key.name, write(one.value)]] : [],
    ),
  )
  return `req.setHeader(${named['key'] ?? ''}, ${named['value'] ?? ''})`
}
