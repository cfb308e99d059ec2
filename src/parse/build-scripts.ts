import type { JsonValue } from '../model/json.ts'
import type { Script, Scripts } from '../model/script.ts'
import type { DocumentPath, Position } from '../model/span.ts'
import { mapping, property } from '../util/read-values.ts'
import type { YamlSource } from '../document/index.ts'
import { defined } from '../util/defined.ts'

/** The `scripts` of a step or of settings; undefined when there are none. */
export function buildScripts(value: unknown, source: YamlSource, path: DocumentPath): Scripts | undefined {
  if (value === undefined) return undefined
  const scripts = mapping(value)
  const read = (key: 'before' | 'after'): readonly Script[] =>
    buildScriptList(property(scripts, key), source, [...path, key])
  const both = { before: read('before'), after: read('after') }
  return both.before.length + both.after.length === 0 ? undefined : both
}

/** A script, or a list of them. */
export function buildScriptList(
  value: JsonValue | undefined,
  source: YamlSource,
  path: DocumentPath,
): readonly Script[] {
  const items = Array.isArray(value)
    ? (value as readonly JsonValue[]).map((item, index) => ({ item, at: [...path, index] }))
    : [{ item: value, at: path }]
  return items.flatMap(({ item, at }) => (typeof item === 'string' ? [buildScript(item, source, at)] : []))
}

function buildScript(text: string, source: YamlSource, path: DocumentPath): Script {
  const span = source.spanOf(path)
  const start = startOf(text, span.start.line, source)
  return defined({ source: text, span, start })
}

/**
 * Where a script begins. In a block with `|` each line of the script is a line of the file; in every other form of text
 * only a script of one line is sure to be.
 */
function startOf(text: string, line: number, source: YamlSource): Position | undefined {
  const lines = text.trimEnd().split('\n')
  const [first = ''] = lines
  const column = source.lineText(line).indexOf(first)
  if (lines.length === 1 && column !== -1) return { line, column: column + 1 }
  const below = lines.map((_, index) => source.lineText(line + 1 + index))
  const index = lines.findIndex(written => written.trim() !== '')
  const indent = below[index]?.indexOf(lines[index] ?? '') ?? -1
  const isBlock = lines.every(
    (written, index) => (below[index]?.slice(indent) ?? '').trimEnd() === written.trimEnd(),
  )
  return indent === -1 || !isBlock ? undefined : { line: line + 1, column: indent + 1 }
}
