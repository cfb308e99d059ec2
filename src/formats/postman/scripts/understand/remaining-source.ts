import type { AnyNode } from 'acorn'
import { unwrap } from '../javascript/syntax.ts'
import { testCall } from './postman-host.ts'
import type { Leaf, Outline, Wrapper } from './outline.ts'

/** The script without what was translated: what stays, with the comments in front of it, and the tests around it. */
export function remainingSource(
  source: string,
  outlines: readonly Outline[],
  kept: ReadonlySet<Leaf>,
): string {
  if (!outlines.some(outline => stays(outline, kept))) return ''
  return listText(source, outlines, kept, 0, source.length)
    .replace(/^(?:[ \t]*\n)+/, '')
    .trimEnd()
}

function stays(outline: Outline, kept: ReadonlySet<Leaf>): boolean {
  if (outline.kind === 'leaf') return kept.has(outline)
  if (outline.test !== undefined && outline.body.length === 0) return true
  return outline.body.some(inner => stays(inner, kept))
}

/** The statements between two places that stay. What stands between statements belongs to the one behind it. */
function listText(
  source: string,
  outlines: readonly Outline[],
  kept: ReadonlySet<Leaf>,
  from: number,
  to: number,
): string {
  let text = ''
  let position = from
  let wasRemoved = false
  for (const outline of outlines) {
    const { node } = outline
    if (stays(outline, kept)) {
      const gap = source.slice(position, node.start)
      text += (wasRemoved ? behindLine(gap) : gap) + outlineText(source, outline, kept)
      wasRemoved = false
    } else wasRemoved = true
    position = node.end
  }
  const gap = source.slice(position, to)
  return text + (wasRemoved ? lastLine(gap) : gap)
}

/** Without the end of the line that a removed statement stood on: a comment there was about it. */
function behindLine(gap: string): string {
  const end = gap.indexOf('\n')
  return end === -1 ? '' : gap.slice(end)
}

function lastLine(gap: string): string {
  const end = gap.lastIndexOf('\n')
  return end === -1 ? ' ' : gap.slice(end)
}

function outlineText(source: string, outline: Outline, kept: ReadonlySet<Leaf>): string {
  if (outline.kind === 'leaf') return source.slice(outline.node.start, outline.node.end)
  if (outline.node.type === 'IfStatement') return ifText(source, outline, outline.node, kept)
  const { start, end } = outline.node
  const [from, to] = innerRange(outline)
  return source.slice(start, from) + listText(source, outline.body, kept, from, to) + source.slice(to, end)
}

/** An `if` with the branches that stay. */
function ifText(
  source: string,
  { body }: Wrapper,
  { start, consequent, alternate }: AnyNode & { type: 'IfStatement' },
  kept: ReadonlySet<Leaf>,
): string {
  const [then, otherwise] = body
  const head = source.slice(start, consequent.start)
  const first = then !== undefined && stays(then, kept) ? outlineText(source, then, kept) : '{}'
  if (!alternate || otherwise === undefined || !stays(otherwise, kept)) return head + first
  const between = source.slice(consequent.end, alternate.start)
  return head + first + between + outlineText(source, otherwise, kept)
}

/** Where the statements inside of a wrapper begin and end. */
function innerRange({ node, body }: Wrapper): readonly [from: number, to: number] {
  const block = blockOf(node)
  if (block?.type === 'BlockStatement') return [block.start + 1, block.end - 1]
  const [only] = body
  return only === undefined ? [node.end, node.end] : [only.node.start, only.node.end]
}

function blockOf(node: AnyNode): AnyNode | undefined {
  if (node.type === 'BlockStatement') return node
  return node.type === 'ExpressionStatement' ? testCall(unwrap(node.expression))?.callback.body : undefined
}
