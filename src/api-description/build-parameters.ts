import type { JsonValue } from '../model/json.ts'
import { optional, property, text } from '../util/read-values.ts'
import type { Parameter, ParameterPlace } from './api-description.ts'
import type { OperationParts } from './build-operations.ts'
import { buildContents } from './build-contents.ts'
import type { LocatedObject } from './documents/loaded-document.ts'
import { examplesOf } from './examples-of.ts'
import { inside, itemsOf, type Reading } from './reading.ts'
import { styleOf, swaggerStyle, usualStyle } from './styles.ts'
import { swaggerSchema } from './swagger-schema.ts'

/** The parameters of an operation except its body: those of the path, each replaced by one of the same name and place. */
export function buildParameters(parts: OperationParts): readonly Parameter[] {
  const { version, reading } = parts
  const merged = new Map<string, Parameter>()
  for (const located of writtenParameters(parts)) {
    const parameter =
      version === '2.0' ? swaggerParameter(located, reading) : openApiParameter(located, reading)
    if (parameter !== undefined) merged.set(`${parameter.in} ${parameter.name}`, parameter)
  }
  return [...merged.values()]
}

/** Everything under `parameters`, of the path and then of the operation. */
export function writtenParameters({ item, operation, reading }: OperationParts): readonly LocatedObject[] {
  return [item, operation].flatMap(holder =>
    itemsOf(inside(holder, 'parameters')).flatMap((located, index) => {
      const parameter = reading.object(located, `parameter ${index + 1}`)
      return parameter === undefined ? [] : [parameter]
    }),
  )
}

function openApiParameter(located: LocatedObject, reading: Reading): Parameter | undefined {
  const { value } = located
  const name = text(property(value, 'name'))
  const place = placeOf(property(value, 'in'))
  if (name === undefined || place === undefined) return undefined
  const [content] = buildContents(inside(located, 'content'), `parameter ${name}`, reading)
  const style = styleOf(property(value, 'style')) ?? usualStyle(place)
  const explode = property(value, 'explode')
  const schema = content?.schema ?? inside(located, 'schema')
  return {
    name,
    in: place,
    required: place === 'path' || property(value, 'required') === true,
    style,
    explode: typeof explode === 'boolean' ? explode : style === 'form' || style === 'deepObject',
    ...optional('mediaType', content?.type),
    ...optional('schema', schema),
    examples: [...examplesOf(located, reading), ...(content?.examples ?? [])],
  }
}

function swaggerParameter(located: LocatedObject, reading: Reading): Parameter | undefined {
  const { value } = located
  const name = text(property(value, 'name'))
  const place = placeOf(property(value, 'in'))
  if (name === undefined || place === undefined) return undefined
  return {
    name,
    in: place,
    required: place === 'path' || property(value, 'required') === true,
    ...swaggerStyle(property(value, 'collectionFormat'), place),
    schema: swaggerSchema(located),
    examples: examplesOf(located, reading),
  }
}

const places: readonly ParameterPlace[] = ['path', 'query', 'header', 'cookie']

function placeOf(value: JsonValue | undefined): ParameterPlace | undefined {
  return places.find(place => place === value)
}
