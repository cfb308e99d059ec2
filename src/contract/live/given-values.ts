import type { Operation } from '../../api-description/api-description.ts'
import { operationKey, operationNamed, pathNames } from '../../api-description/operation-names.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import { type Problem, type Result, usageProblem } from '../../model/problem.ts'
import { didYouMean } from '../../util/did-you-mean.ts'
import { isObject } from '../../util/is-json.ts'
import { jsonIn } from '../../util/json-in.ts'
import type { SchemaReader } from '../../validations/answer/schema-reader.ts'
import { typesOf } from '../../api-requests/matching/written-value.ts'
import type { ValueSource } from './value-sources.ts'

/** A value of the command line or of a file: `id`, or `getUser.id`. */
export interface GivenValue {
  readonly name: string
  readonly value: JsonValue
}

/** The values of a file: by the name of a parameter, and by operation and name. `body` is the body of an operation. */
export function valuesIn(file: JsonObject, operations: readonly Operation[]): readonly GivenValue[] {
  return Object.entries(file).flatMap(([name, value]): readonly GivenValue[] =>
    isObject(value) && operationNamed(operations, name) !== undefined
      ? Object.entries(value).map(([part, inside]) => ({ name: `${name}.${part}`, value: inside }))
      : [{ name, value }],
  )
}

/** The values that were given; one for a single operation before one for all. An unknown name is a problem. */
export function givenValues(
  given: readonly GivenValue[],
  operations: readonly Operation[],
): Result<ValueSource> {
  const placed = given.map(one => ({ one, place: placeOf(one, operations) }))
  const problems = placed.flatMap(({ one, place }) =>
    place === undefined ? [unknownName(one, operations)] : [],
  )
  if (problems.length > 0) return { ok: false, problems }
  const values = new Map(
    placed.flatMap(({ one, place }) => (place === undefined ? [] : [[keyOf(place), one.value] as const])),
  )
  return {
    ok: true,
    value: {
      find: (operation, part) => {
        const name = part.in === 'body' ? 'body' : part.name
        const own = values.get(keyOf({ operation: operationKey(operation), name }))
        const value = own ?? (part.in === 'body' ? undefined : values.get(keyOf({ name })))
        return value === undefined ? undefined : { value, from: 'given' }
      },
    },
  }
}

interface ValuePlace {
  readonly operation?: string
  readonly name: string
}

function keyOf({ operation = '', name }: ValuePlace): string {
  return `${operation}\n${name}`
}

/** `getUser.id` is of an operation where `getUser` is one; else all of it is the name of a parameter. */
function placeOf({ name }: GivenValue, operations: readonly Operation[]): ValuePlace | undefined {
  if (operations.some(operation => namesOf(operation).includes(name))) return { name }
  for (let dot = name.indexOf('.'); dot > 0; dot = name.indexOf('.', dot + 1)) {
    const operation = operationNamed(operations, name.slice(0, dot))
    const part = name.slice(dot + 1)
    if (operation === undefined) continue
    if (part === 'body' ? operation.body !== undefined : namesOf(operation).includes(part))
      return { operation: operationKey(operation), name: part }
  }
  return undefined
}

function namesOf({ parameters, path }: Operation): readonly string[] {
  return [...parameters.map(({ name }) => name), ...pathNames(path)]
}

function unknownName({ name }: GivenValue, operations: readonly Operation[]): Problem {
  const all = operations.flatMap(operation => {
    const prefixes = [operation.operationId ?? operationKey(operation)]
    return namesOf(operation).flatMap(own => [own, ...prefixes.map(prefix => `${prefix}.${own}`)])
  })
  return usageProblem(
    `--param ${name} is no parameter of any operation`,
    didYouMean(name, new Set(all)) ?? 'Name a parameter, or operationId.parameter.',
  )
}

/** Texts of a command line as values: lists as `a,b` or JSON, objects as JSON, where a schema asks for such. */
export function typedValues(source: ValueSource, schemas: SchemaReader): ValueSource {
  return {
    find: (operation, part) => {
      const found = source.find(operation, part)
      if (typeof found?.value !== 'string' || part.in === 'body' || part.schema === undefined) return found
      const schema = schemas.read(part.schema, 'request')
      if (!schema.ok) return found
      const types = typesOf({ schema: schema.value.schema, root: schema.value.schema })
      return { ...found, value: typed(found.value, types) }
    },
  }
}

function typed(text: string, types: ReadonlySet<string>): JsonValue {
  if (!types.has('array') && !types.has('object')) return text
  const parsed = jsonIn(text)
  if (typeof parsed === 'object' && parsed !== null) return parsed
  return types.has('array') ? text.split(',') : text
}
