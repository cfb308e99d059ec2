import type { ErrorObject } from 'ajv'
import type { Problem } from '../model/problem.ts'
import type { DocumentPath } from '../model/span.ts'
import type { YamlSource } from '../parse/yaml-source.ts'
import { didYouMean } from '../util/did-you-mean.ts'
import { problemAt } from './rule.ts'

/** A compiled schema validator, as ajv writes them. */
export type Validator = ((document: unknown) => boolean) & { errors?: ErrorObject[] | null }

/** A published schema, to look up which keys it allows. */
export type PublishedSchema = Readonly<Record<string, unknown>>

/**
 * What the schema finds wrong with a document, in the words of someone who writes suites. `loadSchema` gives the
 * published schema; it is only needed, and only read, when there is something to say.
 */
export async function schemaProblems(
  source: YamlSource,
  validate: Validator,
  loadSchema: () => Promise<PublishedSchema>,
): Promise<readonly Problem[]> {
  if (validate(source.value)) return []
  const errors = withoutNoise(validate.errors ?? [])
  const schema = await loadSchema()
  return errors.map(error => toProblem(error, source, schema))
}

/** Keywords whose meaning a rule of our own tells better, or that only sum up other errors. */
function withoutNoise(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const kept = errors.filter(error => !isStepOneOf(error) && !error.schemaPath.includes('/oneOf/'))
  return kept.filter(error => {
    if (error.keyword === 'pattern' && error.propertyName !== undefined) return false
    if (error.keyword === 'if') return false
    const inside = kept.filter(other => other !== error && isBelow(other, error))
    if (error.keyword === 'anyOf') return !inside.some(other => !isAlternative(other, error))
    const choice = kept.find(other => other.keyword === 'anyOf' && isAlternative(error, other))
    return choice === undefined
  })
}

/** A step's "exactly one action" is said by its own rule. */
function isStepOneOf(error: ErrorObject): boolean {
  return error.keyword === 'oneOf' && error.schemaPath === '#/definitions/step/oneOf'
}

function isBelow(error: ErrorObject, other: ErrorObject): boolean {
  return error.instancePath === other.instancePath || error.instancePath.startsWith(`${other.instancePath}/`)
}

/** Errors of an `anyOf` branch that say no more than "not this kind of value". */
function isAlternative(error: ErrorObject, choice: ErrorObject): boolean {
  return error.instancePath === choice.instancePath && (error.keyword === 'type' || error.keyword === 'const')
}

function toProblem(error: ErrorObject, source: YamlSource, schema: PublishedSchema): Problem {
  const path = toPath(error.instancePath, source.value)
  const params = error.params as Readonly<Record<string, unknown>>
  switch (error.keyword) {
    case 'additionalProperties':
      return unknownKey(String(params['additionalProperty']), error, path, source, schema)
    case 'required':
      return problemAt(
        source,
        path,
        'missing-key',
        `${place(path)} needs the key "${String(params['missingProperty'])}"`,
      )
    case 'propertyNames':
      return badName(String(params['propertyName']), path, source)
    default:
      return problemAt(
        source,
        path,
        'bad-value',
        `${subject(path)} ${reason(error, params, schema)}`,
        hintFor(error),
      )
  }
}

function unknownKey(
  key: string,
  error: ErrorObject,
  path: DocumentPath,
  source: YamlSource,
  schema: PublishedSchema,
): Problem {
  const known = allowedKeys(schema, error.schemaPath)
  const suggestion = didYouMean(key, known)
  const at = [...path, key]
  if (error.schemaPath.startsWith('#/definitions/validation/'))
    return problemAt(source, at, 'unknown-target', `"${key}" is not a target of a validation.${suggestion}`, {
      hint: 'Targets are status, header NAME, a JSONPath that starts with $, text, time and schema.',
      atKey: true,
    })
  if (error.schemaPath.startsWith('#/definitions/operators/'))
    return problemAt(source, at, 'unknown-operator', `"${key}" is not an operator.${suggestion}`, {
      hint: `Operators are ${known.join(', ')}. To compare a whole object, write equals: {…} or matches: {…}.`,
      atKey: true,
    })
  return problemAt(source, at, 'unknown-key', `"${key}" is not a key of ${place(path)}.${suggestion}`, {
    hint: `Keys are ${known.join(', ')}.`,
    atKey: true,
  })
}

function badName(name: string, path: DocumentPath, source: YamlSource): Problem {
  return problemAt(source, [...path, name], 'bad-value', `"${name}" cannot be the name of a variable`, {
    hint: 'Names have no spaces or braces, and do not start with $.',
    atKey: true,
  })
}

function reason(
  error: ErrorObject,
  params: Readonly<Record<string, unknown>>,
  schema: PublishedSchema,
): string {
  switch (error.keyword) {
    case 'type':
      return `must be ${words([params['type']].flat().map(typeName))}`
    case 'anyOf':
      return `must be ${describeChoices(schema, error.schemaPath)}`
    case 'enum':
      return `must be ${words((params['allowedValues'] as unknown[]).map(String))}`
    case 'pattern':
      return error.schemaPath === '#/definitions/duration/pattern'
        ? 'must be a duration such as 500ms, 10s or 2m'
        : `must look like ${String(params['pattern'])}`
    case 'oneOf':
      return `must have exactly one of ${words(oneOfKeys(schema, error.schemaPath))}`
    case 'maxProperties':
      return `must have only ${String(params['limit'])} key`
    case 'minProperties':
    case 'minItems':
      return 'must not be empty'
    default:
      return error.message ?? 'is not allowed'
  }
}

function hintFor(error: ErrorObject): { hint?: string } {
  if (error.keyword === 'maxProperties' && error.schemaPath.startsWith('#/definitions/validation/'))
    return { hint: 'A validation has one target: begin each with a dash of its own.' }
  return {}
}

function typeName(type: unknown): string {
  const names: Readonly<Record<string, string>> = {
    object: 'a mapping',
    array: 'a list',
    string: 'text',
    null: 'null',
  }
  return (
    names[String(type)] ??
    (type === 'integer' ? 'a whole number' : type === 'boolean' ? 'true or false' : 'a number')
  )
}

function describeChoices(schema: PublishedSchema, schemaPath: string): string {
  const branches = [lookUp(schema, schemaPath)].flat() as PublishedSchema[]
  const kinds = branches.flatMap(branch => {
    const resolved = typeof branch['$ref'] === 'string' ? lookUp(schema, branch['$ref']) : branch
    const { type, const: constant, anyOf } = (resolved ?? {}) as Readonly<Record<string, unknown>>
    if (constant !== undefined) return [JSON.stringify(constant)]
    if (anyOf !== undefined) return [describeChoices(schema, `${String(branch['$ref'])}/anyOf`)]
    return [type].flat().map(typeName)
  })
  return words([...new Set(kinds)])
}

function oneOfKeys(schema: PublishedSchema, schemaPath: string): readonly string[] {
  const branches = [lookUp(schema, schemaPath)].flat() as { required?: string[] }[]
  return branches.flatMap(branch => branch.required ?? [])
}

function allowedKeys(schema: PublishedSchema, schemaPath: string): readonly string[] {
  const parent = lookUp(schema, schemaPath.replace(/\/additionalProperties$/, ''))
  const properties = (parent as { properties?: object } | undefined)?.properties ?? {}
  return Object.keys(properties)
}

function lookUp(schema: PublishedSchema, pointer: string): unknown {
  const parts = pointer.replace(/^#\//, '').split('/').map(unescapePart)
  return parts.reduce<unknown>((value, part) => (value as PublishedSchema | undefined)?.[part], schema)
}

/** A JSON Pointer as a document path: indexes of lists become numbers. */
function toPath(pointer: string, document: unknown): DocumentPath {
  let value = document
  return pointer
    .split('/')
    .slice(1)
    .map(escaped => {
      const part = Array.isArray(value) ? Number(unescapePart(escaped)) : unescapePart(escaped)
      value = (value as Readonly<Record<string, unknown>> | undefined)?.[part]
      return part
    })
}

function unescapePart(part: string): string {
  return decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~')
}

/** What a path names, such as `the step` or `"retry"`. */
function place(path: DocumentPath): string {
  const last = path.at(-1)
  if (last === undefined) return 'the file'
  if (typeof last === 'string') return `"${last}"`
  const parent = path.at(-2)
  return parent === 'steps' || parent === 'after' ? 'a step' : `an item of "${String(parent)}"`
}

function subject(path: DocumentPath): string {
  return path.length === 0 ? 'the file' : place(path)
}

/** `a, b or c`. */
function words(items: readonly string[]): string {
  return items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} or ${String(items.at(-1))}`
}
