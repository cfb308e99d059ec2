import type { Loss } from '../../model/conversion.ts'

/** The losses and notes of an import or export, gathered on the way. */
export class ConversionLog {
  readonly losses: Loss[] = []
  readonly notes: Loss[] = []
  readonly #where: string | undefined

  constructor(where?: string, parent?: ConversionLog) {
    this.#where = where
    if (parent !== undefined) {
      this.losses = parent.losses
      this.notes = parent.notes
    }
  }

  /** The same account, one name further down. */
  below(name: string): ConversionLog {
    return new ConversionLog(this.#where === undefined ? name : `${this.#where} / ${name}`, this)
  }

  /** Something that is not carried over, or not as it was. */
  lose(what: string, why: string): void {
    this.losses.push({ where: this.#where ?? '', what, why })
  }

  /** Something that is carried over in another shape. */
  note(what: string, why: string): void {
    this.notes.push({ where: this.#where ?? '', what, why })
  }
}
