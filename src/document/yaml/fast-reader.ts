import type { DocumentPath, Span } from '../../model/span.ts'
import { mayBeDeep } from '../json-text.ts'
import { quotedLine } from '../quoted-line.ts'
import type { YamlSource } from '../yaml-source.ts'
import { lineIndex } from './line-index.ts'
import type { Member, Part } from './part.ts'
import { readParts } from './read-parts.ts'

/** Characters that YAML has only as escapes; the parsers let them pass. */
// eslint-disable-next-line no-control-regex -- it is what is looked for.
export const control = /[\x00-\x08\x0b\x0c\x0e-\x1f]/

/** Reads a sound text without anchors, tags and the like, fast; undefined for every other text. */
export function readPlain(text: string, file: string): YamlSource | undefined {
  if (control.test(text)) return undefined
  const document = isPlainlyNested(text) ? readParts(text) : undefined
  if (document === undefined) return undefined
  const positionOf = lineIndex(text)
  const toSpan = ({ start, end }: Part): Span => ({ file, start: positionOf(start), end: positionOf(end) })
  let lines: readonly string[] | undefined
  return {
    file,
    value: document.value,
    problems: [],
    spanOf: path => toSpan(partAt(document, path).value),
    keySpanOf: path => toSpan(partAt(document, path).key),
    lineText: line => quotedLine((lines ??= text.split(/\r?\n/)), line),
  }
}

/** Levels above which a text is left to the full reader, which knows how deep is too deep. */
const plainDepth = 100

const manyIndicators = new RegExp(`(?:[-?:] +){${plainDepth}}`)

function isPlainlyNested(text: string): boolean {
  return !mayBeDeep(text, plainDepth) && !manyIndicators.test(text)
}

/** The key and the value at a path; the innermost part that exists when the path leads nowhere. */
function partAt(document: Part, path: DocumentPath): { readonly key: Part; readonly value: Part } {
  let found = { key: document, value: document }
  for (const step of path) {
    const { items, members } = found.value
    const item = typeof step === 'number' ? items?.[step] : undefined
    const next = item === undefined ? memberNamed(String(step), members) : { key: item, value: item }
    if (next === undefined) break
    found = next
  }
  return found
}

/** Members are searched, not indexed: few are ever asked for, and most mappings have but a few. */
function memberNamed(name: string, members: readonly Member[] | undefined): Member | undefined {
  return members?.find(member => member.name === name)
}
