import xpath, { type XPathNodeSet } from 'xpath'
import type { TreeNode } from './tree.ts'

/**
 * Has the package find nodes in a time that grows with their number. As it is, a set looks through all of its nodes for each that
 * is added, a step is taken anew for every way that leads to a node, and each predicate lists all functions again.
 */
export function hastenNodeSets(): void {
  const { FunctionResolver, PathExpr, XNodeSet, XPathContext } = xpath
  const own = { ...XNodeSet.prototype }
  const hastened: Partial<XPathNodeSet> & ThisType<XPathNodeSet> = {
    addArray(nodes) {
      this.nodes = distinct(this.nodes.length === 0 ? nodes : [...this.nodes, ...nodes])
      this.size = this.nodes.length
      this.tree = null
    },
    // XPath 1.0, section 4.4: what is no number, as the text of no node, is NaN. The package has 0 for that.
    number() {
      return this.string().number()
    },
    numberValue() {
      return this.number().numberValue()
    },
    toArray() {
      return this.nodes.every(hasOrder) ? this.nodes.toSorted(inDocument) : own.toArray.call(this)
    },
    first() {
      return this.nodes.every(hasOrder) ? (this.nodes.toSorted(inDocument)[0] ?? null) : own.first.call(this)
    },
  }
  Object.assign(XNodeSet.prototype, hastened)

  const { applySteps } = PathExpr
  PathExpr.applySteps = (steps, context, nodes) =>
    steps.reduce<readonly TreeNode[]>((from, step) => distinct(applySteps([step], context, from)), nodes)

  // The package copies the members of a context one by one, for each node that a step or a predicate comes from.
  const copied = (context: object, more?: object): object =>
    Object.assign(Object.create(XPathContext.prototype) as object, context, more)
  XPathContext.prototype.extend = function (more) {
    return copied(this, more)
  }
  PathExpr.prototype.evaluate = function (context) {
    const own = copied(context)
    const filtered = this.applyFilter(context, own)
    if (filtered.nonNodes !== undefined) return filtered.nonNodes
    const set = new XNodeSet()
    set.addArray(PathExpr.applyLocationPath(this.locationPath, own, filtered.nodes))
    return set
  }

  const { functions } = new FunctionResolver()
  FunctionResolver.prototype.addStandardFunctions = function () {
    this.functions = functions
  }
}

function distinct(nodes: readonly TreeNode[]): readonly TreeNode[] {
  return nodes.length < 2 ? nodes : [...new Set(nodes)]
}

/** Nodes of the namespace axis, which the package makes itself, have none. */
function hasOrder(node: Partial<TreeNode>): boolean {
  return node.order !== undefined
}

function inDocument(one: TreeNode, other: TreeNode): number {
  return one.order - other.order
}
