import { isDeepStrictEqual } from 'node:util'
import { Document, isMap, isNode, isSeq, parse, parseDocument, type YAMLMap, type YAMLSeq } from 'yaml'
import type { JsonObject } from '../../model/json.ts'
import { styleStep } from '../../parse/style-step.ts'
import { firstLine } from '../../util/cut-text.ts'
import { withExactNumbers } from '../../document/index.ts'
import { plainNumbers } from '../../util/plain-numbers.ts'

/** The text of a suite with one more step, or why it cannot have one. */
export type Added =
  | { readonly ok: true; readonly text: string; readonly number: number }
  | { readonly ok: false; readonly reason: string }

/**
 * Adds a step behind the last one of a suite. Everything that stands in the text stays as it is, to the letter. Without a
 * text a new suite of this name begins.
 */
export function addStep(text: string | undefined, step: JsonObject, name: string): Added {
  if (text === undefined || text.trim() === '') return { ok: true, text: newSuite(step, name), number: 1 }
  const document = parseDocument(text, { customTags: withExactNumbers })
  const [error] = document.errors
  if (error !== undefined) return { ok: false, reason: `it is not valid YAML (${firstLine(error.message)})` }
  if (isEmptyList(document)) return { ok: true, text: withFirst(document, step), number: 1 }
  const steps = document.get('steps')
  if (!isSeq(steps)) return { ok: false, reason: 'it has no list of steps' }
  const number = steps.items.length + 1
  const inserted = steps.flow === true ? undefined : insert(text, steps, step)
  const before: unknown = document.toJS()
  if (inserted !== undefined && isWhole(before, inserted, step)) return { ok: true, text: inserted, number }
  steps.add(styleStep(document, step))
  return { ok: true, text: document.toString({ lineWidth: 0 }), number }
}

/** True where there is a key for steps, and nothing under it yet. */
function isEmptyList(document: Document): boolean {
  if (!isMap(document.contents) || !document.has('steps')) return false
  const steps = document.get('steps')
  return steps === undefined || (isSeq(steps) && steps.items.length === 0)
}

function withFirst(document: Document, step: JsonObject): string {
  const empty = document.get('steps', true)
  const steps = document.createNode<unknown[]>([]) as YAMLSeq
  if (isNode(empty)) steps.commentBefore = empty.commentBefore ?? empty.comment ?? null
  steps.add(styleStep(document, step))
  document.set('steps', steps)
  return document.toString({ lineWidth: 0 })
}

function newSuite(step: JsonObject, name: string): string {
  const document = new Document({ suite: titleOf(name) }, { customTags: withExactNumbers })
  return withFirst(document, step)
}

/** `user-orders` as `User orders`. */
function titleOf(name: string): string {
  const words = name.replace(/[-_.]+/g, ' ').trim()
  return words === '' ? 'Calls' : words.charAt(0).toUpperCase() + words.slice(1)
}

/** The text with the step after the last line of the last one; undefined where no such line can be found. */
function insert(text: string, steps: YAMLSeq, step: JsonObject): string | undefined {
  const last = steps.items.at(-1)
  const range = isMap(last) ? last.range : undefined
  if (range === undefined || range === null) return undefined
  const dash = text.lastIndexOf('-', range[0])
  const indentation = text.slice(text.lastIndexOf('\n', dash) + 1, dash)
  if (indentation.trim() !== '') return undefined
  const end = text.slice(0, range[1]).trimEnd().length
  const lineEnd = text.indexOf('\n', end)
  const cut = lineEnd === -1 ? text.length : lineEnd + 1
  const newLine = text.includes('\r\n') ? '\r\n' : '\n'
  const before = text.slice(0, cut)
  const gap = isSpaced(text, steps) ? newLine : ''
  const added = stepText(step)
    .map(line => (line === '' ? '' : indentation + line))
    .join(newLine)
  return `${before}${before.endsWith('\n') ? '' : newLine}${gap}${added}${newLine}${text.slice(cut)}`
}

/** True where the steps stand apart; a single one stands alone, and the next one apart from it. */
function isSpaced(text: string, { items }: YAMLSeq): boolean {
  const [previous, last] = items.slice(-2) as (YAMLMap | undefined)[]
  if (previous?.range === undefined || last?.range === undefined) return true
  const between = text.slice(previous.range?.[0], last.range?.[0])
  return /\n[ \t]*\r?\n[^\n]*-\s*$/.test(between) || /\n[ \t]*\r?\n(\s*#.*\r?\n)*\s*-\s*$/.test(between)
}

/** The step as an item of a list that is not indented. */
function stepText(step: JsonObject): readonly string[] {
  const document = new Document([], { customTags: withExactNumbers })
  const list = document.contents as unknown as YAMLSeq
  list.add(styleStep(document, step))
  return document.toString({ lineWidth: 0 }).trimEnd().split('\n')
}

/** True where the new text is the old document with the step behind its others. */
function isWhole(before: unknown, text: string, step: JsonObject): boolean {
  try {
    const expected = before as { steps: unknown[] }
    return isDeepStrictEqual(parse(text), { ...expected, steps: [...expected.steps, plainNumbers(step)] })
  } catch {
    return false
  }
}
