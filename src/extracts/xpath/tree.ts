/** A node of a document, with what the package `xpath` asks of one; made once and read only. */
export interface TreeNode {
  /** As the DOM has them: 1 element, 2 attribute, 3 text, 7 instruction, 8 comment, 9 document. */
  readonly nodeType: number
  readonly nodeName: string
  /** As `nodeName`, which the package also asks for by this name. */
  readonly name: string
  readonly localName: string
  readonly prefix: string | null
  readonly namespaceURI: string | null
  nodeValue: string | null
  data: string | null
  readonly ownerDocument: TreeNode | null
  readonly parentNode: TreeNode | null
  /** Of an attribute. */
  readonly ownerElement: TreeNode | null
  readonly childNodes: TreeNode[]
  firstChild: TreeNode | null
  nextSibling: TreeNode | null
  previousSibling: TreeNode | null
  readonly attributes: Attributes
  /** Its place in the document. */
  readonly order: number
  compareDocumentPosition(other: TreeNode): number
}

/** The attributes of an element, as a list of the DOM. */
export interface Attributes {
  readonly length: number
  item(index: number): TreeNode | undefined
  readonly [index: number]: TreeNode
}

/** Name of a node. */
export interface NodeName {
  readonly nodeName: string
  readonly localName?: string
  readonly prefix?: string | null
  readonly namespaceURI?: string | null
}

/** More is no answer of an API, and would take all memory. */
const mostNodes = 500_000
const mostLevels = 256

/** Thrown for a document that is too large or too deep. */
export class DocumentLimit extends Error {}

/** Builds a document node by node, as a parser tells of them. */
export class TreeBuilder {
  readonly document: TreeNode
  #open: TreeNode[]
  #count = 0

  constructor() {
    this.document = this.#make(9, { nodeName: '#document' }, null, null)
    this.#open = [this.document]
  }

  /** An element begins. Attributes are names with values. */
  begin(name: NodeName, attributes: readonly (readonly [NodeName, string])[]): void {
    if (this.#open.length > mostLevels) throw new DocumentLimit(`nested more than ${mostLevels} levels deep`)
    const element = this.#append(1, name, null)
    const made = attributes.map(([own, value]) => this.#make(2, own, value, element))
    Object.assign(element, { attributes: listOf(made) })
    this.#open.push(element)
  }

  end(): void {
    this.#open.pop()
  }

  /** Neighbouring texts are one. The line breaks around the root are no part of the document. */
  text(text: string): void {
    if (text === '' || this.#open.length === 1) return
    const last = this.#open.at(-1)?.childNodes.at(-1)
    if (last?.nodeType !== 3) this.#append(3, { nodeName: '#text' }, text)
    else last.data = last.nodeValue = `${last.nodeValue ?? ''}${text}`
  }

  comment(text: string): void {
    this.#append(8, { nodeName: '#comment' }, text)
  }

  instruction(name: string, text: string): void {
    this.#append(7, { nodeName: name }, text)
  }

  #append(nodeType: number, name: NodeName, value: string | null): TreeNode {
    const parent = this.#open.at(-1) ?? this.document
    const node = this.#make(nodeType, name, value, parent)
    const before = parent.childNodes.at(-1)
    if (before === undefined) parent.firstChild = node
    else {
      before.nextSibling = node
      node.previousSibling = before
    }
    parent.childNodes.push(node)
    return node
  }

  #make(nodeType: number, name: NodeName, value: string | null, parent: TreeNode | null): TreeNode {
    if (++this.#count > mostNodes)
      throw new DocumentLimit(`more than ${mostNodes} elements, attributes and texts`)
    const { nodeName, localName = nodeName, prefix = null, namespaceURI = null } = name
    return {
      nodeType,
      nodeName,
      name: nodeName,
      localName,
      prefix,
      namespaceURI,
      nodeValue: value,
      data: value,
      ownerDocument: nodeType === 9 ? null : this.document,
      parentNode: nodeType === 2 ? null : parent,
      ownerElement: nodeType === 2 ? parent : null,
      childNodes: [],
      firstChild: null,
      nextSibling: null,
      previousSibling: null,
      attributes: noAttributes,
      order: this.#count,
      compareDocumentPosition,
    }
  }
}

function compareDocumentPosition(this: TreeNode, other: TreeNode): number {
  return other.order > this.order ? 4 : 2
}

function listOf(nodes: readonly TreeNode[]): Attributes {
  return Object.assign([...nodes], { item: (index: number) => nodes[index] })
}

const noAttributes: Attributes = { length: 0, item: () => undefined }

/** The text of a node: its value, or all texts in it. */
export function stringValueOf(node: TreeNode): string {
  if (node.nodeValue !== null) return node.nodeValue
  const texts: string[] = []
  const pending = [...node.childNodes].reverse()
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (next.nodeType === 3) texts.push(next.nodeValue ?? '')
    for (let index = next.childNodes.length - 1; index >= 0; index--)
      pending.push(next.childNodes[index] as TreeNode)
  }
  return texts.join('')
}
