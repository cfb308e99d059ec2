import { isDeepStrictEqual } from 'node:util'
import { applied, evaluate, pathThrough, type Place, symbolOf } from './evaluate.ts'
import { isFound, isIdleSchema } from './known-calls.ts'
import { isFunction, isMember, isNode, isTruth, type Node, pathOf } from './syntax-tree.ts'
import { isOpaque, unknown } from './unknown.ts'

/** `pm.expect(subject).to.be.above(3)`. */
export interface Assertion {
  /** The whole of it. */
  readonly node: Node
  readonly subject: Node
  /** The words behind it that assert something or change what the next one asserts, with what they are called with. */
  readonly words: readonly AssertedWord[]
}

interface AssertedWord {
  readonly word: string
  readonly args?: readonly Node[]
}

/** Words that chai only has for the ear. */
const silent = new Set('to be been is that which and has have with at of same but does still also'.split(' '))

/** The assertion that an expression is as a whole; undefined where it is none. */
export function assertionOf(node: Node): Assertion | undefined {
  const words: AssertedWord[] = []
  let at: unknown = node
  while (isNode(at)) {
    const { callee, object, property } = at
    if (at.type === 'CallExpression' && isNode(callee)) {
      const args = (at['arguments'] as readonly unknown[]).filter(isNode)
      if (isExpect(callee))
        return args[0] === undefined ? undefined : { node, subject: args[0], words: words.toReversed() }
      if (!isMember(callee) || !isNode(callee['property'])) return undefined
      words.push({ word: String(callee['property']['name']), args })
      at = callee['object']
    } else if (isMember(at) && isNode(property) && at['computed'] !== true) {
      const word = String(property['name'])
      if (word === 'to' && isNode(object) && pathOf(object)?.join('.') === 'pm.response')
        return { node, subject: object, words: words.toReversed() }
      if (!silent.has(word)) words.push({ word })
      at = object
    } else return undefined
  }
  return undefined
}

const expects = new Set(['pm.expect', 'expect', 'chai.expect'])

function isExpect(callee: Node): boolean {
  return expects.has(pathOf(callee)?.join('.') ?? '')
}

/** True where an assertion holds of what was made; undefined where nobody knows. */
export function holds({ subject, words }: Assertion, place: Place): boolean | undefined {
  try {
    const subjectValue = (): unknown => evaluate(subject, place)
    const isResponse = pathThrough(subject, place) === 'pm.response'
    let isNegated = false
    let isDeep = false
    let isAll = true
    for (const { word, args } of words) {
      if (word === 'not') isNegated = !isNegated
      else if (word === 'deep') isDeep = true
      else {
        const one =
          (isResponse ? ofResponse(word, args, place) : undefined) ??
          judgedWhole(word, args, subjectValue, place) ??
          ofPart(word, args, subject, place) ??
          asserted(
            word,
            subjectValue(),
            args?.map(arg => evaluate(arg, place)),
            isDeep,
          )
        isAll &&= one !== isNegated
        // Words behind a property are about its value.
        if (word === 'property' || word === 'length')
          return words.length > 1 + Number(isNegated) ? undefined : isAll
      }
    }
    return isAll
  } catch (error) {
    if (error === unknown) return undefined
    throw error
  }
}

/** The statuses that the words of Postman stand for. */
const statusesOf: Readonly<Record<string, (status: number) => boolean>> = {
  ok: status => status === 200,
  accepted: status => status === 202,
  badRequest: status => status === 400,
  unauthorized: status => status === 401,
  forbidden: status => status === 403,
  notFound: status => status === 404,
  rateLimited: status => status === 429,
  info: status => Math.floor(status / 100) === 1,
  success: status => Math.floor(status / 100) === 2,
  redirection: status => Math.floor(status / 100) === 3,
  clientError: status => Math.floor(status / 100) === 4,
  serverError: status => Math.floor(status / 100) === 5,
  error: status => status >= 400,
}

/** The verdict of a word on the status of an answer; undefined for what says something else. */
function ofResponse(word: string, args: readonly Node[] | undefined, place: Place): boolean | undefined {
  const isStatus = word === 'status' && args?.length === 1
  const judge = args === undefined && Object.hasOwn(statusesOf, word) ? statusesOf[word] : undefined
  if (!isStatus && judge === undefined) return undefined
  const status = place.answer.get('pm.response.code')
  if (typeof status !== 'number') throw unknown
  if (judge !== undefined) return judge(status)
  const expected = args?.[0] === undefined ? undefined : evaluate(args[0], place)
  if (typeof expected !== 'number') throw unknown
  return status === expected
}

/** The verdict of functions and schemas that take any value, for which it need not be known. */
function judgedWhole(
  word: string,
  args: readonly Node[] | undefined,
  value: () => unknown,
  place: Place,
): boolean | undefined {
  const [given] = args ?? []
  if (given === undefined) return undefined
  if (word === 'jsonSchema') {
    if (!isIdleSchema(evaluate(given, place))) throw unknown
    return true
  }
  if (word !== 'satisfy' && word !== 'satisfies') return undefined
  const judge = given.type === 'Identifier' ? place.meaning(String(given['name'])) : given
  if (judge === undefined || !isFunction(judge)) throw unknown
  return Boolean(applied(judge, [value], place))
}

/** True for a part that each answer has: `expect(pm.response).to.have.property('code')`; undefined for everything else. */
function ofPart(
  word: string,
  args: readonly Node[] | undefined,
  subject: Node,
  place: Place,
): true | undefined {
  const [name, ...others] = args ?? []
  if (word !== 'property' || name === undefined || others.length > 0) return undefined
  const whole = symbolOf(subject, place)
  return (whole !== undefined && place.answer.has(`${whole}.${String(evaluate(name, place))}`)) || undefined
}

/** All values that an expression may have by what kind it is: a boolean, or the name of a type. */
export function valuesByKind(node: Node): readonly unknown[] | undefined {
  const { type, operator } = node
  if (type === 'UnaryExpression' && operator === 'typeof') return typeNames
  return isTruth(node) ? [true, false] : undefined
}

const typeNames = ['undefined', 'object', 'boolean', 'number', 'bigint', 'string', 'symbol', 'function']

function asserted(
  word: string,
  value: unknown,
  args: readonly unknown[] | undefined,
  isDeep: boolean,
): boolean {
  const judges = args === undefined ? states : comparisons
  const judge = Object.hasOwn(judges, word) ? judges[word] : undefined
  if (judge === undefined) throw unknown
  if (isOpaque(value) && !ofOpaque.has(word)) throw unknown
  return judge(value, args ?? [], isDeep)
}

/** Words that tell something of an object of which only is known that it is there. */
const ofOpaque = new Set(['exist', 'exists', 'ok', 'true', 'false', 'null', 'undefined', 'a', 'an'])

type Judge = (value: unknown, args: readonly unknown[], isDeep: boolean) => boolean

const states: Readonly<Record<string, Judge>> = {
  true: value => value === true,
  false: value => value === false,
  null: value => value === null,
  undefined: value => value === undefined,
  NaN: value => Number.isNaN(value),
  finite: value => Number.isFinite(value),
  exist: value => value !== null && value !== undefined,
  exists: value => value !== null && value !== undefined,
  ok: Boolean,
  empty: value => sizeOf(value) === 0,
}

const equals: Judge = (value, [expected], isDeep) => {
  if (!isDeep && typeof value === 'object' && value !== null) throw unknown
  return isDeepStrictEqual(value, expected)
}
const deepEquals: Judge = (value, [expected]) => isDeepStrictEqual(value, expected)
const includes: Judge = (value, [part], isDeep) => {
  if (typeof value === 'string') return typeof part === 'string' && value.includes(part)
  if (!Array.isArray(value)) throw unknown
  return value.some(item => (isDeep ? isDeepStrictEqual(item, part) : Object.is(item, part)))
}
const hasType: Judge = (value, [type]) => typeOf(value) === String(type).toLowerCase()
const above = comparing((value, bound) => value > bound)
const below = comparing((value, bound) => value < bound)
const least = comparing((value, bound) => value >= bound)
const most = comparing((value, bound) => value <= bound)
const matches: Judge = (value, [pattern]) => {
  if (!(pattern instanceof RegExp) || (typeof value !== 'string' && typeof value !== 'number')) throw unknown
  return isFound(pattern, String(value))
}
const hasLength: Judge = (value, [length]) => sizeOf(value) === length

const comparisons: Readonly<Record<string, Judge>> = {
  ...{ equal: equals, equals, eq: equals, eql: deepEquals, eqls: deepEquals },
  ...{ include: includes, includes, contain: includes, contains: includes, string: includes },
  ...{ a: hasType, an: hasType, above, gt: above, greaterThan: above, least, gte: least, below, lt: below },
  ...{ lessThan: below, most, lte: most, length: hasLength, lengthOf: hasLength },
  ...{ match: matches, matches },
  within: (value, [low, high]) => least(value, [low], false) && most(value, [high], false),
  oneOf: (value, [list]) => Array.isArray(list) && list.includes(value),
  property: (value, args) => {
    const [name, ...others] = args
    if (others.length > 0 || typeof value !== 'object' || value === null) throw unknown
    return Object.hasOwn(value, String(name))
  },
}

function comparing(compare: (value: number, bound: number) => boolean): Judge {
  return (value, [bound]) => {
    if (typeof value !== 'number' || typeof bound !== 'number') throw unknown
    return compare(value, bound)
  }
}

function typeOf(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}

function sizeOf(value: unknown): number {
  if (typeof value === 'string' || Array.isArray(value)) return value.length
  if (typeof value !== 'object' || value === null) throw unknown
  return Object.keys(value).length
}
