import { type AnyNode, type LogicalExpression, parse } from 'acorn'

/** A script in the words of Postman. */
export interface PostmanScript {
  readonly source: string
  /** Words that have no counterpart. */
  readonly unknown: readonly string[]
}

/** Gives a node in other words; undefined where only what is inside of it may have some. */
type OwnWords = (
  node: AnyNode,
  around: AnyNode | undefined,
  write: (node: AnyNode) => string,
) => string | undefined

/**
 * Writes a script with other words, and all else of it as it is, line by line. Undefined for what is no JavaScript. `hear` is told of
 * its comments.
 */
export function rewriteScript(
  source: string,
  ownWords: OwnWords,
  hear?: (comment: string) => void,
): string | undefined {
  const write = (node: AnyNode, around?: AnyNode): string => {
    const own = ownWords(node, around, inside => write(inside, node))
    if (own !== undefined) return own
    let text = ''
    let at = node.start
    for (const child of childrenOf(node)) {
      // In `{ a }` the key and the value are the same place.
      if (child.start < at) continue
      text += source.slice(at, child.start) + write(child, node)
      at = child.end
    }
    return text + source.slice(at, node.end)
  }
  const program = programOf(source, hear)
  return program === undefined ? undefined : write(program)
}

/**
 * Writes a script of another tool with the words of Postman; undefined for what is no JavaScript. `ownWords` keeps the words that
 * have no counterpart; `body` is that tool's word for the body of the answer.
 */
export function inPostmanWords(
  source: string,
  body: string | undefined,
  ownWords: (unknown: Set<string>) => OwnWords,
): PostmanScript | undefined {
  const unknown = new Set<string>()
  const read = body === undefined ? source : source.replaceAll(bodyText(body), 'pm.response.text()')
  const written = rewriteScript(read, ownWords(unknown))
  return written === undefined ? undefined : { source: withLodash(written), unknown: [...unknown] }
}

function programOf(source: string, hear?: (comment: string) => void): AnyNode | undefined {
  try {
    return parse(source, {
      onComment: (_, text) => hear?.(text),
      ecmaVersion: 'latest',
      sourceType: 'module',
      allowReturnOutsideFunction: true,
    })
  } catch {
    return undefined
  }
}

/** `client.global.set` of a chain of names; undefined for any other node. */
export function pathOf(node: AnyNode): string | undefined {
  if (node.type === 'Identifier') return node.name
  if (node.type !== 'MemberExpression' || node.computed || node.property.type !== 'Identifier')
    return undefined
  const before = pathOf(node.object)
  return before === undefined ? undefined : `${before}.${node.property.name}`
}

/** The words of Postman for a variable that is looked for in one place after the other, each of which is written as one already. */
export function ofScopes(
  { operator, left, right }: LogicalExpression,
  write: (node: AnyNode) => string,
): string | undefined {
  const [one, other] = [left, right].map(
    side => /^pm\.(?:variables|environment)\.get(\(.*\))$/s.exec(write(side))?.[1],
  )
  return operator === '??' && one !== undefined && one === other ? `pm.variables.get${one}` : undefined
}

function childrenOf(node: AnyNode): readonly AnyNode[] {
  return Object.values(node)
    .flat()
    .filter((value): value is AnyNode => typeof value === 'object' && value !== null && 'type' in value)
    .sort((left, right) => left.start - right.start)
}

/** Methods that only texts have. */
const ofTexts = new Set(
  'startsWith endsWith match matchAll search trim split substring substr toLowerCase toUpperCase replace charAt'.split(
    ' ',
  ),
)

/** A body is what its JSON says, unless it is used as only a text can be. */
export function bodyWords(around: AnyNode | undefined): string {
  const isText =
    around?.type === 'MemberExpression' &&
    around.property.type === 'Identifier' &&
    ofTexts.has(around.property.name)
  return isText ? 'pm.response.text()' : 'pm.response.json()'
}

const requiredLodash = "const _ = require('lodash')"

/** The functions of lodash that written tests call, without chai and modules, which other sandboxes lack. */
export const ownLodash =
  "const _ = { isPlainObject: value => Object.prototype.toString.call(value) === '[object Object]', " +
  "isEqual: (one, other) => { const keys = value => Object.keys(Object(value)); if (typeof one !== 'object' || typeof other !== 'object' || " +
  'one === null || other === null) return Object.is(one, other) || one === other; return Array.isArray(one) === Array.isArray(other) && ' +
  'keys(one).length === keys(other).length && keys(one).every(key => Object.hasOwn(other, key) && _.isEqual(one[key], other[key])) } }'

/** A written script for a sandbox that has no module of this name. */
export function withOwnLodash(source: string): string {
  return source
    .replaceAll(requiredLodash, ownLodash)
    .replaceAll("require('lodash').isEqual(", `(() => { ${ownLodash}; return _.isEqual })()(`)
}

/** The way back of `withOwnLodash`, so that what was written is known again. */
function withLodash(source: string): string {
  return source
    .replaceAll(`(() => { ${ownLodash}; return _.isEqual })()(`, "require('lodash').isEqual(")
    .replaceAll(ownLodash, requiredLodash)
}

/** The text of a body that is given as what its JSON says. */
export function bodyText(body: string): string {
  return `(body => typeof body === "string" ? body : JSON.stringify(body))(${body})`
}
