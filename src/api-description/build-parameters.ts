import { property, text } from '../util/read-values.ts'
import type { DescriptionVersion, Parameter, ParameterPlace } from './api-description.ts'
import { buildContents } from './build-contents.ts'
import type { LocatedObject } from './documents/loaded-document.ts'
import { examplesOf, namedExamplesOf } from './examples-of.ts'
import { notExpected } from './json-schema/keyword-faults.ts'
import { inside, type OperationParts, type Reading } from './reading.ts'
import { styleOf, swaggerStyle, usualStyle } from './styles.ts'
import { swaggerSchema } from './swagger-schema.ts'
import { defined } from '../util/defined.ts'

/** The parameters of an operation except its body: those of the path, each replaced by one of the same name and place. */
export function buildParameters(parts: OperationParts): readonly Parameter[] {
  const { version } = parts
  const reading = parts.reading.of('parameters')
  const merged = new Map<string, Parameter>()
  for (const located of writtenParameters({ ...parts, reading })) {
    const identity = identityOf(located, { ...parts, reading })
    if (identity === undefined) continue
    const build = version === '2.0' ? swaggerParameter : openApiParameter
    merged.set(`${identity.place} ${identity.name}`, build(located, identity, reading, version))
  }
  return [...merged.values()]
}

/** Everything under `parameters`, of the path and then of the operation. */
export function writtenParameters({ item, operation, reading }: OperationParts): readonly LocatedObject[] {
  return [item, operation].flatMap(holder =>
    reading.items(inside(holder, 'parameters'), 'parameters').flatMap((located, index) => {
      const parameter = reading.object(located, `parameter ${index + 1}`)
      return parameter === undefined ? [] : [parameter]
    }),
  )
}

interface Identity {
  readonly name: string
  readonly place: ParameterPlace
}

/** Finds the name and place that identify a parameter; undefined for one that lacks them, and for the body in Swagger 2. */
function identityOf({ value }: LocatedObject, { version, reading }: OperationParts): Identity | undefined {
  const name = text(property(value, 'name'))
  const written = property(value, 'in')
  const place = places.find(one => one === written)
  if (version === '2.0' && (written === 'body' || written === 'formData')) return undefined
  if (name !== undefined && place !== undefined) return { name, place }
  const where = place === undefined ? 'a parameter' : `a ${place} parameter`
  if (name === undefined) reading.misread(where, 'it has no name')
  else reading.misread(`parameter ${name}`, `its \`in\` is none of ${places.join(', ')}`)
  return undefined
}

function openApiParameter(
  located: LocatedObject,
  identity: Identity,
  reading: Reading,
  version: DescriptionVersion,
): Parameter {
  const { value } = located
  const { name, place } = identity
  const what = `parameter ${name}`
  reading.words(located, 'parameter', what, version)
  const [content] = buildContents(inside(located, 'content'), what, reading, version)
  const written = property(value, 'style')
  const style = styleOf(written) ?? usualStyle(place)
  if (written !== undefined && styleOf(written) === undefined)
    reading.misread(`${what} style`, notExpected('the name of a style', written))
  const isExploded = reading.isTrue(located, 'explode', what)
  const schema = content?.schema ?? reading.schema(located, what, version)
  return defined({
    name,
    in: place,
    required: reading.isTrue(located, 'required', what) || place === 'path',
    allowsEmpty: allowsEmpty(located, place),
    style,
    explode:
      property(value, 'explode') === undefined ? style === 'form' || style === 'deepObject' : isExploded,
    mediaType: content?.type,
    schema,
    examples: [...examplesOf(located, reading), ...(content?.examples ?? [])],
    namedExamples: namedExamplesOf(located, reading),
  })
}

function swaggerParameter(located: LocatedObject, identity: Identity, reading: Reading): Parameter {
  const { value } = located
  const { name, place } = identity
  return defined({
    name,
    in: place,
    required: reading.isTrue(located, 'required', `parameter ${name}`) || place === 'path',
    allowsEmpty: allowsEmpty(located, place),
    ...swaggerStyle(property(value, 'collectionFormat'), place),
    schema: swaggerSchema(located),
    examples: examplesOf(located, reading),
  })
}

/** Only parameters of the query may be empty (OpenAPI "Parameter Object", `allowEmptyValue`). */
function allowsEmpty({ value }: LocatedObject, place: ParameterPlace): true | undefined {
  return place === 'query' && property(value, 'allowEmptyValue') === true ? true : undefined
}

const places: readonly ParameterPlace[] = ['path', 'query', 'header', 'cookie']
