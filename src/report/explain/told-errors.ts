import { isList, isObject } from '../../util/is-json.ts'
import type { JsonObject, JsonValue } from '../../util/json-value.ts'
import { listed } from '../../util/listed.ts'
import { nearMiss } from '../../util/did-you-mean.ts'
import { valueText } from '../../util/value-text.ts'
import { type Advice, type Answered, quoted, shown } from './answered.ts'

/** A part of the request that an answer finds wrong, and what it says of it. */
interface WrongField {
  readonly name: string
  readonly said: string
}

/** Where answers list what is wrong: problem details, FastAPI, Spring, Rails, Laravel, JSON:API, Zod, Google. */
const mapKeys = ['errors', 'fieldErrors', 'fields', 'validationErrors']
const listKeys = ['detail', 'details', 'violations', 'invalid-params', 'invalidParams', 'issues', 'message']

/** The keys of the part and of the fault in the entries of such lists. */
const nameKeys = ['loc', 'path', 'field', 'name', 'param', 'propertyPath', 'property', 'pointer', 'parameter']
const moreNameKeys = ['instancePath', 'dataPath', 'key', 'attribute']
const saidKeys = ['msg', 'message', 'defaultMessage', 'detail', 'reason', 'description', 'title', 'code']

/** Where answers say in words what went wrong, the most telling first. */
const textKeys = ['detail', 'error_description', 'message', 'msg', 'reason', 'errorMessage', 'faultstring']
const moreTextKeys = ['error', 'errors', 'fault', 'title', 'Message', 'description']

/** The most fields that are named. */
const mostFields = 4

/** Finds the error that the body states, in its own words; undefined where it says nothing of the kind. */
export function toldError({ json, text, type }: Answered): string | undefined {
  if (json !== undefined) return isObject(json) ? wordsIn(json, 0) : undefined
  const fault = /<(?:\w+:)?(?:faultstring|Text)\b[^>]*>([^<]{1,500})</.exec(text.slice(0, 20_000))?.[1]
  if (fault !== undefined && /<(?:\w+:)?Fault\b/.test(text.slice(0, 20_000))) return fault
  const isWords = (type === 'text/plain' || type === '') && text.length <= 500 && !text.includes('<')
  return isWords && text.trim() !== '' ? text : undefined
}

function wordsIn(value: JsonValue | undefined, depth: number): string | undefined {
  if (typeof value === 'string') return value.trim() === '' ? undefined : value
  if (value === undefined || depth > 3) return undefined
  if (isList(value)) return wordsIn(value[0], depth + 1)
  if (!isObject(value)) return undefined
  for (const key of [...textKeys, ...moreTextKeys]) {
    const words = wordsIn(own(value, key), depth + 1)
    if (words !== undefined) return words
  }
  return undefined
}

/** Names the mistakes in the values that were sent, field by field. */
export function wrongFields(answer: Pick<Answered, 'json' | 'status' | 'sentJson'>): Advice | undefined {
  const fields = fieldsIn(answer.json, answer.status)
  if (fields.length === 0) return undefined
  const some = fields.slice(0, mostFields)
  const names = some.map(({ name }) => name)
  const more = fields.length > mostFields ? `, and ${fields.length - mostFields} more` : ''
  const told = some.map(({ name, said }) => (said === '' ? name : `${name} ${quoted(said)}`)).join(', ')
  const also = some.flatMap(({ name }) => unsent(name, names, answer)).join('')
  return {
    cause: `The answer names what it finds wrong: ${told}${more}.${also}`,
    next: `Mend what is sent for ${listed(names)}.`,
  }
}

function fieldsIn(json: JsonValue | undefined, status = 0): readonly WrongField[] {
  if (json === undefined || !isObject(json)) return []
  const { error } = json
  const places = [json, ...(isObject(error) ? [error] : [])]
  for (const place of places)
    for (const key of [...mapKeys, ...listKeys]) {
      const value = own(place, key)
      const found = value === undefined || isList(value) || mapKeys.includes(key) ? fieldsOf(value) : []
      if (found.length > 0) return found
    }
  // Django: the fields stand in the body itself.
  const isPlainMap = [400, 422].includes(status) && Object.values(json).every(isListOfTexts)
  return isPlainMap ? fieldsOf(json) : []
}

function fieldsOf(value: JsonValue | undefined): readonly WrongField[] {
  if (value === undefined) return []
  if (isList(value)) return value.slice(0, 100).flatMap(entry => (isObject(entry) ? fieldOf(entry) : []))
  if (!isObject(value)) return []
  return Object.entries(value).flatMap(([name, said]) => {
    const first = isList(said) ? said[0] : said
    if (typeof first === 'string' && (isList(said) || !saidKeys.includes(name)))
      return [{ name: shown(name, 60), said: first }]
    const words = isObject(first) ? wordsIn(first, 2) : undefined
    return words === undefined ? [] : [{ name: shown(name, 60), said: words }]
  })
}

function fieldOf(entry: JsonObject): readonly WrongField[] {
  const inner = fieldsOf(own(entry, 'fieldViolations'))
  if (inner.length > 0) return inner
  const { source } = entry
  const name = [...nameKeys, ...moreNameKeys]
    .flatMap(key => [own(entry, key), isObject(source) ? own(source, key) : undefined])
    .map(nameOf)
    .find(found => found !== undefined)
  const said = saidKeys.map(key => own(entry, key)).find(text => typeof text === 'string')
  return name === undefined ? [] : [{ name, said: typeof said === 'string' ? said : '' }]
}

/** `body.items.0.price`, `/data/attributes/title`: as the answer writes it; a place in the body without the word. */
function nameOf(written: JsonValue | undefined): string | undefined {
  const text = written !== undefined && isList(written) ? written.map(valueText).join('.') : written
  if (typeof text !== 'string') return undefined
  const name = text.replace(/^(?:body\.|\$\.|#?\/(?:data\/attributes\/)?)/, '')
  return name === '' ? undefined : shown(name, 60)
}

/** A remark on a part that was not sent at all, or by another name. */
function unsent(
  name: string,
  names: readonly string[],
  { sentJson }: Pick<Answered, 'sentJson'>,
): readonly string[] {
  if (sentJson === undefined || !isObject(sentJson) || !/^[\w-]+$/.test(name)) return []
  if (Object.hasOwn(sentJson, name)) return []
  const meant = nearMiss(
    name,
    Object.keys(sentJson).filter(key => !names.includes(key)),
  )
  return [
    meant === undefined
      ? ` The body that was sent has no ${name}.`
      : ` The body that was sent has no ${name}, and has ${shown(meant, 60)}.`,
  ]
}

/** Finds the sign in the body of a success that there was none. */
export function hiddenError(answer: Answered): Advice | undefined {
  const { json, text } = answer
  const next = 'Look at what the answer says; a validation of this part finds it in every run.'
  if (/<(?:\w+:)?Fault\b/.test(text.slice(0, 20_000)) && toldError(answer) !== undefined)
    return { cause: `The body is a SOAP fault: ${quoted(toldError(answer) ?? '')}.`, next }
  if (json === undefined || !isObject(json)) return undefined
  const { errors, error } = json
  const sign =
    ['success', 'ok', 'succeeded'].find(key => own(json, key) === false) ??
    (/^(?:error|fail|failed|failure)$/i.test(valueText(own(json, 'status') ?? '')) ? 'status' : undefined)
  const words = toldError(answer)
  const said = words === undefined ? '' : `, and says ${quoted(words)}`
  if (sign !== undefined)
    return { cause: `The body has ${sign}: ${shown(valueText(own(json, sign) ?? ''), 20)}${said}.`, next }
  const list = errors !== undefined && isList(errors) && errors.length > 0 ? errors : undefined
  if (list !== undefined) {
    const code = graphqlCode(list[0])
    const words = wordsIn(list[0], 1)
    return {
      cause: `The body lists ${list.length === 1 ? 'an error' : `${list.length} errors`}${words === undefined ? '' : `: ${quoted(words)}`}${code}.`,
      next,
    }
  }
  const isTold = typeof error === 'string' ? error !== '' : error !== undefined && isObject(error)
  return isTold ? { cause: `The body has an error${said}.`, next } : undefined
}

/** Where GraphQL says that it went wrong (specification, section 7.1.2). */
function graphqlCode(first: JsonValue | undefined): string {
  if (!isObject(first)) return ''
  const { path, extensions } = first
  const place = path !== undefined && isList(path) ? ` at ${shown(path.map(valueText).join('.'), 60)}` : ''
  const code = isObject(extensions) ? own(extensions, 'code') : undefined
  return `${place}${typeof code === 'string' ? ` (${shown(code, 40)})` : ''}`
}

function isListOfTexts(value: JsonValue): boolean {
  return isList(value) && value.length > 0 && value.every(one => typeof one === 'string')
}

function own(object: JsonObject, key: string): JsonValue | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined
}
