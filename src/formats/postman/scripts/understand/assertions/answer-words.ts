import { bodyPathText } from '../../body-path.ts'
import { allOf, checkOf } from '../checks/check-of.ts'
import type { Check } from '../checks/check.ts'
import { equalTo, missing, present, statusNamed } from '../checks/comparisons.ts'
import { schemaCheck } from '../checks/schema-checks.ts'
import { patternChecks } from '../checks/text-checks.ts'
import type { Value } from '../checks/value.ts'
import { headerValue } from '../values/member-value.ts'
import type { Link, Reading, WordResult } from './chain.ts'

/** A word said of the answer as a whole, such as `status(200)` (chai-postman). */
export function answerWord(link: Link, reading: Reading): WordResult {
  const checks = reading.flags.has('not') ? negatedChecks(link, reading) : checksOf(link, reading)
  if (checks !== undefined) return { checks }
  if (link.name === 'responseTime' && link.arguments === undefined && !reading.flags.has('not'))
    return { subject: { kind: 'time' } }
  return undefined
}

/** Properties that name a status, with the status or the class of them. */
const statusWords: Readonly<Record<string, readonly Check[]>> = {
  ok: status('equals', 200),
  accepted: status('equals', 202),
  withoutContent: status('equals', 204),
  badRequest: status('equals', 400),
  unauthorized: status('equals', 401),
  forbidden: status('equals', 403),
  notFound: status('equals', 404),
  rateLimited: status('equals', 429),
  info: statusClass(1),
  success: statusClass(2),
  redirection: statusClass(3),
  clientError: statusClass(4),
  serverError: statusClass(5),
  error: [...status('at-least', 400), ...status('less-than', 600)],
}

function status(operator: Exclude<Check['operator'], 'schema'>, expected: number | string): readonly Check[] {
  return [{ target: 'status', operator, expected }]
}

/** The same of what a script says; undefined for a status that there is none of. */
function statusOf(
  operator: 'equals' | 'not-equals',
  expected: number | string,
): readonly Check[] | undefined {
  return allOf(checkOf({ kind: 'status' }, operator, expected))
}

function statusClass(hundreds: number): readonly Check[] {
  return status('equals', `${hundreds}xx`)
}

const root: Value = { kind: 'body', path: [], guards: [] }

function checksOf(link: Link, { evaluate }: Reading): readonly Check[] | undefined {
  const { name, arguments: given } = link
  if (given === undefined) {
    if (name === 'json') return present(root)
    if (name === 'withBody') return [{ target: 'text', operator: 'not-equals', expected: '' }]
    return Object.hasOwn(statusWords, name) ? statusWords[name] : undefined
  }
  const first = evaluate(given[0])
  const literal = first?.kind === 'literal' ? first.value : undefined
  switch (name) {
    case 'status':
      return typeof literal === 'number' ? statusOf('equals', literal) : namedStatus(literal)
    case 'statusCode':
      return typeof literal === 'number' ? statusOf('equals', literal) : undefined
    case 'statusReason':
      return namedStatus(literal)
    case 'statusCodeClass':
      return typeof literal === 'number' && given.length === 1
        ? statusOf('equals', `${literal}xx`)
        : undefined
    case 'header':
      return headerChecks(link, literal, evaluate(given[1]))
    case 'body':
      return bodyChecks(link, first)
    case 'jsonBody':
      return jsonBodyChecks(link, literal, evaluate(given[1]))
    case 'jsonSchema':
      return given.length === 1 ? schemaCheck(literal) : undefined
    default:
      return undefined
  }
}

function namedStatus(reason: unknown): readonly Check[] | undefined {
  return typeof reason === 'string' ? statusNamed(reason) : undefined
}

function headerChecks(
  { arguments: given = [] }: Link,
  name: unknown,
  expected: Value | undefined,
): readonly Check[] | undefined {
  const header = typeof name === 'string' ? headerValue(name) : undefined
  if (header === undefined) return undefined
  if (given.length === 1) return present(header)
  return expected === undefined ? undefined : equalTo(header, expected, false)
}

/** `body()`, `body("text")`, `body(/pattern/)` or `body({…})`. */
function bodyChecks({ arguments: given = [] }: Link, first: Value | undefined): readonly Check[] | undefined {
  const [node] = given
  if (node === undefined) return [{ target: 'text', operator: 'not-equals', expected: '' }]
  if (first?.kind !== 'literal') return patternChecks({ kind: 'text' }, node)
  const isObject = typeof first.value === 'object' && first.value !== null && !Array.isArray(first.value)
  return equalTo(isObject ? root : { kind: 'text' }, first, true)
}

/** The value at `a.b`. */
function memberOfBody(name: string): Value | undefined {
  if (!/^[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*$/.test(name)) return undefined
  const path = name.split('.')
  return bodyPathText(path) === undefined ? undefined : { kind: 'body', path, guards: [] }
}

/** `jsonBody()`, `jsonBody("a.b")` or `jsonBody("a.b", value)`. */
function jsonBodyChecks(
  { arguments: given = [] }: Link,
  name: unknown,
  expected: Value | undefined,
): readonly Check[] | undefined {
  if (given.length === 0) return present(root)
  const value = typeof name === 'string' ? memberOfBody(name) : undefined
  if (value === undefined) return undefined
  if (given.length === 1) return present(value)
  if (expected === undefined) return undefined
  // Compared with a value of any type: what the variable holds is not made a text.
  return equalTo(value, expected.kind === 'variable' ? { ...expected, isText: false } : expected, true)
}

/** `not.have.header("x")` and `not.have.jsonBody("a.b")`. */
function absenceChecks(word: string, name: unknown): readonly Check[] | undefined {
  if (typeof name !== 'string') return undefined
  const value = word === 'header' ? headerValue(name) : word === 'jsonBody' ? memberOfBody(name) : undefined
  return value && missing(value)
}

function negatedChecks(
  { name, arguments: given }: Link,
  { evaluate }: Reading,
): readonly Check[] | undefined {
  const first = evaluate(given?.[0])
  const literal = first?.kind === 'literal' ? first.value : undefined
  if ((name === 'status' || name === 'statusCode') && typeof literal === 'number')
    return statusOf('not-equals', literal)
  if (given !== undefined) return given.length === 1 ? absenceChecks(name, literal) : undefined
  if (name === 'error') return status('matches-regex', '^[^45]..$')
  const positive = Object.hasOwn(statusWords, name) ? statusWords[name] : undefined
  const only = positive?.length === 1 ? positive[0] : undefined
  return only?.operator === 'equals' ? [{ ...only, operator: 'not-equals' }] : undefined
}
