import {
  certificateParts,
  type CookiePart,
  cookieParts,
  fieldNames,
  type Target,
} from '../model/expectation.ts'
import { BoundedCache } from '../util/bounded-cache.ts'

/** The targets whose name is one word. */
export const plainTargets = ['status', 'text', 'time', 'size', 'sha256', 'file', 'url'] as const

/**
 * Reads what a validation or an extract looks at: `status` and other single words, `header NAME`, `trailer NAME`, `cookie NAME PART`, `certificate PART`,
 * `xpath EXPRESSION`, what a protocol
 * says beside these, `query NAME` and `path NAME` of a request to a mock, `variable NAME`, or a JSONPath (anything that starts with `$`). Undefined for any other text.
 */
export function parseTarget(text: string): Target | undefined {
  if (text.startsWith('$')) return { kind: 'json-path', path: text }
  if (text.startsWith('xpath ')) return xpathTarget(text.slice('xpath '.length).trim())
  return plain.get(text) ?? known.get(text, namedTarget) ?? undefined
}

/** Steps look at the same headers again and again. */
const known = new BoundedCache<Target | null>(500)

function namedTarget(text: string): Target | null {
  const [, part, parameter] = /^(query|path)\s+([^{}]*[^\s{}])$/.exec(text) ?? []
  if (parameter !== undefined) return { kind: part === 'path' ? 'path' : 'query', name: parameter }
  const [, line, name] = /^(header|trailer)\s+((?:\{\{[^{}]*\}\}|[^\s{}])+)$/.exec(text) ?? []
  if (name !== undefined) return { kind: line === 'trailer' ? 'trailer' : 'header', name }
  const [, cookie, ofCookie] = /^cookie\s+((?:\{\{[^{}]*\}\}|[^\s{}])+)(?:\s+(\S+))?$/.exec(text) ?? []
  if (cookie !== undefined) return cookieTarget(cookie, ofCookie)
  const [, variable] = /^variable\s+([^{}]*[^\s{}])$/.exec(text) ?? []
  return variable === undefined ? null : { kind: 'variable', name: variable }
}

function xpathTarget(expression: string): Target | undefined {
  return expression === '' ? undefined : { kind: 'xpath', expression }
}

function cookieTarget(name: string, written: string | undefined): Target | null {
  if (written === undefined) return { kind: 'cookie', name }
  const part: CookiePart | undefined = cookieParts.find(one => one === written)
  return part === undefined ? null : { kind: 'cookie', name, part }
}

const plain = new Map<string, Target>([
  ...certificateParts.map(part => [`certificate ${part}`, { kind: 'certificate', part }] as const),
  ...fieldNames.map(name => [name, { kind: 'field', name }] as const),
  ...plainTargets.map(kind => [kind, { kind }] as const),
])
