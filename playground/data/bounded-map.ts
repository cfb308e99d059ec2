/** A map of at most `capacity` entries: adding one more drops the oldest, so no caller can fill the memory. */
export class BoundedMap<Key, Value> extends Map<Key, Value> {
  readonly #capacity: number

  constructor(capacity: number) {
    super()
    this.#capacity = capacity
  }

  override set(key: Key, value: Value): this {
    super.set(key, value)
    if (this.size > this.#capacity) {
      const oldest = this.keys().next()
      if (oldest.done !== true) this.delete(oldest.value)
    }
    return this
  }
}
