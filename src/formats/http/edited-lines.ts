import type { LineRange } from './http-file.ts'

/** The lines of a text, counted from 0 as they were, of which some are changed. All others stay, and so do their ends. */
export class EditedLines {
  readonly #lines: { readonly end: string; above: string[]; own: string[]; below: string[] }[]
  readonly #mark: string

  constructor(text: string) {
    this.#mark = /^\ufeff?/.exec(text)?.[0] ?? ''
    this.#lines = text
      .slice(this.#mark.length)
      .split('\n')
      .map(line => ({
        end: line.endsWith('\r') ? '\r\n' : '\n',
        above: [],
        own: [line.replace(/\r$/, '')],
        below: [],
      }))
  }

  /** The line as it stands now; empty where it is gone. */
  line(index: number): string {
    return this.#lines[index]?.own[0] ?? ''
  }

  set(index: number, ...lines: readonly string[]): void {
    const line = this.#lines[index]
    if (line !== undefined) line.own = [...lines]
  }

  above(index: number, ...lines: readonly string[]): void {
    this.#lines[index]?.above.push(...lines)
  }

  below(index: number, ...lines: readonly string[]): void {
    this.#lines[index]?.below.push(...lines)
  }

  /** Puts lines in the place of others. */
  replace([start, end]: LineRange, by: (lines: readonly string[]) => readonly string[]): void {
    const written = by(this.#lines.slice(start, end).map(({ own }) => own[0] ?? ''))
    for (let index = start; index < end; index++) this.set(index)
    this.set(start, ...written)
  }

  text(): string {
    const usual = this.#lines[0]?.end ?? '\n'
    const last = this.#lines.length - 1
    const all = this.#lines.flatMap(({ above, own, below, end }, index) => [
      ...above.map(line => line + usual),
      ...own.map((line, at) => line + (at === 0 && index < last ? end : usual)),
      ...below.map(line => line + usual),
    ])
    return this.#mark + all.join('').replace(/\r?\n$/, '')
  }
}
