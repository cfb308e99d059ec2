import { isMember, isNode, type Node, pathOf } from './syntax-tree.ts'

/** What an answer is like, of what scripts ask for: by the path of names, with `()` behind what is called. */
export type MadeAnswer = ReadonlyMap<string, unknown>

/** Where a value is looked for. */
export interface Place {
  readonly answer: MadeAnswer
  /** The one expression that a name always stands for. */
  meaning(name: string): Node | undefined
  /** How much more may be looked at. */
  readonly steps: { left: number }
}

/** It takes more than this to know the value. */
export class Unknown extends Error {}

/** The value of an expression, as far as it is written out, or the answer that was made has it. Throws `Unknown`. */
export function evaluate(node: Node, place: Place): unknown {
  if (place.steps.left-- < 0) throw new Unknown()
  const value = (part: unknown): unknown => evaluate(nodeOf(part), place)
  const path = pathThrough(node, place)
  if (path !== undefined && place.answer.has(path)) return place.answer.get(path)
  switch (node.type) {
    case 'Literal':
      if ('regex' in node || 'bigint' in node) throw new Unknown()
      return node['value']
    case 'TemplateLiteral':
      return template(node, value)
    case 'Identifier':
      return ofName(String(node['name']), place)
    case 'ArrayExpression':
      return nodesIn(node['elements']).map(value)
    case 'ObjectExpression':
      return Object.fromEntries(nodesIn(node['properties']).map(one => property(one, value)))
    case 'UnaryExpression':
      return unary(String(node['operator']), value(node['argument']))
    case 'BinaryExpression':
      return binary(String(node['operator']), value(node['left']), value(node['right']))
    case 'LogicalExpression':
      return logical(node, value)
    case 'ConditionalExpression':
      return value(isTrue(value(node['test'])) ? node['consequent'] : node['alternate'])
    case 'ChainExpression':
    case 'AwaitExpression':
      return value(node['expression'] ?? node['argument'])
    case 'MemberExpression':
      return member(value(node['object']), keyOf(node, value))
    case 'CallExpression':
      return call(node, place, value)
    default:
      throw new Unknown()
  }
}

/** The names that lead to something, where names of the script only stand for others: `pm.response.code`. */
export function pathThrough(node: Node, { meaning }: Pick<Place, 'meaning'>, depth = 0): string | undefined {
  const path = pathOf(node)
  if (path === undefined || depth > 9) return undefined
  const [root = '', ...names] = path
  const meant = meaning(root)
  const through = meant === undefined ? undefined : pathThrough(meant, { meaning }, depth + 1)
  return [through ?? root, ...names].join('.')
}

type Evaluated = (part: unknown) => unknown

function nodeOf(part: unknown): Node {
  if (!isNode(part)) throw new Unknown()
  return part
}

function nodesIn(parts: unknown): readonly Node[] {
  return (parts as readonly unknown[]).map(nodeOf)
}

function ofName(name: string, place: Place): unknown {
  if (name === 'undefined') return undefined
  if (name === 'NaN') return Number.NaN
  if (name === 'Infinity') return Infinity
  const meaning = place.meaning(name)
  if (meaning === undefined) throw new Unknown()
  return evaluate(meaning, {
    ...place,
    meaning: other => (other === name ? undefined : place.meaning(other)),
  })
}

function template({ quasis, expressions }: Node, value: Evaluated): string {
  const values = nodesIn(expressions).map(value)
  if (values.some(one => typeof one === 'object')) throw new Unknown()
  return nodesIn(quasis)
    .map((quasi, index) => {
      const { cooked } = quasi['value'] as { readonly cooked: string }
      return index < values.length ? cooked + String(values[index]) : cooked
    })
    .join('')
}

function property(one: Node, value: Evaluated): readonly [string, unknown] {
  const { type, kind, key, computed } = one
  if (type !== 'Property' || kind !== 'init' || !isNode(key)) throw new Unknown()
  const name = computed === true ? value(key) : (key['name'] ?? key['value'])
  return [String(name), value(one['value'])]
}

/** The key of a member: its name, or what is computed. */
function keyOf({ property: key, computed }: Node, value: Evaluated): string {
  const name = computed === true ? value(key) : nodeOf(key)['name']
  if (typeof name !== 'string' && typeof name !== 'number') throw new Unknown()
  return String(name)
}

function member(object: unknown, key: string): unknown {
  if ((typeof object === 'string' || Array.isArray(object)) && key === 'length') return object.length
  if (typeof object === 'string' && /^\d+$/.test(key)) return object[Number(key)]
  if (typeof object !== 'object' || object === null || opaque.has(object)) throw new Unknown()
  if (Object.hasOwn(object, key)) return Reflect.get(object, key) as unknown
  if (key in Object.prototype || key in Array.prototype) throw new Unknown()
  return undefined
}

/** Objects of which nothing is known but that they are there. */
const opaque = new WeakSet<object>()

/** An object that is there, and of which nothing else is known. */
export function opaqueObject(): object {
  const object = {}
  opaque.add(object)
  return object
}

/** True where a value is one of which only is known that it is an object. */
export function isOpaque(value: unknown): boolean {
  return typeof value === 'object' && value !== null && opaque.has(value)
}

function isTrue(value: unknown): boolean {
  return Boolean(value)
}

function logical({ operator, left, right }: Node, value: Evaluated): unknown {
  const first = value(left)
  if (operator === '&&') return isTrue(first) ? value(right) : first
  if (operator === '||') return isTrue(first) ? first : value(right)
  return first ?? value(right)
}

function unary(operator: string, value: unknown): unknown {
  if (operator === '!') return !isTrue(value)
  if (operator === 'typeof') return typeof value
  if (operator === 'void') return undefined
  if (typeof value === 'object') throw new Unknown()
  if (operator === '-') return -Number(value)
  if (operator === '+') return Number(value)
  throw new Unknown()
}

type Plain = string | number | boolean | null | undefined

function binary(operator: string, left: unknown, right: unknown): unknown {
  if (operator === '===') return same(left, right)
  if (operator === '!==') return !same(left, right)
  if ([left, right].some(one => typeof one === 'object' && one !== null)) throw new Unknown()
  const [one, other] = [left as Plain, right as Plain] as [number, number]
  switch (operator) {
    case '==':
      // oxlint-disable-next-line eqeqeq -- what the script says
      return one == other
    case '!=':
      // oxlint-disable-next-line eqeqeq -- what the script says
      return one != other
    case '<':
      return one < other
    case '<=':
      return one <= other
    case '>':
      return one > other
    case '>=':
      return one >= other
    case '+':
      return one + other
    case '-':
      return one - other
    case '*':
      return one * other
    case '/':
      return one / other
    case '%':
      return one % other
    default:
      throw new Unknown()
  }
}

/** Objects are only the same as themselves, which nobody knows here. */
function same(left: unknown, right: unknown): boolean {
  const isObject = (one: unknown): boolean => typeof one === 'object' && one !== null
  if (isObject(left) && isObject(right)) throw new Unknown()
  return left === right
}

const ofTexts = new Set([
  'includes',
  'startsWith',
  'endsWith',
  'indexOf',
  'toLowerCase',
  'toUpperCase',
  'trim',
  'slice',
])
const ofLists = new Set(['includes', 'indexOf', 'join', 'concat', 'slice'])

const functions: Readonly<Record<string, (...args: never[]) => unknown>> = {
  'JSON.stringify': (value: unknown) => JSON.stringify(value),
  'Object.keys': (value: object) => Object.keys(value),
  'Object.values': (value: object) => Object.values(value) as unknown,
  'Array.isArray': (value: unknown) => Array.isArray(value),
  'Number.isInteger': (value: unknown) => Number.isInteger(value),
  Number: (value: Plain) => Number(value),
  String: (value: Plain) => String(value),
  Boolean: (value: unknown) => isTrue(value),
  parseInt: (value: string, base?: number) => Number.parseInt(value, base),
  parseFloat: (value: string) => Number.parseFloat(value),
  'Math.max': (...values: number[]) => Math.max(...values),
  'Math.min': (...values: number[]) => Math.min(...values),
  'Math.abs': (value: number) => Math.abs(value),
}

function call({ callee, arguments: given }: Node, place: Place, value: Evaluated): unknown {
  const { answer } = place
  const target = nodeOf(callee)
  const path = pathThrough(target, place)
  if (path !== undefined && answer.has(`${path}()`)) return answer.get(`${path}()`)
  const args = nodesIn(given).map(value)
  if (args.some(isOpaque)) throw new Unknown()
  try {
    if (path !== undefined && Object.hasOwn(functions, path)) return functions[path]?.(...(args as never[]))
    if (!isMember(target)) throw new Unknown()
    const on = value(target['object'])
    const method = keyOf(target, value)
    const isKnown = typeof on === 'string' ? ofTexts.has(method) : Array.isArray(on) && ofLists.has(method)
    if (!isKnown) throw new Unknown()
    return (Reflect.get(Object(on) as object, method) as (...all: unknown[]) => unknown).apply(on, args)
  } catch (error) {
    throw error instanceof Unknown ? error : new Unknown()
  }
}
