import type { ErrorObject } from 'ajv'
import type { JsonValue } from '../model/json.ts'
import { snapshotNameRule } from '../model/snapshot.ts'
import { valueText } from '../util/value-text.ts'
import { definitionOf, isPlaceholderPattern } from './schema-errors.ts'

const aDuration = 'must be a duration such as 500ms, 10s or 2m'
const aName = 'must begin with a letter or a digit, and have letters, digits'

/** The rest of a sentence about a text of another form, by the `$comment` of its definition in the schemas. */
const patternReasons: Readonly<Record<string, string>> = {
  duration: aDuration,
  'collection-path': 'must be a path that begins with / and has no query: `/orders`',
  'fixed-text': 'must not be empty, and have no placeholders',
  'grpc-status': 'must be the name of a status of gRPC, such as NOT_FOUND',
  'host-name': 'must be the name of a host alone, without a scheme or a port',
  identifier: `${aName}, - and _ only`,
  'list-of-rounds': 'must be a list, or one placeholder that is a list: {{pets}}',
  'message-count': 'must be 1 to 9999, or a placeholder',
  'mock-route-text':
    'must be a method of HTTP in capitals, ANY or WS, and a path without a query: `POST /charges/{id}`; or a method of gRPC: `shop.v1.Orders/GetOrder`',
  'mock-status': 'must be 200 to 599, or the name of a status of gRPC',
  namespace: 'must be the name of a namespace, without spaces or braces: `urn:quotes`',
  'plain-name': `${aName}, ., - and _ only`,
  'port-name': 'must begin with a letter, and have letters, digits, - and _ only',
  'proxy-target': 'must be a URL with http or https',
  rate: 'must be a rate such as 200/s',
  separator: 'must be one sign, such as ";" or "|", or tab',
  'skip-reason': 'must say why',
  'snapshot-name': snapshotNameRule,
  'some-text': 'must not be blank',
  'status-class': 'must be a status or a class of them, such as 401 or 5xx',
  tag: 'must be one word, without commas and without ! in it',
  'variable-name': 'must be the name of a variable, without braces or $',
}

/** Describes the value that is expected instead, as the rest of a sentence: `must be text or a number`. */
export function schemaReason(error: ErrorObject): string {
  const params = error.params as Readonly<Record<string, unknown>>
  if (definitionOf(error) === 'skip-reason')
    return /^\s*$/.test(valueText((error.data ?? '') as JsonValue)) ? 'is empty' : 'must say why'
  switch (error.keyword) {
    case 'type':
      return definitionOf(error) === 'duration'
        ? aDuration
        : `must be ${words([params['type']].flat().map(kindName))}`
    case 'anyOf':
      return `must be ${words([...new Set((error.schema as Branch[]).flatMap(branchNames))])}`
    case 'enum':
      return `must be ${words([...new Set((params['allowedValues'] as unknown[]).map(String))])}`
    case 'const':
      return `must be ${JSON.stringify(params['allowedValue'])}`
    case 'pattern':
      return patternReasons[String(definitionOf(error))] ?? 'is not written as it has to be'
    case 'oneOf':
      return `must have exactly one of ${words((error.schema as Branch[]).flatMap(branch => branch.required ?? []))}`
    case 'maxProperties':
      return tooManyKeys(error, Number(params['limit']))
    case 'dependencies':
      if (definitionOf(error) === 'repeat' && params['missingProperty'] === 'at-most')
        return 'needs at-most: how many rounds it may take'
      return `needs "${String(params['missingProperty'])}" beside "${String(params['property'])}"`
    case 'not':
      return 'must not have each, any or none in it: go deeper with the path'
    case 'minProperties':
      return definitionOf(error) === 'mock-delay' ? tooManyKeys(error, 2) : 'must not be empty'
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

/** A validation has one key beside those that say more about it. */
function tooManyKeys(error: ErrorObject, limit: number): string {
  const definition = definitionOf(error)
  if (definition === 'mock-delay') return 'must have `min` and `max`, or `median` and `p99`'
  if (limit === 1 || definition !== 'validation') return `must have only ${limit} key`
  return 'must have only 1 key beside "name", "when" and "unless"'
}

/** A branch of `anyOf` or `oneOf`. */
interface Branch {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly const?: unknown
  readonly required?: readonly string[]
  readonly pattern?: string
}

/** Lists the kinds that a branch of `anyOf` accepts; the shared definitions by the words for them. */
function branchNames({ $ref, type, const: constant, pattern }: Branch): readonly string[] {
  if (isPlaceholderPattern(pattern)) return ['a placeholder']
  if (constant !== undefined) return [JSON.stringify(constant)]
  if ($ref !== undefined) return definitionNames[$ref.replace('#/definitions/', '')] ?? ['a mapping']
  return [type ?? []].flat().map(kindName)
}

const scalars = ['text', 'a number', 'true or false']

const definitionNames: Readonly<Record<string, readonly string[]>> = {
  operators: ['a mapping of operators'],
  'length-operators': ['a mapping of operators'],
  scalar: scalars,
  'scalar-or-list': [...scalars, 'a list'],
  disabled: [],
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

/** `a, b or c`. */
function words(items: readonly string[]): string {
  return items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} or ${String(items.at(-1))}`
}
