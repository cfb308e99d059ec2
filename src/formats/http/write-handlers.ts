import { anyStatus } from '../../compile/written-checks.ts'
import { type AnyNode, type CallExpression, parse } from 'acorn'
import type { LostPart } from '../../model/conversion.ts'
import type { JsonObject } from '../../model/json.ts'
import { jsonEqual } from '../../util/json-equal.ts'
import { list, mapping } from '../../util/read-values.ts'
import { bodyText, ownLodash, pathOf, rewriteScript, withOwnLodash } from '../rewrite-script.ts'
import { toldBy } from '../told.ts'

/** Scripts of Postman that do what a step says, and what of it they cannot. */
export type ScriptsOf = (step: JsonObject) => {
  readonly before?: string
  readonly after?: string
  readonly losses: readonly LostPart[]
}

/** Lines of the scripts of the HTTP Client around a request, and what of the step has no word there. */
export interface Handlers {
  readonly before: readonly string[]
  readonly after: readonly string[]
  readonly losses: readonly LostPart[]
}

const why = 'the HTTP Client has no word for it'

/** Writes what a step judges, takes over and runs as handlers of the HTTP Client of JetBrains. */
export function handlersOf(step: JsonObject, scriptsOf: ScriptsOf): Handlers {
  const { variables: _, ...judged } = step
  const validations = list(step['validations'])
    .map(mapping)
    .filter(one => !jsonEqual(one, anyStatus))
  const isSilent = list(step['validations']).length === validations.length
  const saysStatus = validations.some(one => one['status'] !== undefined)
  // A handler with checks replaces the rule of suites that the status is 2xx or 3xx.
  const granted = validations.length > 0 && !saysStatus && isSilent ? [{ status: { 'less-than': 400 } }] : []
  const scripts = scriptsOf({ ...judged, validations: [...granted, ...validations] })
  const before = handlerScript(scripts.before ?? '')
  const after = handlerScript(scripts.after ?? '')
  return {
    before: before.source === '' ? [] : ['< {%', ...before.source.split('\n'), '%}'],
    after: after.source === '' ? [] : ['> {%', ...after.source.split('\n'), '%}'],
    losses: [
      ...toldBy('the HTTP Client', scripts.losses),
      ...[...before.lost, ...after.lost].map(what => ({ what, why })),
    ],
  }
}

/**
 * A script of Postman in the words of the HTTP Client, statement by statement; `lost` are those that it has no words for, and
 * those that need them.
 */
function handlerScript(source: string): { readonly source: string; readonly lost: readonly string[] } {
  const statements = statementsOf(withOwnLodash(source))
  if (statements === undefined) return { source: '', lost: ['script'] }
  const kept: string[] = []
  const lost: string[] = []
  const gone = new Set<string>()
  for (const { text, node } of statements) {
    const written = inOwnWords(text)
    const needs = [...gone].some(name => new RegExp(String.raw`\b${name}\b`).test(text))
    if (written !== undefined && !needs) kept.push(written)
    else {
      lost.push(titleOf(node, text))
      for (const name of namesIn(node)) gone.add(name)
    }
  }
  if (!kept.some(isMore)) return { source: '', lost }
  const needsLodash = kept.some(text => text.includes('client.assert(_.isEqual('))
  return { source: `${needsLodash ? `${ownLodash}\n\n` : ''}${kept.join('').trim()}`, lost }
}

/** True of more than helpers, which are worth nothing by themselves. */
function isMore(text: string): boolean {
  return !/^\s*const \w+ = (?:\([^()]*\)|\w+) =>/.test(text)
}

interface Statement {
  /** With the comments and blank lines in front of it. */
  readonly text: string
  readonly node: AnyNode
}

function statementsOf(source: string): readonly Statement[] | undefined {
  try {
    const { body } = parse(source, {
      ecmaVersion: 'latest',
      sourceType: 'module',
      allowReturnOutsideFunction: true,
    })
    return body.map((node, index) => ({
      node,
      text: source.slice(body[index - 1]?.end ?? 0, index === body.length - 1 ? source.length : node.end),
    }))
  } catch {
    return undefined
  }
}

/** `validation NAME` of a test, else its first line. */
function titleOf(node: AnyNode, text: string): string {
  const call = node.type === 'ExpressionStatement' ? node.expression : undefined
  const [first] = call?.type === 'CallExpression' ? call.arguments : []
  if (call?.type === 'CallExpression' && pathOf(call.callee) === 'pm.test' && first?.type === 'Literal')
    return `test ${String(first.value)}`
  return `script ${text.trim().split('\n')[0] ?? ''}`
}

function namesIn(node: AnyNode): readonly string[] {
  if (node.type === 'FunctionDeclaration') return node.id === null ? [] : [node.id.name]
  if (node.type !== 'VariableDeclaration') return []
  return node.declarations.flatMap(({ id }) => (id.type === 'Identifier' ? [id.name] : []))
}

/** The words of Postman that are one word of the HTTP Client. */
const words: Readonly<Record<string, string>> = {
  'pm.test': 'client.test',
  'pm.response.code': 'response.status',
  'pm.response.headers.get': 'response.headers.valueOf',
  'pm.environment.set': 'client.global.set',
  'pm.globals.set': 'client.global.set',
  'pm.collectionVariables.set': 'client.global.set',
  'pm.variables.set': 'request.variables.set',
  'pm.environment.get': 'request.environment.get',
  'pm.globals.get': 'client.global.get',
  'pm.collectionVariables.get': 'client.global.get',
  'pm.globals.unset': 'client.global.clear',
  'console.log': 'client.log',
}

/** Undefined where a word of Postman has none in the HTTP Client. */
function inOwnWords(text: string): string | undefined {
  const unknown = new Set<string>()
  const written = rewriteScript(text, (node, around, write) => {
    const assertion =
      node.type === 'CallExpression' || node.type === 'MemberExpression'
        ? assertionOf(node, write)
        : undefined
    if (assertion !== undefined) return assertion
    const called = node.type === 'CallExpression' ? pathOf(node.callee) : undefined
    const given = (): string =>
      node.type === 'CallExpression' ? node.arguments.map(one => write(one)).join(', ') : ''
    if (called === 'pm.variables.get') return fromAnyScope(given())
    // A header that is not there is null in the HTTP Client.
    if (called === 'pm.response.headers.get') return `(response.headers.valueOf(${given()}) ?? undefined)`
    if (called === 'pm.response.json') return 'response.body'
    if (called === 'pm.response.text') return bodyText('response.body')
    const path = node.type === 'MemberExpression' ? pathOf(node) : undefined
    if (path !== undefined && Object.hasOwn(words, path)) return words[path]
    if (node.type === 'Identifier' && isForeign.test(node.name) && !isLabel(node, around))
      if (node.name !== '_' || !text.includes('const _ =')) unknown.add(node.name)
    return undefined
  })
  return unknown.size === 0 ? written : undefined
}

/** Variables of a file and of an environment are no global ones in the HTTP Client. */
function fromAnyScope(name: string): string {
  return `(${['client.global', 'request.variables', 'request.environment'].map(scope => `${scope}.get(${name})`).join(' ?? ')})`
}

const isForeign = /^(?:pm|postman|require|_|cheerio|CryptoJS|tv4|xml2Json|tests|responseBody|responseCode)$/

function isLabel(node: AnyNode, around: AnyNode | undefined): boolean {
  if (around?.type === 'MemberExpression') return around.property === node && !around.computed
  return around?.type === 'Property' && around.key === node && !around.computed
}

const comparisons: Readonly<Record<string, string>> = {
  'to.equal': '===',
  'to.eql': '===',
  'to.not.equal': '!==',
  'to.not.eql': '!==',
  'to.be.above': '>',
  'to.be.at.least': '>=',
  'to.be.below': '<',
  'to.be.at.most': '<=',
}

const states: Readonly<Record<string, string>> = {
  'to.be.true': '=== true',
  'to.be.false': '=== false',
  'to.be.null': '=== null',
  'to.be.undefined': '=== undefined',
  'to.not.be.undefined': '!== undefined',
  'to.not.be.null': '!== null',
}

/** An assertion of chai as a condition that `client.assert` takes; undefined for what is none, or has no such form. */
function assertionOf(node: AnyNode, write: (node: AnyNode) => string): string | undefined {
  if (node.type === 'CallExpression' && pathOf(node.callee) === 'pm.response.to.have.status')
    return node.arguments[0]?.type === 'Literal' && typeof node.arguments[0].value === 'number'
      ? `client.assert(response.status === ${write(node.arguments[0])})`
      : undefined
  const chain = chainOf(node.type === 'CallExpression' ? node.callee : node)
  if (chain === undefined) return undefined
  const { expect, way } = chain
  const [subject, message] = expect.arguments
  if (subject === undefined) return undefined
  const assert = (condition: string): string =>
    `client.assert(${condition}${message === undefined ? '' : `, ${write(message)}`})`
  if (node.type !== 'CallExpression') {
    const state = states[way]
    return state === undefined ? undefined : assert(`${write(subject)} ${state}`)
  }
  const [operand] = node.arguments
  if (operand === undefined) return undefined
  const condition = conditionOf(way, write(subject), operand, write)
  return condition === undefined ? undefined : assert(condition)
}

function conditionOf(
  way: string,
  subject: string,
  operand: AnyNode,
  write: (node: AnyNode) => string,
): string | undefined {
  const word = comparisons[way]
  const isPlain = operand.type !== 'ObjectExpression' && operand.type !== 'ArrayExpression'
  if (word !== undefined && isPlain) {
    const condition = `${subject} ${word} ${write(operand)}`
    // Texts, true and null are greater or less than numbers in JavaScript, and in no suite.
    const mayBeOther = /^[<>]/.test(word) && !/^(?:response\.status$|Number\()/.test(subject)
    return mayBeOther ? `typeof ${subject} === "number" && ${condition}` : condition
  }
  // Objects and lists are equal by what is in them, which `===` does not see.
  if (way === 'to.eql') return `_.isEqual(${subject}, ${write(operand)})`
  if (way === 'to.be.oneOf' && operand.type === 'ArrayExpression')
    return `${write(operand)}.includes(${subject})`
  if (way === 'to.include') return isPlain ? `${subject}.includes(${write(operand)})` : undefined
  if (way === 'to.be.a' || way === 'to.be.an') return typeCondition(subject, operand)
  return undefined
}

function typeCondition(subject: string, operand: AnyNode): string | undefined {
  const type = operand.type === 'Literal' ? operand.value : undefined
  if (type === 'array') return `Array.isArray(${subject}) === true`
  return type === 'string' || type === 'number' || type === 'boolean'
    ? `typeof ${subject} === "${type}"`
    : undefined
}

/** `pm.expect(x)` and the names behind it. */
function chainOf(node: AnyNode): { readonly expect: CallExpression; readonly way: string } | undefined {
  const names: string[] = []
  let at = node
  while (at.type === 'MemberExpression' && !at.computed && at.property.type === 'Identifier') {
    names.unshift(at.property.name)
    at = at.object
  }
  const isExpectation = at.type === 'CallExpression' && pathOf(at.callee) === 'pm.expect' && names.length > 0
  return isExpectation ? { expect: at as CallExpression, way: names.join('.') } : undefined
}
