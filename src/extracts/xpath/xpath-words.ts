import type { ParsedXPath } from 'xpath'

/** An element that an expression names; the prefix is null where it has none. */
export interface NamedElement {
  readonly prefix: string | null
  readonly localName: string
}

/** The names in an expression. */
export interface XPathWords {
  readonly elements: readonly NamedElement[]
  readonly prefixes: readonly string[]
  /** The prefixes of elements of any name, such as `s:*`. */
  readonly wildcards: readonly string[]
  /** The attributes that have no prefix. */
  readonly attributes: readonly string[]
  /** A function or a variable that there is none of. */
  readonly fault?: string
}

/** The functions of XPath 1.0, section 4. */
const functions = new Set(
  (
    'last position count id local-name namespace-uri name string concat starts-with contains substring-before ' +
    'substring-after substring string-length normalize-space translate boolean not true false lang number sum floor ' +
    'ceiling round'
  ).split(' '),
)

/** The axes as the package numbers them. */
const attributeAxis = 2
const namespaceAxis = 8

/** The fields of a parsed expression that are looked at: the classes of the package are told apart by their fields. */
interface Part {
  readonly functionName?: string
  readonly variable?: string
  readonly axis?: number
  readonly nodeTest?: { readonly prefix?: string | null; readonly localName?: string }
}

/** Gathers the names in all parts of an expression, predicates and arguments included. */
export function wordsIn({ expression }: ParsedXPath): XPathWords {
  const elements: NamedElement[] = []
  const prefixes = new Set<string>()
  const wildcards = new Set<string>()
  const attributes = new Set<string>()
  let fault: string | undefined
  const pending: unknown[] = [expression]
  for (let part = pending.pop(); pending.length > 0 || part !== undefined; part = pending.pop()) {
    if (typeof part !== 'object' || part === null) continue
    const { functionName, variable, axis, nodeTest } = part as Part
    if (functionName !== undefined && !functions.has(functionName))
      fault = `no function of XPath 1.0 is called "${functionName}"`
    if (variable !== undefined)
      fault = `$${variable} has no value: write a placeholder such as {{${variable}}}`
    if (typeof nodeTest?.prefix === 'string') prefixes.add(nodeTest.prefix)
    if (nodeTest !== undefined && axis !== namespaceAxis) {
      const { prefix = null, localName } = nodeTest
      if (axis === attributeAxis) {
        if (localName !== undefined && prefix === null) attributes.add(localName)
      } else if (localName !== undefined) elements.push({ prefix, localName })
      else if (prefix !== null) wildcards.add(prefix)
    }
    for (const inner of Object.values(part)) pending.push(inner)
  }
  const named = { elements, prefixes: [...prefixes], wildcards: [...wildcards], attributes: [...attributes] }
  return { ...named, ...(fault === undefined ? {} : { fault }) }
}
