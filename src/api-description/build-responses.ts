import { list, property, texts } from '../util/read-values.ts'
import type { Content, HeaderDescription, ResponseDescription } from './api-description.ts'
import { buildContents } from './build-contents.ts'
import type { LocatedObject } from './documents/loaded-document.ts'
import { examplesOf } from './examples-of.ts'
import { inside, type OperationParts } from './reading.ts'
import { swaggerSchema } from './swagger-schema.ts'
import { defined } from '../util/defined.ts'

/** The answers that an operation documents; keys of extensions are none. */
export function buildResponses(parts: OperationParts): readonly ResponseDescription[] {
  const { operation } = parts
  const all = parts.reading.of('responses')
  return all.members(inside(operation, 'responses'), 'responses').flatMap(([key, located]) => {
    const status = statusOf(key)
    if (status === undefined) {
      if (!key.startsWith('x-')) all.misread(`response ${key}`, 'it is no status, range or default')
      return []
    }
    const reading = parts.reading.of(`response ${status}`)
    const response = reading.object(located, `response ${status}`)
    // A reference that leads nowhere still documents the status.
    if (response === undefined) return [{ status, contents: [], headers: [] }]
    reading.words(response, 'response', `response ${status}`, parts.version)
    const own = { ...parts, reading }
    return [{ status, contents: contentsOf(response, status, own), headers: headersOf(response, own) }]
  })
}

function statusOf(key: string): string | undefined {
  const name = key.trim().toUpperCase()
  if (name === 'DEFAULT') return 'default'
  return /^[1-5](?:\d\d|XX)$/.test(name) ? name : undefined
}

function contentsOf(response: LocatedObject, status: string, parts: OperationParts): readonly Content[] {
  if (parts.version !== '2.0')
    return buildContents(inside(response, 'content'), `response ${status}`, parts.reading, parts.version)
  const schema = parts.reading.schema(response, `response ${status}`, parts.version)
  const examples = parts.reading.of(undefined).members(inside(response, 'examples'), `response ${status}`)
  if (schema === undefined)
    return examples.map(([type, { value }]) => ({ type, examples: [value], encoding: new Map() }))
  return producedTypes(parts).map(type => ({
    type,
    schema,
    examples: examples.filter(([name]) => name === type).map(([, { value }]) => value),
    encoding: new Map(),
  }))
}

/** The media types an operation answers with in Swagger 2, its own or those of the document. */
function producedTypes({ operation, top }: OperationParts): readonly string[] {
  const own = property(operation.value, 'produces')
  const types = texts(Array.isArray(own) ? own : list(property(top.value, 'produces')))
  return types.length === 0 ? ['application/json'] : types
}

function headersOf(
  response: LocatedObject,
  { reading, version }: OperationParts,
): readonly HeaderDescription[] {
  return reading.members(inside(response, 'headers'), 'headers').flatMap(([name, located]) => {
    const header = reading.object(located, `header ${name}`)
    if (header === undefined) return []
    const what = `header ${name}`
    if (version !== '2.0') reading.words(header, 'header', what, version)
    const schema = version === '2.0' ? swaggerSchema(header) : reading.schema(header, what, version)
    const shown = version === '2.0' ? [] : examplesOf(header, reading)
    const examples = shown.length === 0 ? undefined : shown
    return [defined({ name, required: reading.isTrue(header, 'required', what), schema, examples })]
  })
}
