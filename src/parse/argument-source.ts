import type { JsonObject } from '../model/json.ts'
import type { DocumentPath, Span } from '../model/span.ts'
import type { Problem } from '../model/problem.ts'
import type { YamlSource } from '../document/index.ts'

/** An argument of a command line, and the part of a document it gives. */
export interface Argument {
  /** As it was typed: `--validate status: 200`. */
  readonly text: string
  readonly path: DocumentPath
  /** What is odd about it, and no reason to do nothing. */
  readonly warning?: Problem
}

/**
 * A document that was given in arguments instead of a text. Each argument is a line of it, so that everything found wrong
 * with a part points at the argument it came from. `file` is the absolute path that file names count from.
 */
export function argumentSource(value: JsonObject, given: readonly Argument[], file: string): YamlSource {
  const lines = given.map(({ text }) => text.replace(/\r?\n/g, ' '))
  const spanOf = (path: DocumentPath): Span => {
    const index = indexFor(given, path)
    return {
      file,
      start: { line: index + 1, column: 1 },
      end: { line: index + 1, column: (lines[index] ?? '').length + 1 },
    }
  }
  return { file, value, problems: [], spanOf, keySpanOf: spanOf, lineText: line => lines[line - 1] ?? '' }
}

/** The argument that gave the part at `path`: the most exact one, else the first that gave a part of it. */
function indexFor(given: readonly Argument[], path: DocumentPath): number {
  let best = -1
  for (const [index, argument] of given.entries())
    if (isWithin(path, argument.path) && argument.path.length > (given[best]?.path.length ?? -1)) best = index
  const inside = given.findIndex(argument => isWithin(argument.path, path))
  return Math.max(best === -1 ? inside : best, 0)
}

function isWithin(path: DocumentPath, outer: DocumentPath): boolean {
  return outer.every((part, index) => path[index] === part)
}
