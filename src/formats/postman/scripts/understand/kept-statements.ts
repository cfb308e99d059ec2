import type { AnyNode } from 'acorn'
import type { Binding } from '../javascript/bindings.ts'
import { forEachChild, memberName } from '../javascript/syntax.ts'
import { branchKey } from './branch.ts'
import { escapeBraces } from './checks/template-text.ts'
import { objectName } from './checks/value.ts'
import { leavesOf, type Leaf, type Outline, type Wrapper } from './outline.ts'
import type { Script } from './script.ts'
import { concerns } from './variable-accesses.ts'
import { noUnset } from './variable-write.ts'

/** The statements that stay a script, and why where they could have been translated by themselves. */
export interface KeptStatements {
  readonly kept: ReadonlySet<Leaf>
  readonly reasons: ReadonlyMap<Leaf, string>
}

/** Decides which statements stay, so that those that go and those that stay do not get into each other's way. */
export function keptStatements(outlines: readonly Outline[], script: Script): KeptStatements {
  const leaves = leavesOf(outlines)
  const kept = new Set(leaves.filter(({ meaning }) => meaning.is === 'script'))
  const reasons = new Map<Leaf, string>()
  for (let before = -1; before !== kept.size;) {
    before = kept.size
    const keep = (leaf: Leaf, reason: string) => {
      if (!kept.has(leaf)) reasons.set(leaf, reason)
      kept.add(leaf)
    }
    for (const leaf of neededSupport(outlines, leaves, kept, script)) kept.add(leaf)
    keepUsedTests(leaves, kept, script, keep)
    keepSharedVariables(leaves, kept, script, keep)
    keepLastingUnsets(leaves, kept, keep)
    for (const test of testsIn(outlines)) keepNamesOnly(test, kept, keep)
  }
  return { kept, reasons }
}

type Keep = (leaf: Leaf, reason: string) => void

/** The statements that only serve others and have to stay, because something that stays uses their variables. */
function neededSupport(
  outlines: readonly Outline[],
  leaves: readonly Leaf[],
  kept: ReadonlySet<Leaf>,
  script: Script,
): readonly Leaf[] {
  const supports = leaves.filter(leaf => !kept.has(leaf) && leaf.meaning.is === 'support')
  if (kept.size === 0 || supports.length === 0) return []
  const bindings = new Set<Binding>()
  const ranges = [...kept].map(({ node }) => node).concat(headsOf(outlines, kept))
  for (const { identifier, binding } of script.scopes.uses.values())
    if (binding !== undefined && ranges.some(range => contains(range, identifier))) bindings.add(binding)
  for (const binding of script.scopes.bindings)
    if (binding.writes.some(({ node }) => ranges.some(range => contains(range, node)))) bindings.add(binding)
  // A text that runs as code may use whatever is declared around it.
  const runsText = script.scopes.opaqueFrom < Infinity
  return supports.filter(leaf => serves(leaf, bindings) || (runsText && outlines.includes(leaf)))
}

/** Names of tests and conditions around what stays. */
function headsOf(outlines: readonly Outline[], kept: ReadonlySet<Leaf>): readonly AnyNode[] {
  return outlines.flatMap(outline => {
    if (outline.kind === 'leaf' || !staysPartly(outline, kept)) return []
    const { node, body } = outline
    const head = node.type === 'IfStatement' ? [node.test] : namesIn(node)
    return [...head, ...headsOf(body, kept)]
  })
}

function namesIn(node: AnyNode): readonly AnyNode[] {
  const call = node.type === 'ExpressionStatement' ? node.expression : node
  return call.type === 'CallExpression' ? call.arguments.slice(0, 1) : []
}

function staysPartly(outline: Outline, kept: ReadonlySet<Leaf>): boolean {
  return outline.kind === 'leaf' ? kept.has(outline) : outline.body.some(inner => staysPartly(inner, kept))
}

function serves({ node }: Leaf, bindings: ReadonlySet<Binding>): boolean {
  for (const { declarations, writes } of bindings) {
    if (declarations.some(declaration => contains(node, declaration))) return true
    if (writes.some(write => contains(node, write.node))) return true
  }
  return false
}

function contains(outer: AnyNode, inner: AnyNode): boolean {
  return outer.start <= inner.start && inner.end <= outer.end
}

/** A legacy test that is set twice only counts as it was set last, and one that a script reads has to be set by it. */
function keepUsedTests(leaves: readonly Leaf[], kept: ReadonlySet<Leaf>, script: Script, keep: Keep): void {
  if (!script.usesLegacyTests) return
  const inScript = new Set(
    [...kept].flatMap(({ node }) => [...usedTests(node, script)].map(name => name && escapeBraces(name))),
  )
  const set = leaves.filter(leaf => !kept.has(leaf)).flatMap(ownTest)
  for (const leaf of leaves)
    for (const name of kept.has(leaf) ? [] : ownTest(leaf)) {
      if (inScript.has(name) || inScript.has(undefined))
        keep(leaf, 'a statement that stays a script uses the test, too')
      else if (set.indexOf(name) !== set.lastIndexOf(name)) keep(leaf, 'the test is set more than once')
    }
}

/** The names of the legacy tests that are read or set anywhere inside a node; undefined for any name. */
function usedTests(node: AnyNode, script: Script): ReadonlySet<string | undefined> {
  const names = new Set<string | undefined>()
  const visit = (inner: AnyNode) => {
    if (inner.type === 'MemberExpression' && objectName(script.evaluate(inner.object)) === 'tests') {
      const name = memberName(inner)
      names.add(name === undefined ? undefined : String(name))
      if (inner.computed) visit(inner.property)
    } else if (inner.type === 'Identifier' && objectName(script.evaluate(inner)) === 'tests')
      names.add(undefined)
    else forEachChild(inner, visit)
  }
  // Most scripts have no such tests at all.
  if (script.usesLegacyTests) visit(node)
  return names
}

function ownTest({ meaning }: Leaf): readonly string[] {
  return meaning.is === 'check' && meaning.name !== undefined ? [meaning.name] : []
}

/** A variable that is set before everything else may not be one that a script reads or writes earlier than that. */
function keepSharedVariables(
  leaves: readonly Leaf[],
  kept: ReadonlySet<Leaf>,
  script: Script,
  keep: Keep,
): void {
  if (!leaves.some(({ meaning }) => meaning.is === 'write')) return
  const inScript = script.accesses.filter(({ start }) =>
    [...kept].some(({ node }) => node.start <= start && start < node.end),
  )
  for (const leaf of leaves) {
    const { meaning, node } = leaf
    if (meaning.is !== 'write' || kept.has(leaf)) continue
    const clashes = inScript.some(
      access => concerns(access, meaning.variable) && (access.anywhere || access.start < node.start),
    )
    if (script.isShared(meaning.variable)) keep(leaf, 'a script around this one sets the variable, too')
    else if (clashes) keep(leaf, 'a statement before it that stays a script uses the variable')
    else if (leaves.some(other => !kept.has(other) && setsOtherwise(other, leaf)))
      keep(leaf, 'the variable is set more than once')
  }
}

/** Removing a variable that the step sets again has no visible effect; any other stays a script. */
function keepLastingUnsets(leaves: readonly Leaf[], kept: ReadonlySet<Leaf>, keep: Keep): void {
  for (const leaf of leaves) {
    const { meaning, node } = leaf
    if (meaning.is !== 'unset') continue
    const isSetAgain = leaves.some(
      other =>
        !kept.has(other) &&
        other.meaning.is === 'write' &&
        other.meaning.variable === meaning.variable &&
        other.meaning.scope === meaning.scope &&
        branchKey(other.branches) === branchKey(leaf.branches) &&
        other.node.start > node.start,
    )
    if (!isSetAgain) keep(leaf, noUnset)
  }
}

function setsOtherwise(other: Leaf, { meaning: write, branches }: Leaf): boolean {
  const { meaning } = other
  if (meaning.is !== 'write' || write.is !== 'write') return false
  if (meaning === write || meaning.variable !== write.variable) return false
  if (branchKey(other.branches) !== branchKey(branches)) return true
  const isMade = meaning.value.kind === 'template' && meaning.value.made
  return isMade || JSON.stringify(meaning.value) !== JSON.stringify(write.value)
}

function testsIn(outlines: readonly Outline[]): readonly Wrapper[] {
  return outlines.flatMap(outline => {
    if (outline.kind === 'leaf') return []
    return outline.test === undefined ? testsIn(outline.body) : [outline]
  })
}

/** A test that no validation would be named after keeps its name by staying what it is. */
function keepNamesOnly(test: Wrapper, kept: ReadonlySet<Leaf>, keep: Keep): void {
  const leaves = leavesOf(test.body)
  if (leaves.some(leaf => kept.has(leaf) && leaf.meaning.is === 'script')) return
  const asks = leaves.some(leaf => !kept.has(leaf) && asksSomething(leaf.meaning))
  if (!asks) for (const leaf of leaves) keep(leaf, 'the test has no check that could fail')
}

function asksSomething(meaning: Leaf['meaning']): boolean {
  if (meaning.is === 'check') return meaning.checks.length > 0
  return 'guards' in meaning && meaning.guards.length > 0
}
