import type { AnyNode } from 'acorn'
import { bodyPathText, leadsThrough } from '../body-path.ts'
import { isFunction, unwrap } from '../javascript/syntax.ts'
import type { Guard } from './checks/check.ts'
import { guardsOf, objectName } from './checks/value.ts'
import type { Script } from './script.ts'

/** Conditions that must hold so that evaluating an expression changes and throws nothing; undefined when they are unknown. */
export function harmlessIf(node: AnyNode, script: Script): readonly Guard[] | undefined {
  const expression = unwrap(node)
  const value = script.evaluate(expression)
  if (value !== undefined && value.kind !== 'object') {
    const guards = guardsOf(value)
    return guards.every(({ path }) => bodyPathText(path) !== undefined) ? guards : undefined
  }
  if (value !== undefined) return isKnownObject(value.name) ? [] : undefined
  if (isFunction(expression)) return []
  switch (expression.type) {
    case 'Identifier':
      return script.scopes.uses.get(expression)?.binding === undefined ? undefined : []
    case 'TemplateLiteral':
      return all(expression.expressions, script)
    case 'ArrayExpression':
      return all(
        expression.elements.filter(element => element !== null),
        script,
      )
    case 'ObjectExpression':
      return all(
        expression.properties.map(property => (property.type === 'Property' ? property.value : property)),
        script,
      )
    case 'BinaryExpression':
      return expression.operator === 'in' || expression.operator === 'instanceof'
        ? undefined
        : all([expression.left, expression.right], script)
    case 'LogicalExpression':
      return logical(expression, script)
    case 'UnaryExpression':
      return expression.operator === 'delete' ? undefined : harmlessIf(expression.argument, script)
    case 'CallExpression':
    case 'NewExpression':
      return call(expression, script)
    default:
      return undefined
  }
}

function all(nodes: readonly AnyNode[], script: Script): readonly Guard[] | undefined {
  const guards = nodes.map(node => harmlessIf(node, script))
  return guards.every(one => one !== undefined) ? guards.flat() : undefined
}

/** The right side only counts where the left one lets it: `answer && answer.id` throws nothing. */
function logical(
  { left, right, operator }: AnyNode & { type: 'LogicalExpression' },
  script: Script,
): readonly Guard[] | undefined {
  const first = harmlessIf(left, script)
  const second = harmlessIf(right, script)
  if (first === undefined || second === undefined) return undefined
  const asked = script.evaluate(left)
  const isAsked = (guard: Guard) =>
    operator === '&&' && asked?.kind === 'body' && leadsThrough(asked.path, guard.path)
  return second.every(isAsked) ? first : undefined
}

const knownObjects =
  /^(?:pm|pm\.(?:response|request|environment|globals|collectionVariables|variables|iterationData|info|test|expect)|pm\.response\.headers|pm\.info\.\w+|postman|console|JSON|Math|undefined|NaN|require\((?:ajv|atob|btoa|chai|cheerio|crypto-js|csv-parse\/lib\/sync|lodash|moment|postman-collection|tv4|uuid|xml2js|crypto|util|url|querystring|assert|buffer|events|path|punycode|stream|string_decoder|timers)\)|_|CryptoJS|moment|tv4|Ajv|ajv)$/

function isKnownObject(name: string): boolean {
  return knownObjects.test(name)
}

const pureFunctions = new Set(
  [
    'Date.now Math.floor Math.round Math.ceil Math.random Math.max Math.min Math.abs Number Date require(ajv)',
    'pm.environment.get pm.globals.get pm.collectionVariables.get pm.variables.get pm.iterationData.get',
    'pm.environment.has pm.globals.has pm.collectionVariables.has pm.variables.has parseInt parseFloat',
    'JSON.stringify pm.variables.replaceIn isNaN require(moment) moment Set Map',
  ]
    .join(' ')
    .split(' '),
)

function call(
  node: AnyNode & { type: 'CallExpression' | 'NewExpression' },
  script: Script,
): readonly Guard[] | undefined {
  const name = objectName(script.evaluate(node.callee))
  return name !== undefined && pureFunctions.has(name) ? all(node.arguments, script) : undefined
}
