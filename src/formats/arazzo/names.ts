/** The variables of a suite: each name is given once. */
export class VariableNames {
  readonly #taken: Set<string>

  constructor(taken: Iterable<string>) {
    this.#taken = new Set(taken)
  }

  /** The first of these names that is free, or the last one with a number. */
  take(...wished: readonly string[]): string {
    const sound = wished.map(name => name.replace(/[{}\s$|.[\]]+/g, '-').replace(/^-+|-+$/g, '') || 'value')
    let name = sound.find(one => !this.#taken.has(one))
    for (let count = 2; name === undefined; count++) {
      const numbered = `${sound.at(-1)}-${count}`
      if (!this.#taken.has(numbered)) name = numbered
    }
    this.#taken.add(name)
    return name
  }
}
