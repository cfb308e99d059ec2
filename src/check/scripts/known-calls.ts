import { executeWithin, isAnywhere } from '../../patterns/index.ts'
import { isMember, isNode, type Node, pathOf } from './syntax-tree.ts'
import { opaqueObject, unknown } from './unknown.ts'

type Plain = string | number | boolean | null | undefined

const functions: Readonly<Record<string, (...args: never[]) => unknown>> = {
  'JSON.stringify': (value: unknown) => JSON.stringify(value),
  'Object.keys': (value: object) => Object.keys(value),
  'Object.values': (value: object) => Object.values(value) as unknown,
  'Array.isArray': (value: unknown) => Array.isArray(value),
  'Number.isInteger': (value: unknown) => Number.isInteger(value),
  Number: (value: Plain) => Number(value),
  String: (value: Plain) => String(value),
  Boolean: (value: unknown) => Boolean(value),
  parseInt: (value: string, base?: number) => Number.parseInt(value, base),
  parseFloat: (value: string) => Number.parseFloat(value),
  'Math.max': (...values: number[]) => Math.max(...values),
  'Math.min': (...values: number[]) => Math.min(...values),
  'Math.abs': (value: number) => Math.abs(value),
  'Math.floor': (value: number) => Math.floor(value),
  'Math.ceil': (value: number) => Math.ceil(value),
  'Math.round': (value: number) => Math.round(value),
  'Math.trunc': (value: number) => Math.trunc(value),
  '_.castArray': (value: unknown) => [value].flat(),
  '_.size': (value: unknown) => (typeof value === 'string' || Array.isArray(value) ? value.length : 0),
  '_.clamp': (value: number, low: number, high: number) => Math.min(Math.max(value, low), high),
}

const ofTexts = new Set([
  ...['includes', 'startsWith', 'endsWith', 'indexOf', 'toLowerCase', 'toUpperCase', 'trim', 'slice'],
  ...['toString', 'split', 'charAt', 'concat', 'substring'],
])
const ofLists = new Set(['includes', 'indexOf', 'join', 'concat', 'slice'])

/** The result of a function of the language. Throws `Unknown` for any other. */
export function calledByName(path: string, args: readonly unknown[]): unknown {
  if (!Object.hasOwn(functions, path)) throw unknown
  return functions[path]?.(...(args as never[]))
}

/** True where a function of the language is known by this name. */
export function isKnownFunction(path: string | undefined): path is string {
  return path !== undefined && Object.hasOwn(functions, path)
}

type OverItems = (items: readonly unknown[], judge: (item: unknown) => unknown) => unknown

const overItems: Readonly<Record<string, OverItems>> = {
  every: (items, judge) => items.every(judge),
  some: (items, judge) => items.some(judge),
  filter: (items, judge) => items.filter(judge),
  find: (items, judge) => items.find(judge),
  map: (items, judge) => items.map(judge),
}

/** A method of lists that asks a function for each item; undefined for any other. */
export function methodOverItems(name: string): OverItems | undefined {
  return Object.hasOwn(overItems, name) ? overItems[name] : undefined
}

/** The result of a method of a text, a list or a pattern. Throws `Unknown` for any other. */
export function calledOn(value: unknown, method: string, args: readonly unknown[]): unknown {
  const [first] = args
  if (value instanceof RegExp && method === 'test' && typeof first === 'string') return isFound(value, first)
  if (typeof value === 'string' && method === 'match' && first instanceof RegExp)
    return isFound(first, value) ? opaqueObject() : null
  if (typeof value === 'number' && method === 'toString' && args.length === 0) return String(value)
  const isKnown =
    typeof value === 'string' ? ofTexts.has(method) : Array.isArray(value) && ofLists.has(method)
  if (!isKnown || args.some(one => one instanceof RegExp)) throw unknown
  return (Reflect.get(Object(value) as object, method) as (...all: unknown[]) => unknown).apply(value, [
    ...args,
  ])
}

/** A pattern as a script writes it. */
export function patternOf(written: unknown): RegExp {
  const { pattern, flags } = written as { readonly pattern: string; readonly flags: string }
  try {
    return new RegExp(pattern, flags)
  } catch {
    throw unknown
  }
}

/** The longest text that patterns are tried on, and the longest pattern. */
const longestText = 16
const longestPattern = 200

/** Milliseconds that one try of a pattern may take. */
const longestTry = 100

/** The choices of a pattern that take no time on so short a text: nobody need watch over them. */
const fewChoices = 2

/** Patterns with a beginning that are found in every text all the same. */
const everything = /^\^(?:\.\*|(?:\[(?:\\s\\S|\\S\\s|\\w\\W|\\d\\D|\^)\]|\(\.\|\\n\))\*\$?)?$/

/** True where a pattern is found in a text. Throws `Unknown` where that takes trying a long one, and `PatternTimeout`. */
export function isFound({ source, flags }: RegExp, text: string): boolean {
  if (source.length > longestPattern) throw unknown
  const isQuick = (source.match(/[*+?{|]/g)?.length ?? 0) <= fewChoices
  const isIn = (tried: string): boolean => {
    const pattern = new RegExp(source, flags)
    return isQuick ? pattern.test(tried) : executeWithin(longestTry, pattern, tried) !== null
  }
  if ((isAnywhere(source) || everything.test(source)) && !flags.includes('y') && isIn('')) return true
  if (text.length > longestText) throw unknown
  return isIn(text)
}

/** Keywords of a schema that ask for nothing. */
const idleKeywords = new Set([
  ...[
    '$schema',
    '$id',
    'id',
    '$comment',
    'title',
    'description',
    'examples',
    'default',
    'definitions',
    '$defs',
  ],
])

/** True for a schema that any value satisfies. */
export function isIdleSchema(schema: unknown): boolean {
  if (schema === true) return true
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) return false
  return Object.entries(schema).every(([keyword, value]) => {
    if (keyword === 'items' || keyword === 'additionalProperties') return isIdleSchema(value)
    const isObject = typeof value === 'object' && value !== null
    if (keyword === 'properties') return isObject && Object.values(value as object).every(isIdleSchema)
    return idleKeywords.has(keyword)
  })
}

/** The schema that a call of Ajv or tv4 validates by; undefined for any other call. */
export function schemaOfCall(node: Node, meaning: (name: string) => Node | undefined): unknown {
  const [first, second] = node['arguments'] as readonly unknown[]
  const callee = meant(node['callee'], meaning)
  if (callee === undefined) return undefined
  if (pathOf(callee)?.join('.') === 'tv4.validate') return second
  const compiled = callee.type === 'CallExpression' ? callee : undefined
  const method = compiled === undefined ? callee : (compiled['callee'] as Node)
  if (!isMember(method) || !isNode(method['property'])) return undefined
  const name = method['property']['name']
  const on = meant(method['object'], meaning)
  const isAjv = on?.type === 'NewExpression' && /^ajv/i.test(pathOf(on['callee'] as Node)?.join('.') ?? '')
  if (!isAjv) return undefined
  if (compiled !== undefined)
    return name === 'compile' ? (compiled['arguments'] as readonly unknown[])[0] : undefined
  return name === 'validate' ? first : undefined
}

function meant(node: unknown, meaning: (name: string) => Node | undefined): Node | undefined {
  if (!isNode(node)) return undefined
  return node.type === 'Identifier' ? (meaning(String(node['name'])) ?? node) : node
}
