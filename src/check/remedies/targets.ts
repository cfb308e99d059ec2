import type { JsonValue } from '../../model/json.ts'
import { parseTarget } from '../../parse/target.ts'
import { isMessageTarget } from '../target-owners.ts'
import { targetWord } from './words.ts'
import { parseJson } from '../../util/parse-json.ts'
import { valueText } from '../../util/value-text.ts'

/**
 * Translates a target of other tools into ours: `res.body.items[0].id`, `jsonpath "$.id"`, `/items/0/id`,
 * `headers.etag`, `statusCode`. Undefined for a text that is none.
 */
export function targetOf(written: string): string | undefined {
  const text = written.trim().replace(/^["'{]+\s*|\s*["'}]+$/g, '')
  if (text.startsWith('$')) return pathOf(text)
  const [, quoted] =
    /^(?:jsonpath|json|jp|body|jq)\s*[( :]\s*["']?([$.].*?)["']?\)?$/i.exec(written.trim()) ?? []
  if (quoted !== undefined) return pathOf(quoted)
  const bare = text.replace(prefix, '')
  const [, header] = /^headers?\s*[.: [("']+\s*([A-Za-z][\w-]*)["'\])]*$/i.exec(bare) ?? []
  if (header !== undefined) return `header ${header}`
  const [, cookie] = /^cookies?\s*[.: [("']+\s*([A-Za-z][\w-]*)["'\])]*$/i.exec(bare) ?? []
  if (cookie !== undefined) return `cookie ${cookie}`
  if (parseTarget(bare) !== undefined && !isMessageTarget(bare)) return bare
  const word = targetWord(bare)
  if (word !== undefined) return word
  if (knownHeaders.has(bare.toLowerCase())) return `header ${bare}`
  const path = bare.replace(bodyPrefix, '$1')
  return /^[/.[]?[A-Za-z_\d*][\w*-]*(?:[./]?[\w*-]+|\[[\d*]+\])*(?:\(\))?$/.test(path)
    ? pathOf(path)
    : undefined
}

/** The names of other tools for the answer. */
const prefix =
  /^(?:(?:\$?current|\$?steps?\.\w+|pm)\.)?(?:\$?response|\$?res|resp|result|answer|reply|output)(?:\.|\s+|:)(?=\S)/i
/** The names of other tools for its body. */
const bodyPrefix = /^(?:body\.json|bodyjson|rawbody|body|json|jsondata)(?:\(\))?(?:\.|(?=\[)|:|\s+)(?=.)()/i

const knownHeaders = new Set([
  ...[
    'content-type',
    'content-length',
    'content-encoding',
    'cache-control',
    'etag',
    'location',
    'last-modified',
  ],
  ...[
    'set-cookie',
    'www-authenticate',
    'retry-after',
    'access-control-allow-origin',
    'x-request-id',
    'vary',
    'allow',
  ],
])

/** A path in other notations (`items[0].id`, `.items[0]`, `/items/0`, `$.first-name`) as JSONPath. */
export function pathOf(written: string): string {
  const text = written.trim()
  const isPointer = text.startsWith('/')
  const rest = text.replace(/^\$/, '')
  if (!isPointer && !/^(?:\.?[\w*-]+|\.?\[(?:\d+|\*|'[^']*'|"[^"]*")\]|\.?\w+\(\))*$/.test(rest)) return text
  const parts = isPointer
    ? rest.split('/').slice(1)
    : (rest.match(/\[\d+\]|'[^']*'|"[^"]*"|[\w*-]+(?:\(\))?/g) ?? [])
  return `$${parts.map(part => segment(part.replace(/^(["'])(.*)\1$/, '$2'))).join('')}`
}

function segment(part: string): string {
  if (/^\[\d+\]$/.test(part)) return part
  // A number behind a dot is an index to other tools. A long one, such as a year, is a name.
  if (/^(?:0|[1-9]\d{0,2}|\*)$/.test(part)) return `[${part}]`
  return /^[A-Za-z_]\w*(?:\(\))?$/.test(part) ? `.${part}` : `['${part}']`
}

/** A value that is written in a text: JSON, or the text between quotes, or as it stands. */
export function valueOf(written: string): JsonValue {
  const text = written.trim().replace(/;$/, '')
  const [, single] = /^'(.*)'$/s.exec(text) ?? []
  if (single !== undefined) return single
  try {
    return parseJson(text)
  } catch {
    return text
  }
}

/** A value in a longer text. */
export function scalarText(value: JsonValue | undefined): string {
  return value === undefined ? 'undefined' : valueText(value)
}
