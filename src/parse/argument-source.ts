import type { JsonObject } from '../model/json.ts'
import { type DocumentPath, isWithinPath, type Span } from '../model/span.ts'
import type { Problem } from '../model/problem.ts'
import type { YamlSource } from '../document/index.ts'

/** An argument of a command line, and the part of a document it gives. */
export interface Argument {
  /** As it was typed: `--validate status: 200`. */
  readonly text: string
  readonly path: DocumentPath
  /** A warning about it that is no reason to do nothing. */
  readonly warning?: Problem
}

/**
 * A document that was given in arguments instead of a text. Each argument is a line of it, so that everything found wrong
 * with a part points at the argument it came from. `file` is the absolute path that file names count from.
 */
export function argumentSource(value: JsonObject, given: readonly Argument[], file: string): YamlSource {
  const lines = given.map(({ text }) => text.replace(/\r?\n/g, ' '))
  const indexOf = indexIn(given)
  const spanOf = (path: DocumentPath): Span => {
    const index = indexOf(path)
    return {
      file,
      start: { line: index + 1, column: 1 },
      end: { line: index + 1, column: (lines[index] ?? '').length + 1 },
    }
  }
  return {
    file,
    isTyped: true,
    value,
    problems: [],
    spanOf,
    keySpanOf: spanOf,
    lineText: line => lines[line - 1] ?? '',
  }
}

/** Finds the argument that gave the part at a path: the most exact one, else the first that gave a part of it. */
function indexIn(given: readonly Argument[]): (path: DocumentPath) => number {
  const indexes = new Map<string, number>()
  for (const [index, { path }] of given.entries()) {
    const key = JSON.stringify(path)
    if (!indexes.has(key)) indexes.set(key, index)
  }
  return path => {
    for (let length = path.length; length >= 0; length--) {
      const index = indexes.get(JSON.stringify(path.slice(0, length)))
      if (index !== undefined) return index
    }
    return Math.max(
      given.findIndex(argument => isWithinPath(argument.path, path)),
      0,
    )
  }
}
