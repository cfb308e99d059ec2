import type { ErrorObject } from 'ajv'
import type { Problem } from '../model/problem.ts'
import type { DocumentPath } from '../model/span.ts'
import type { YamlSource } from '../parse/yaml-source.ts'
import { suggesting } from '../util/did-you-mean.ts'
import { problemAt } from './rule.ts'

/** A compiled schema validator, as ajv writes them; its errors carry the schema they come from. */
export type Validator = ((document: unknown) => boolean) & { errors?: ErrorObject[] | null }

/** What the schema finds wrong with a document, in the words of someone who writes suites. */
export function schemaProblems(source: YamlSource, validate: Validator): readonly Problem[] {
  if (validate(source.value)) return []
  return withoutNoise(validate.errors ?? []).map(error => toProblem(error, source))
}

/** Leaves out keywords whose meaning a rule of our own tells better, and those that only sum up other errors. */
function withoutNoise(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const telling = errors.filter(
    error =>
      !error.schemaPath.includes('/oneOf/') &&
      !(error.keyword === 'oneOf' && definitionOf(error) === 'step') &&
      !(error.keyword === 'pattern' && error.propertyName !== undefined),
  )
  return telling.filter(error =>
    error.keyword === 'anyOf'
      ? !telling.some(other => isBelow(other, error) && !isAlternative(other, error))
      : !telling.some(choice => choice.keyword === 'anyOf' && isAlternative(error, choice)),
  )
}

/** Whether an error is about the same value as `choice`, or about a part of it. */
function isBelow(error: ErrorObject, choice: ErrorObject): boolean {
  if (error === choice) return false
  return (
    error.instancePath === choice.instancePath || error.instancePath.startsWith(`${choice.instancePath}/`)
  )
}

/** Errors of an `anyOf` branch that say no more than "not this kind of value". */
function isAlternative(error: ErrorObject, choice: ErrorObject): boolean {
  return (
    error.instancePath === choice.instancePath &&
    ['type', 'const', 'anyOf'].includes(error.keyword) &&
    error !== choice
  )
}

/** The name of the definition that an error comes from, for those that bear one. */
function definitionOf(error: ErrorObject): unknown {
  return error.parentSchema?.['$comment']
}

function toProblem(error: ErrorObject, source: YamlSource): Problem {
  const path = toPath(error.instancePath, source.value)
  const params = error.params as Readonly<Record<string, unknown>>
  switch (error.keyword) {
    case 'additionalProperties':
      return unknownKey(String(params['additionalProperty']), error, path, source)
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
      return problemAt(source, path, 'bad-value', `${place(path)} ${reason(error, params)}`, hintFor(error))
  }
}

function unknownKey(key: string, error: ErrorObject, path: DocumentPath, source: YamlSource): Problem {
  const known = Object.keys((error.parentSchema?.['properties'] ?? {}) as object)
  const hint = (choices: string): string => suggesting(key, known, choices)
  const at = [...path, key]
  if (definitionOf(error) === 'validation')
    return problemAt(source, at, 'unknown-target', `"${key}" is not a target of a validation`, {
      hint: hint('Targets are status, header NAME, a JSONPath that starts with $, text, time and schema.'),
      atKey: true,
    })
  if (definitionOf(error) === 'operators')
    return problemAt(source, at, 'unknown-operator', `"${key}" is not an operator`, {
      hint: hint(
        `Operators are ${known.join(', ')}. To compare a whole object, write equals: {…} or matches: {…}.`,
      ),
      atKey: true,
    })
  return problemAt(source, at, 'unknown-key', `"${key}" is not a key of ${place(path)}`, {
    hint: hint(`Keys are ${known.join(', ')}.`),
    atKey: true,
  })
}

function badName(name: string, path: DocumentPath, source: YamlSource): Problem {
  return problemAt(source, [...path, name], 'bad-value', `"${name}" cannot be the name of a variable`, {
    hint: 'Names have no spaces or braces, and do not start with $.',
    atKey: true,
  })
}

const aDuration = 'must be a duration such as 500ms, 10s or 2m'

function reason(error: ErrorObject, params: Readonly<Record<string, unknown>>): string {
  switch (error.keyword) {
    case 'type':
      return definitionOf(error) === 'duration'
        ? aDuration
        : `must be ${words([params['type']].flat().map(kindName))}`
    case 'anyOf':
      return `must be ${words([...new Set((error.schema as Branch[]).flatMap(branchNames))])}`
    case 'enum':
      return `must be ${words((params['allowedValues'] as unknown[]).map(String))}`
    case 'pattern':
      return definitionOf(error) === 'duration' ? aDuration : `must look like ${String(params['pattern'])}`
    case 'oneOf':
      return `must have exactly one of ${words((error.schema as Branch[]).flatMap(branch => branch.required ?? []))}`
    case 'maxProperties':
      return `must have only ${String(params['limit'])} key`
    case 'minProperties':
    case 'minItems':
    case 'minLength':
      return 'must not be empty'
    case 'minimum':
      return `must be ${String(params['limit'])} or more`
    case 'maximum':
      return `must be ${String(params['limit'])} or less`
    default:
      return error.message ?? 'is not allowed'
  }
}

function hintFor(error: ErrorObject): { hint?: string } {
  if (error.keyword === 'maxProperties' && definitionOf(error) === 'validation')
    return { hint: 'A validation has one target: begin each with a dash of its own.' }
  return {}
}

/** A branch of `anyOf` or `oneOf`. */
interface Branch {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly const?: unknown
  readonly required?: readonly string[]
}

/** What a branch of `anyOf` accepts; the shared definitions by the words for them. */
function branchNames({ $ref, type, const: constant }: Branch): readonly string[] {
  if (constant !== undefined) return [JSON.stringify(constant)]
  if ($ref !== undefined) return definitionNames[$ref.replace('#/definitions/', '')] ?? ['a mapping']
  return [type ?? []].flat().map(kindName)
}

const scalars = ['text', 'a number', 'true or false']

const definitionNames: Readonly<Record<string, readonly string[]>> = {
  operators: ['a mapping of operators'],
  scalar: scalars,
  'scalar-or-list': [...scalars, 'a list'],
  'multipart-part': [...scalars, 'a mapping'],
}

function kindName(type: unknown): string {
  const names: Readonly<Record<string, string>> = {
    object: 'a mapping',
    array: 'a list',
    string: 'text',
    integer: 'a whole number',
    number: 'a number',
    boolean: 'true or false',
  }
  return names[String(type)] ?? String(type)
}

/** A JSON Pointer as a document path: indexes of lists become numbers. */
function toPath(pointer: string, document: unknown): DocumentPath {
  let value = document
  return pointer
    .split('/')
    .slice(1)
    .map(escaped => {
      const key = escaped.replaceAll('~1', '/').replaceAll('~0', '~')
      const part = Array.isArray(value) ? Number(key) : key
      value = (value as Readonly<Record<string, unknown>> | undefined)?.[part]
      return part
    })
}

/** What a path names, such as `a step` or `"retry"`. */
function place(path: DocumentPath): string {
  const last = path.at(-1)
  if (last === undefined) return 'the file'
  if (typeof last === 'string') return `"${last}"`
  const parent = path.at(-2)
  return parent === 'steps' || parent === 'after' ? 'a step' : `an item of "${String(parent)}"`
}

/** `a, b or c`. */
function words(items: readonly string[]): string {
  return items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} or ${String(items.at(-1))}`
}
