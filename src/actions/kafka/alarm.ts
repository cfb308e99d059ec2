/** A sleep that can be ended early. */
export class Alarm {
  #wake: () => void = () => undefined
  #isRung = false

  /** Ends the sleep of now, or the next one. */
  ring(): void {
    this.#isRung = true
    this.#wake()
  }

  /** Settles after so many milliseconds, or when it rings. */
  sleep(milliseconds: number): Promise<void> {
    return new Promise(resolve => {
      const timer = setTimeout(() => {
        this.#wake()
      }, milliseconds)
      this.#wake = () => {
        clearTimeout(timer)
        this.#isRung = false
        resolve()
      }
      if (this.#isRung) this.#wake()
    })
  }
}
