import { type AnyNode, type CallExpression, parse } from 'acorn'

/** A script for JetBrains' client, as one of Postman. */
export interface PostmanScript {
  readonly source: string
  /** Words that have no counterpart. */
  readonly unknown: readonly string[]
}

/**
 * Writes a script of the HTTP Client with the words of Postman, line by line: `client`, `response` and `request` become `pm`.
 * Undefined for what is no JavaScript.
 */
export function postmanScript(source: string): PostmanScript | undefined {
  const writer = new Writer(source)
  try {
    const program = parse(source, {
      ecmaVersion: 'latest',
      sourceType: 'module',
      allowReturnOutsideFunction: true,
    })
    return { source: writer.write(program), unknown: [...writer.unknown] }
  } catch {
    return undefined
  }
}

/** Calls and values that have one word in Postman. */
const words: Readonly<Record<string, string>> = {
  'client.test': 'pm.test',
  'client.log': 'console.log',
  'client.global.set': 'pm.globals.set',
  'client.global.get': 'pm.variables.get',
  'client.global.clear': 'pm.globals.unset',
  'client.global.clearAll': 'pm.globals.clear',
  'client.variables.global.set': 'pm.globals.set',
  'client.variables.global.get': 'pm.variables.get',
  'request.variables.set': 'pm.variables.set',
  'request.variables.get': 'pm.variables.get',
  'request.environment.get': 'pm.environment.get',
  'client.variables.environment.get': 'pm.environment.get',
  'response.status': 'pm.response.code',
  'response.headers.valueOf': 'pm.response.headers.get',
}

/** Methods that only texts have. */
const ofTexts = new Set(
  'startsWith endsWith match matchAll search trim split substring substr toLowerCase toUpperCase replace charAt'.split(
    ' ',
  ),
)

/** Comparisons as Postman's assertions say them. */
const comparisons: Readonly<Record<string, string>> = {
  '===': 'to.equal',
  '==': 'to.equal',
  '!==': 'to.not.equal',
  '!=': 'to.not.equal',
  '>': 'to.be.above',
  '>=': 'to.be.at.least',
  '<': 'to.be.below',
  '<=': 'to.be.at.most',
}

class Writer {
  readonly unknown = new Set<string>()
  readonly #source: string

  constructor(source: string) {
    this.#source = source
  }

  /** The text of a node in the words of Postman. */
  write(node: AnyNode, around?: AnyNode): string {
    const own = this.#ownWords(node, around)
    if (own !== undefined) return own
    let text = ''
    let at = node.start
    for (const child of childrenOf(node)) {
      text += this.#source.slice(at, child.start) + this.write(child, node)
      at = child.end
    }
    return text + this.#source.slice(at, node.end)
  }

  #ownWords(node: AnyNode, around: AnyNode | undefined): string | undefined {
    if (node.type === 'CallExpression' && pathOf(node.callee) === 'client.assert')
      return this.#assertion(node)
    if (node.type !== 'MemberExpression') return undefined
    const path = pathOf(node)
    if (path === undefined) return undefined
    const known = words[path]
    if (known !== undefined) return known
    if (path === 'response.body') return this.#body(around)
    if (path === 'response.contentType.mimeType')
      return 'pm.response.headers.get("Content-Type").split(";")[0]'
    const isBody = path.startsWith('response.body.')
    if (!isBody && /^(?:client|response|request)\.\w+$/.test(path) && !isGroup.test(path))
      this.unknown.add(path)
    return undefined
  }

  /** A body is what its JSON says, unless it is used as only a text can be. */
  #body(around: AnyNode | undefined): string {
    const isText =
      around?.type === 'MemberExpression' &&
      around.property.type === 'Identifier' &&
      ofTexts.has(around.property.name)
    return isText ? 'pm.response.text()' : 'pm.response.json()'
  }

  /** `client.assert(condition, message)`. */
  #assertion({ arguments: [condition, message] }: CallExpression): string {
    const more = message === undefined ? '' : `, ${this.write(message)}`
    const expect = (node: AnyNode, rest: string): string => `pm.expect(${this.write(node)}${more}).${rest}`
    if (condition === undefined) return 'pm.expect(false).to.be.ok'
    if (condition.type === 'BinaryExpression') {
      const word = comparisons[condition.operator]
      const { left, right } = condition
      if (pathOf(left) === 'response.contentType.mimeType' && word === 'to.equal')
        return `pm.expect(pm.response.headers.get("Content-Type")${more}).to.include(${this.write(right)})`
      if (word !== undefined) return expect(left, `${word}(${this.write(right)})`)
    }
    if (condition.type === 'CallExpression' && condition.callee.type === 'MemberExpression') {
      const { object, property } = condition.callee
      const [first] = condition.arguments
      const name = property.type === 'Identifier' ? property.name : ''
      const word =
        name === 'hasOwnProperty' ? 'to.have.property' : name === 'includes' ? 'to.include' : undefined
      if (word !== undefined && first !== undefined) return expect(object, `${word}(${this.write(first)})`)
    }
    return expect(condition, 'to.be.ok')
  }
}

/** Names that only lead to others. */
const isGroup =
  /^(?:client\.(?:global|variables)|request\.(?:variables|environment)|response\.(?:headers|contentType|body))$/

/** `client.global.set` of a chain of names; undefined for any other node. */
function pathOf(node: AnyNode): string | undefined {
  if (node.type === 'Identifier') return node.name
  if (node.type !== 'MemberExpression' || node.computed || node.property.type !== 'Identifier')
    return undefined
  const before = pathOf(node.object)
  return before === undefined ? undefined : `${before}.${node.property.name}`
}

function childrenOf(node: AnyNode): readonly AnyNode[] {
  return Object.values(node)
    .flat()
    .filter((value): value is AnyNode => typeof value === 'object' && value !== null && 'type' in value)
    .sort((left, right) => left.start - right.start)
}
