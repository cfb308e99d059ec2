/** Remembers at most `limit` results by their key; the one made first is forgotten first. */
export class BoundedCache<Value> {
  readonly #values = new Map<string, Value>()
  readonly #limit: number

  constructor(limit: number) {
    this.#limit = limit
  }

  /** The value under `key`, made of that by `make` when it is not remembered. */
  get(key: string, make: (key: string) => Value): Value {
    const known = this.#values.get(key)
    if (known !== undefined) return known
    const value = make(key)
    if (this.#values.size >= this.#limit) this.#forgetOldest()
    this.#values.set(key, value)
    return value
  }

  #forgetOldest(): void {
    const oldest = this.#values.keys().next()
    if (oldest.done !== true) this.#values.delete(oldest.value)
  }
}
