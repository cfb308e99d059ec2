/** Things made once per run and closed at its end, such as connection pools, each under the key of its kind. */
export class RunResources {
  readonly #made = new Map<string, { readonly value: unknown; readonly close: () => Promise<void> }>()
  #acts = 0

  /** How many steps so far did something that events may come of. */
  get acts(): number {
    return this.#acts
  }

  noteAct(): void {
    this.#acts++
  }

  /** The thing under `key`, made by `make` on first use. */
  get<Value>(key: string, make: () => { value: Value; close: () => Promise<void> }): Value {
    let entry = this.#made.get(key)
    if (entry === undefined) {
      entry = make()
      this.#made.set(key, entry)
    }
    return entry.value as Value
  }

  /** Closes everything; the run is over. */
  async close(): Promise<void> {
    const entries = [...this.#made.values()]
    this.#made.clear()
    await Promise.allSettled(entries.map(entry => entry.close()))
  }
}
