import { numericBuiltIns } from '../../../compile/json-types.ts'
import type { JsonValue } from '../../../model/json.ts'
import { isBuiltIn } from '../../../template/built-ins/index.ts'
import { parseTemplate } from '../../../template/template.ts'
import { isList, isObject } from '../../../util/is-json.ts'
import type { KnownVariables } from '../context.ts'

/**
 * True where a JSON body of Postman is the same body as a value. There `"{{id}}"` is text whatever the variable holds; in a
 * value it takes the variable's type, so it has to be a variable that only ever holds text.
 */
export function staysText(json: JsonValue, known: KnownVariables): boolean {
  if (typeof json === 'string') return isText(json, known)
  if (isList(json)) return json.every(item => staysText(item, known))
  return !isObject(json) || Object.values(json).every(member => staysText(member, known))
}

function isText(text: string, { changing }: KnownVariables): boolean {
  if (!text.includes('{{')) return true
  const { only } = parseTemplate(text)
  if (only === undefined) return true
  return isBuiltIn(only.name) ? !numericBuiltIns.has(only.name) : !changing.has(only.name)
}
