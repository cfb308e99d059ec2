import type { JsonObject } from '../../../model/json.ts'
import { templateOf } from '../template.ts'
import type { HeaderLine } from './read-headers.ts'

/** The type that each kind of body has when nothing names another. */
const usualTypes: Readonly<Record<string, string>> = {
  json: 'application/json',
  xml: 'application/xml',
  form: 'application/x-www-form-urlencoded',
  graphql: 'application/json',
  text: '',
  file: '',
}

/**
 * A content-type header moves beside the body, as people write it in a suite, and goes where it is the usual one. One that
 * asks for another encoding than UTF-8 stays: in Postman it is only a word, beside a body it would be done.
 */
export function liftContentType(
  lines: readonly HeaderLine[],
  body: JsonObject,
): { readonly lines: readonly HeaderLine[]; readonly body: JsonObject } {
  const usual = Object.keys(usualTypes).find(kind => Object.hasOwn(body, kind))
  const [type, ...others] = lines.filter(isType)
  if (usual === undefined || type === undefined || others.length > 0 || !isPlain(type)) return { lines, body }
  const isUsual = type.value.toLowerCase() === usualTypes[usual]
  return {
    lines: lines.filter(line => !isType(line)),
    body: isUsual ? body : { ...body, 'content-type': templateOf(type.value) },
  }
}

function isType({ name }: HeaderLine): boolean {
  return name.toLowerCase() === 'content-type'
}

function isPlain({ value, disabled }: HeaderLine): boolean {
  return !disabled && /^[\x20-\x7e]+$/.test(value) && !/charset\s*=\s*(?!"?utf-?8)/i.test(value)
}
