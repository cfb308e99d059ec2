import type { Operation } from '../../api-description/api-description.ts'
import type { OperationPlace } from './operation-result.ts'

/**
 * Finds the lines of operations in the text of their document: the line with the method below the line with the path. A
 * search for the two words is enough to show a reader where to look, and takes no time in large documents.
 */
export class OperationPlaces {
  readonly #file: string
  readonly #lines: readonly string[]

  /** `file` is the absolute path of the document, or its URL; `text` is empty where it is not at hand. */
  constructor(file: string, text: string) {
    this.#file = file
    this.#lines = text.split(/\r?\n/)
  }

  of({ method, path }: Operation): OperationPlace {
    const atPath = this.#after(-1, path)
    const atMethod = atPath === -1 ? -1 : this.#after(atPath, method.toLowerCase())
    const index = Math.max(atMethod === -1 ? atPath : atMethod, 0)
    const sourceLine = (this.#lines[index] ?? '').slice(0, 200)
    const column = sourceLine.length - sourceLine.trimStart().length + 1
    return {
      span: {
        file: this.#file,
        start: { line: index + 1, column },
        end: { line: index + 1, column: sourceLine.length + 1 },
      },
      sourceLine,
    }
  }

  /** The next line behind another whose key is this. */
  #after(line: number, key: string): number {
    const starts = [key, `"${key}"`, `'${key}'`, `? ${key}`]
    return this.#lines.findIndex((text, index) => {
      if (index <= line) return false
      const trimmed = text.trimStart()
      return starts.some(
        start => trimmed.startsWith(start) && /^\s*(?::|$)/.test(trimmed.slice(start.length)),
      )
    })
  }
}
