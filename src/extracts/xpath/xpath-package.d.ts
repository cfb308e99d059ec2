/** What is used of the package `xpath`: its own types bring those of browsers along, for every file. */
interface XPathPackage {
  /** Throws where the text is no XPath. */
  parse(expression: string): ParsedXPath
}

export interface ParsedXPath {
  /** The tree of its parts. */
  readonly expression: object
  /** Throws where a prefix or a function is unknown, or a value is none that a function takes. */
  evaluate(options: {
    readonly node: object
    readonly namespaces: (prefix: string) => string | undefined
  }): XPathValue
}

/** A number, a text, a boolean, or a set of nodes. */
export interface XPathValue {
  numberValue(): number
  stringValue(): string
  booleanValue(): boolean
  /** In the order of the document; only sets have it. */
  toArray?(): readonly object[]
  readonly constructor: unknown
}

declare const xpath: XPathPackage & {
  readonly XNumber: unknown
  readonly XBoolean: unknown
}
export default xpath
