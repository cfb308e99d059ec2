import { isDeepStrictEqual } from 'node:util'
import { evaluate, isOpaque, type Place, Unknown } from './evaluate.ts'
import { isMember, isNode, type Node, pathOf } from './syntax-tree.ts'

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

/** What chai only has for the ear. */
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
    const value = evaluate(subject, place)
    let isNegated = false
    let isDeep = false
    let isAll = true
    for (const { word, args } of words) {
      if (word === 'not') isNegated = !isNegated
      else if (word === 'deep') isDeep = true
      else {
        const one = asserted(
          word,
          value,
          args?.map(arg => evaluate(arg, place)),
          isDeep,
        )
        isAll &&= one !== isNegated
        // What follows a property is about its value.
        if (word === 'property' || word === 'length')
          return words.length > 1 + Number(isNegated) ? undefined : isAll
      }
    }
    return isAll
  } catch (error) {
    if (error instanceof Unknown) return undefined
    throw error
  }
}

function asserted(
  word: string,
  value: unknown,
  args: readonly unknown[] | undefined,
  isDeep: boolean,
): boolean {
  const judge = args === undefined ? states[word] : comparisons[word]
  if (judge === undefined) throw new Unknown()
  if (isOpaque(value) && !ofOpaque.has(word)) throw new Unknown()
  return judge(value, args ?? [], isDeep)
}

/** What can be told of an object of which only is known that it is there. */
const ofOpaque = new Set(['exist', 'exists', 'true', 'false', 'null', 'undefined', 'a', 'an'])

type Judge = (value: unknown, args: readonly unknown[], isDeep: boolean) => boolean

const states: Readonly<Record<string, Judge>> = {
  true: value => value === true,
  false: value => value === false,
  null: value => value === null,
  undefined: value => value === undefined,
  NaN: value => Number.isNaN(value),
  exist: value => value !== null && value !== undefined,
  exists: value => value !== null && value !== undefined,
  ok: Boolean,
  empty: value => sizeOf(value) === 0,
}

const equals: Judge = (value, [expected], isDeep) => {
  if (!isDeep && typeof value === 'object' && value !== null) throw new Unknown()
  return isDeepStrictEqual(value, expected)
}
const deepEquals: Judge = (value, [expected]) => isDeepStrictEqual(value, expected)
const includes: Judge = (value, [part], isDeep) => {
  if (typeof value === 'string') return typeof part === 'string' && value.includes(part)
  if (!Array.isArray(value)) throw new Unknown()
  return value.some(item => (isDeep ? isDeepStrictEqual(item, part) : Object.is(item, part)))
}
const hasType: Judge = (value, [type]) => typeOf(value) === String(type).toLowerCase()
const above = comparing((value, bound) => value > bound)
const below = comparing((value, bound) => value < bound)
const least = comparing((value, bound) => value >= bound)
const most = comparing((value, bound) => value <= bound)
const hasLength: Judge = (value, [length]) => sizeOf(value) === length

const comparisons: Readonly<Record<string, Judge>> = {
  ...{ equal: equals, equals, eq: equals, eql: deepEquals, eqls: deepEquals },
  ...{ include: includes, includes, contain: includes, contains: includes, string: includes },
  ...{ a: hasType, an: hasType, above, gt: above, greaterThan: above, least, gte: least, below, lt: below },
  ...{ lessThan: below, most, lte: most, length: hasLength, lengthOf: hasLength },
  within: (value, [low, high]) => least(value, [low], false) && most(value, [high], false),
  oneOf: (value, [list]) => Array.isArray(list) && list.includes(value),
  property: (value, args) => {
    const [name, ...others] = args
    if (others.length > 0 || typeof value !== 'object' || value === null) throw new Unknown()
    return Object.hasOwn(value, String(name))
  },
}

function comparing(compare: (value: number, bound: number) => boolean): Judge {
  return (value, [bound]) => {
    if (typeof value !== 'number' || typeof bound !== 'number') throw new Unknown()
    return compare(value, bound)
  }
}

function typeOf(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}

function sizeOf(value: unknown): number {
  if (typeof value === 'string' || Array.isArray(value)) return value.length
  if (typeof value !== 'object' || value === null) throw new Unknown()
  return Object.keys(value).length
}
