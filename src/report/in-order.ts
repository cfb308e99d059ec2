/**
 * Puts the text of files that run at the same time one file after the other: the first open file's text comes out as
 * it is given, the others' waits until the files before them are closed.
 */
export class InOrder {
  /** The waiting text, per file; the first one is out. */
  readonly #files = new Map<string, { waiting: string; closed: boolean }>()

  /** Takes more text of a file and returns what can be written now. */
  add(file: string, text: string): string {
    const entry = this.#files.get(file)
    if (entry === undefined) this.#files.set(file, { waiting: text, closed: false })
    else entry.waiting += text
    return this.#release()
  }

  /** Takes the last text of a file and returns what can be written now. */
  close(file: string, text: string): string {
    this.#files.set(file, { waiting: (this.#files.get(file)?.waiting ?? '') + text, closed: true })
    return this.#release()
  }

  /** Everything that still waits; files that were never closed come out as far as they got. */
  rest(): string {
    const waiting = [...this.#files.values()].map(entry => entry.waiting).join('')
    this.#files.clear()
    return waiting
  }

  /** The first file's text; when it is closed also that of every closed one, and the next file becomes the first. */
  #release(): string {
    const [first] = this.#files
    if (first === undefined) return ''
    const [file, head] = first
    const text = head.waiting
    head.waiting = ''
    if (!head.closed) return text
    this.#files.delete(file)
    return text + this.#releaseClosed() + this.#release()
  }

  #releaseClosed(): string {
    let text = ''
    for (const [file, entry] of this.#files) {
      if (!entry.closed) continue
      text += entry.waiting
      this.#files.delete(file)
    }
    return text
  }
}
