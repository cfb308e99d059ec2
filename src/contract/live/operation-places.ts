import { fileURLToPath } from 'node:url'
import type { ApiDescription, Operation } from '../../api-description/api-description.ts'
import type { OperationPlace } from './operation-result.ts'

/** A document, and the keys that lead to an operation in it. */
interface Way {
  readonly file: string
  readonly lines: readonly string[]
  readonly keys: readonly string[]
}

/**
 * Finds the lines of operations in the texts of their documents: the line with the method below the line with the path, or below
 * the keys that a reference leads by. A search for the words is enough to show a reader where to look, and takes no time in large
 * documents.
 */
export class OperationPlaces {
  readonly #documents: ApiDescription['documents']
  readonly #file: string
  readonly #read: (file: string) => string
  readonly #lines = new Map<string, readonly string[]>()

  /** `file` is the absolute path of the document, or its URL; `read` gives the text of one, empty where it is not at hand. */
  constructor(documents: ApiDescription['documents'], file: string, read: (file: string) => string) {
    this.#documents = documents
    this.#file = file
    this.#read = read
  }

  of(operation: Operation): OperationPlace {
    const { file, lines, keys } = this.#wayTo(operation)
    const index = Math.max(lineOf(lines, keys), 0)
    const sourceLine = (lines[index] ?? '').slice(0, 200)
    const column = sourceLine.length - sourceLine.trimStart().length + 1
    return {
      span: {
        file,
        start: { line: index + 1, column },
        end: { line: index + 1, column: sourceLine.length + 1 },
      },
      sourceLine,
    }
  }

  #wayTo({ method, path, written }: Operation): Way {
    const way = written && this.#documents.wayTo(written)
    const file = way?.address.startsWith('file:') === true ? fileURLToPath(way.address) : this.#file
    const keys = way?.keys.map(String) ?? ['paths', path, method.toLowerCase()]
    return { file, lines: this.#linesOf(file), keys }
  }

  #linesOf(file: string): readonly string[] {
    const lines = this.#lines.get(file) ?? this.#read(file).split(/\r?\n/)
    this.#lines.set(file, lines)
    return lines
  }
}

/** The line with the last of the keys that is found, each below the one before. */
function lineOf(lines: readonly string[], keys: readonly string[]): number {
  let line = -1
  for (const key of keys) {
    const next = lineAfter(lines, line, key)
    if (next === undefined) break
    line = next
  }
  return line
}

/** The next line behind another whose key is this, among those that are indented further. */
function lineAfter(lines: readonly string[], line: number, key: string): number | undefined {
  const starts = [key, `"${key}"`, `'${key}'`, `? ${key}`]
  const around = line === -1 ? -1 : indentOf(lines[line] ?? '')
  for (let index = line + 1; index < lines.length; index++) {
    const text = lines[index] ?? ''
    const trimmed = text.trimStart()
    if (trimmed === '' || trimmed.startsWith('#')) continue
    if (indentOf(text) <= around) return undefined
    if (starts.some(start => trimmed.startsWith(start) && /^\s*(?::|$)/.test(trimmed.slice(start.length))))
      return index
  }
  return undefined
}

function indentOf(text: string): number {
  return text.length - text.trimStart().length
}
