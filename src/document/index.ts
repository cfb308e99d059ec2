import { readPlain } from './yaml/plain-reader.ts'
import { refuseSelfReference } from './self-reference.ts'
import type { Layout } from './layout/print-yaml.ts'
import type { YamlSource } from './yaml-source.ts'

export { applyEdits } from './apply-edits.ts'
export { withExactNumbers } from './exact-tags.ts'
export { deepestYaml } from './json-text.ts'
export { quotedLine } from './quoted-line.ts'
export { lineIndex } from './yaml/line-index.ts'
export { readValue } from './read-value.ts'
export type { Layout } from './layout/print-yaml.ts'
export type { UnreadFile, YamlSource } from './yaml-source.ts'

/**
 * Reads YAML 1.2 text. Never throws: what is wrong is in `problems`, all of it. `whenEmpty` is the hint for a file without
 * content.
 *
 * Nearly every file is sound and plain, and is read by a reader of its own that gives up at the first doubt. Only then the
 * full reader is loaded, which knows every feature, and finds every mistake. Only it knows aliases, with which a value
 * could hold itself.
 */
export async function readWithPlaces(text: string, file: string, whenEmpty: string): Promise<YamlSource> {
  const plain = readPlain(text, file)
  if (plain !== undefined) return plain
  const { readAny, unreadable } = await import('./yaml/full-reader.ts')
  const { brokenItems } = await import('./yaml/broken-parts.ts')
  const problems = brokenItems(text, shorter => readAny(shorter, file, whenEmpty).problems)
  return problems === undefined
    ? refuseSelfReference(readAny(text, file, whenEmpty))
    : unreadable(text, file, problems)
}

/** The same of a text that is being written: of one with mistakes, what is sound in it is its value. */
export async function readAnyway(text: string, file: string): Promise<YamlSource> {
  return soundPart(await readWithPlaces(text, file, ''), text)
}

/** Drops the broken lines from a text that was read and keeps the sound part. */
export async function soundPart(source: YamlSource, text: string): Promise<YamlSource> {
  if (source.problems.length === 0) return source
  const { withoutBrokenLines } = await import('./yaml/broken-parts.ts')
  return readPlain(withoutBrokenLines(text), source.file) ?? { ...source, problems: [] }
}

/**
 * A sound text of YAML in the one form, with its comments and its kind of line ends. Undefined where it could not be written
 * without a difference, which is a mistake of this program.
 */
export async function layOut(text: string, layout: Layout): Promise<string | undefined> {
  const { layOutSound } = await import('./layout/lay-out.ts')
  return layOutSound(text, layout)
}
