import type { TreeNode } from './tree.ts'

/** The part of the package `xpath` that is used: its own types bring those of browsers along, for every file. */
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

/** A number as the package keeps it. */
interface XPathNumber {
  numberValue(): number
}

/** A set of nodes as the package keeps it, and what of it is replaced. */
export interface XPathNodeSet {
  nodes: readonly TreeNode[]
  size: number
  tree: object | null
  addArray(nodes: readonly TreeNode[]): void
  toArray(): readonly TreeNode[]
  first(): TreeNode | null
  string(): { number(): XPathNumber }
  number(): XPathNumber
  numberValue(): number
}

declare const xpath: XPathPackage & {
  readonly XNumber: unknown
  readonly XBoolean: unknown
  readonly BarOperation: unknown
  readonly PlusOperation: unknown
  readonly MinusOperation: unknown
  readonly MultiplyOperation: unknown
  readonly DivOperation: unknown
  readonly ModOperation: unknown
  readonly UnaryMinusOperation: unknown
  readonly XNodeSet: { readonly prototype: XPathNodeSet; new (): XPathNodeSet }
  readonly PathExpr: {
    readonly prototype: {
      readonly locationPath?: object
      applyFilter(
        context: object,
        own: object,
      ):
        | { readonly nonNodes: object }
        | { readonly nonNodes?: undefined; readonly nodes: readonly TreeNode[] }
      evaluate(context: object): object
    }
    applyLocationPath(
      path: object | undefined,
      context: object,
      nodes: readonly TreeNode[],
    ): readonly TreeNode[]
    applySteps: (steps: readonly object[], context: object, nodes: readonly TreeNode[]) => readonly TreeNode[]
  }
  readonly XPathContext: { readonly prototype: { extend(this: object, more: object): object } }
  readonly FunctionResolver: {
    new (): { functions: object; addStandardFunctions(): void }
    readonly prototype: { functions: object; addStandardFunctions(): void }
  }
}
export default xpath
