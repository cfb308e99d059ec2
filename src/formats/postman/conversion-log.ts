import type { Loss } from '../../model/conversion.ts'

/** What an import or export has to tell, gathered on the way. */
export class ConversionLog {
  readonly losses: Loss[] = []
  readonly notes: Loss[] = []
  readonly #way: readonly string[]

  constructor(way: readonly string[] = [], parent?: ConversionLog) {
    this.#way = way
    if (parent !== undefined) {
      this.losses = parent.losses
      this.notes = parent.notes
    }
  }

  /** The same account, one name further down. */
  below(name: string): ConversionLog {
    return new ConversionLog([...this.#way, name], this)
  }

  /** Something that is not carried over, or not as it was. */
  lose(what: string, why: string): void {
    this.losses.push({ where: this.#way.join(' / '), what, why })
  }

  /** Something that is carried over in another shape. */
  note(what: string, why: string): void {
    this.notes.push({ where: this.#way.join(' / '), what, why })
  }
}
