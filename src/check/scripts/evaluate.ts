import {
  calledByName,
  calledOn,
  isIdleSchema,
  isKnownFunction,
  methodOverItems,
  patternOf,
  schemaOfCall,
} from './known-calls.ts'
import { isFunction, isMember, isNode, isTruth, type Node, pathOf, textOf } from './syntax-tree.ts'
import { isOpaque, opaqueObject, unknown } from './unknown.ts'

/** An answer as scripts ask for it: by the path of names, with `()` behind what is called. */
export type MadeAnswer = Pick<ReadonlyMap<string, unknown>, 'has' | 'get'>

/** Where a value is looked for. */
export interface Place {
  readonly answer: MadeAnswer
  /** The one expression that a name always stands for. */
  meaning(name: string): Node | undefined
  /** The value that the script itself has set a variable to which it asks for. */
  stored(call: Node): Node | undefined
  /** The values of the parameters of a function that is being looked into. */
  readonly given?: ReadonlyMap<string, () => unknown>
  /** How many functions are being looked into, one called by the other. */
  readonly depth?: number
  /** How much more may be looked at. */
  readonly steps: { left: number }
}

/** The value of an expression, as far as it is written out, or the answer that was made has it. Throws `Unknown`. */
export function evaluate(node: Node, place: Place): unknown {
  if (place.steps.left-- < 0) throw unknown
  const value = (part: unknown): unknown => evaluate(nodeOf(part), place)
  const path = symbolOf(node, place)
  if (path !== undefined && place.answer.has(path)) return place.answer.get(path)
  switch (node.type) {
    case 'Literal':
      if ('bigint' in node) throw unknown
      return 'regex' in node ? patternOf(node['regex']) : node['value']
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
      return value(node['expression'])
    case 'AwaitExpression':
      return settled(value(node['argument']))
    case 'MemberExpression':
      return member(value(node['object']), keyOf(node, value))
    case 'CallExpression':
      return call(node, place, value)
    case 'FunctionExpression':
    case 'ArrowFunctionExpression':
      return unknownFunction
    default:
      throw unknown
  }
}

/** A function of which only is known that it is there. */
function unknownFunction(): never {
  throw unknown
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

/** The same, also through what is called with nothing, or a name alone: `pm.response.json().id`. */
export function symbolOf(node: Node, place: Pick<Place, 'meaning'>, depth = 0): string | undefined {
  const { callee, object, property, expression } = node
  const within = (one: unknown): string | undefined =>
    isNode(one) && depth < 20 ? symbolOf(one, place, depth + 1) : undefined
  if (node.type === 'ChainExpression') return within(expression)
  if (node.type === 'CallExpression') {
    const args = (node['arguments'] as readonly unknown[]).map(textOf)
    const called = args.length < 2 && !args.includes(undefined) ? within(callee) : undefined
    return called === undefined ? undefined : `${called}(${args.join('')})`
  }
  if (node.type === 'Identifier') {
    const meant = place.meaning(String(node['name']))
    return (meant === undefined ? undefined : within(meant)) ?? String(node['name'])
  }
  if (!isMember(node) || !isNode(property)) return undefined
  const name = node['computed'] === true ? property['value'] : property['name']
  const path = within(object)
  return path === undefined || (typeof name !== 'string' && typeof name !== 'number')
    ? undefined
    : `${path}.${name}`
}

type Evaluated = (part: unknown) => unknown

function nodeOf(part: unknown): Node {
  if (!isNode(part)) throw unknown
  return part
}

function nodesIn(parts: unknown): readonly Node[] {
  return (parts as readonly unknown[]).map(nodeOf)
}

function ofName(name: string, place: Place): unknown {
  const given = place.given?.get(name)
  if (given !== undefined) return given()
  if (name === 'undefined') return undefined
  if (name === 'NaN') return Number.NaN
  if (name === 'Infinity') return Infinity
  const meaning = place.meaning(name)
  if (meaning === undefined) throw unknown
  return evaluate(meaning, {
    ...place,
    meaning: other => (other === name ? undefined : place.meaning(other)),
  })
}

function template({ quasis, expressions }: Node, value: Evaluated): string {
  const values = nodesIn(expressions).map(value)
  if (values.some(one => typeof one === 'object')) throw unknown
  return nodesIn(quasis)
    .map((quasi, index) => {
      const { cooked } = quasi['value'] as { readonly cooked: string }
      return index < values.length ? cooked + String(values[index]) : cooked
    })
    .join('')
}

function property(one: Node, value: Evaluated): readonly [string, unknown] {
  const { type, kind, key, computed } = one
  if (type !== 'Property' || kind !== 'init' || !isNode(key)) throw unknown
  const name = computed === true ? value(key) : (key['name'] ?? key['value'])
  return [String(name), value(one['value'])]
}

/** The key of a member: its name, or what is computed. */
function keyOf({ property: key, computed }: Node, value: Evaluated): string {
  const name = computed === true ? value(key) : nodeOf(key)['name']
  if (typeof name !== 'string' && typeof name !== 'number') throw unknown
  return String(name)
}

function member(object: unknown, key: string): unknown {
  if ((typeof object === 'string' || Array.isArray(object)) && key === 'length') return object.length
  if (typeof object === 'string' && /^\d+$/.test(key)) return object[Number(key)]
  if (typeof object !== 'object' || object === null || isOpaque(object)) throw unknown
  if (Object.hasOwn(object, key)) return Reflect.get(object, key) as unknown
  if (key in Object.prototype || key in Array.prototype) throw unknown
  return undefined
}

function isTrue(value: unknown): boolean {
  return Boolean(value)
}

/** Reads the result of a promise; one of which only is known that it is there has an unknown result. */
function settled(value: unknown): unknown {
  if (isOpaque(value)) throw unknown
  return value
}

function logical({ operator, left, right }: Node, value: Evaluated): unknown {
  // Whatever a truth is, `|| true` makes it true.
  const last = isTruth(nodeOf(left)) && operator !== '??' ? literalOf(nodeOf(right)) : undefined
  if (last === (operator === '||')) return last
  const first = value(left)
  if (operator === '&&') return isTrue(first) ? value(right) : first
  if (operator === '||') return isTrue(first) ? first : value(right)
  return first ?? value(right)
}

function literalOf({ type, value }: Node): unknown {
  return type === 'Literal' ? value : undefined
}

function unary(operator: string, value: unknown): unknown {
  if (operator === '!') return !isTrue(value)
  if (operator === 'typeof') return typeof value
  if (operator === 'void') return undefined
  if (typeof value === 'object') throw unknown
  if (operator === '-') return -Number(value)
  if (operator === '+') return Number(value)
  throw unknown
}

type Plain = string | number | boolean | null | undefined

function binary(operator: string, left: unknown, right: unknown): unknown {
  if (operator === '===') return same(left, right)
  if (operator === '!==') return !same(left, right)
  if ([left, right].some(one => typeof one === 'object' && one !== null)) throw unknown
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
      throw unknown
  }
}

/** Objects are only the same as themselves, which nobody knows here. */
function same(left: unknown, right: unknown): boolean {
  const isObject = (one: unknown): boolean => typeof one === 'object' && one !== null
  if (isObject(left) && isObject(right)) throw unknown
  return left === right
}

function call(node: Node, place: Place, value: Evaluated): unknown {
  const target = nodeOf(node['callee'])
  const path = pathThrough(target, place)
  const stored = place.stored(node)
  if (stored !== undefined) return value(stored)
  const schema = schemaOfCall(node, name => place.meaning(name))
  if (schema !== undefined && isIdleSchema(value(schema))) return true
  const judge = target.type === 'Identifier' ? place.meaning(String(target['name'])) : target
  if (judge !== undefined && isFunction(judge)) {
    if (judge['async'] === true) return opaqueObject()
    const given = nodesIn(node['arguments']).map(one => () => value(one))
    return applied(judge, given, place)
  }
  if (path === 'pm.sendRequest') return opaqueObject()
  const ofItems = isMember(target) ? overItems(node, place, value) : undefined
  if (ofItems !== undefined) return ofItems.result
  const args = nodesIn(node['arguments']).map(value)
  if (args.some(isOpaque)) throw unknown
  try {
    if (isKnownFunction(path)) return calledByName(path, args)
    if (!isMember(target)) throw unknown
    return calledOn(value(target['object']), keyOf(target, value), args)
  } catch (error) {
    // The functions of the language refuse such arguments.
    throw error instanceof TypeError || error instanceof RangeError ? unknown : error
  }
}

/** The result of a method of a list that asks a function for each item; undefined for any other call. */
function overItems(node: Node, place: Place, value: Evaluated): { readonly result: unknown } | undefined {
  const { object, property: name } = nodeOf(node['callee'])
  const [first, ...others] = nodesIn(node['arguments'])
  const method = isNode(name) ? methodOverItems(String(name['name'])) : undefined
  const judge = first?.type === 'Identifier' ? place.meaning(String(first['name'])) : first
  if (judge === undefined || others.length > 0 || !isFunction(judge) || method === undefined) return undefined
  const items = value(object)
  if (!Array.isArray(items)) throw unknown
  return { result: method(items, item => applied(judge, [() => item], place)) }
}

/** The result of a function that is written out. Throws where it does more than return something. */
export function applied(judge: Node, args: readonly (() => unknown)[], place: Place): unknown {
  const { depth = 0 } = place
  const parameters = judge['params'] as readonly Node[]
  const isPlain = parameters.every(({ type }) => type === 'Identifier') && judge['async'] !== true
  const result = isPlain ? resultOf(nodeOf(judge['body'])) : undefined
  if (result === undefined || judge['generator'] === true || depth > 9) throw unknown
  const given = parameters.map(({ name }, index) => [String(name), args[index] ?? missing] as const)
  return evaluate(result, { ...place, depth: depth + 1, given: new Map([...(place.given ?? []), ...given]) })
}

const missing = (): unknown => undefined

/** The result of a function that only says something to the console before. */
function resultOf(body: Node): Node | undefined {
  if (body.type !== 'BlockStatement') return body
  const statements = body['body'] as readonly Node[]
  const last = statements.at(-1)
  const isSaying = ({ type, expression }: Node): boolean =>
    type === 'ExpressionStatement' &&
    isNode(expression) &&
    isNode(expression['callee']) &&
    pathOf(expression['callee'])?.[0] === 'console'
  const isOne = last?.type === 'ReturnStatement' && statements.slice(0, -1).every(isSaying)
  return isOne && isNode(last['argument']) ? last['argument'] : undefined
}
