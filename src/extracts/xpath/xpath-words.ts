import type { ParsedXPath } from 'xpath'

/** An element that an expression names; the prefix is null where it has none. */
export interface NamedElement {
  readonly prefix: string | null
  readonly localName: string
}

/** What an expression names. */
export interface XPathWords {
  readonly elements: readonly NamedElement[]
  readonly prefixes: readonly string[]
  /** The prefixes of elements of any name, such as `s:*`. */
  readonly wildcards: readonly string[]
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

/** The axes whose names are no elements, as the package numbers them: attributes and namespaces. */
const otherAxes: ReadonlySet<unknown> = new Set([2, 8])

/** What of a parsed expression is looked at: the classes of the package are told apart by their fields. */
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
    if (nodeTest !== undefined && !otherAxes.has(axis)) {
      const { prefix = null, localName } = nodeTest
      if (localName !== undefined) elements.push({ prefix, localName })
      else if (prefix !== null) wildcards.add(prefix)
    }
    for (const inner of Object.values(part)) pending.push(inner)
  }
  const named = { elements, prefixes: [...prefixes], wildcards: [...wildcards] }
  return { ...named, ...(fault === undefined ? {} : { fault }) }
}
