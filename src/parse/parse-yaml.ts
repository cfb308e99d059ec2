import { refuseSelfReference } from './self-reference.ts'
import { readPlain } from './yaml/read-plain.ts'
import type { YamlSource } from './yaml-source.ts'

/**
 * Reads YAML 1.2 text. Never throws: what is wrong is in `problems`, all of it. `whenEmpty` is the hint for a file without
 * content.
 *
 * Nearly every file is sound and plain, and is read by a fast reader that gives up at the first doubt. Only then the
 * thorough one is loaded, which knows every feature, and finds every mistake. Only it knows aliases, with which a value
 * could hold itself.
 */
export async function parseYaml(text: string, file: string, whenEmpty: string): Promise<YamlSource> {
  const plain = readPlain(text, file)
  if (plain !== undefined) return plain
  const { readThoroughly } = await import('./yaml/read-thoroughly.ts')
  return refuseSelfReference(readThoroughly(text, file, whenEmpty))
}
