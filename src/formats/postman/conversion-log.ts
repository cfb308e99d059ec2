import type { Loss } from '../../model/conversion.ts'
import type { JsonObject } from '../../model/json.ts'

/** The losses and notes of an import or export, gathered on the way. */
export class ConversionLog {
  readonly losses: Loss[] = []
  readonly notes: Loss[] = []
  /** The part of a collection that each loss is of, where it has been said. */
  readonly parts = new Map<Loss, JsonObject>()
  readonly #where: string | undefined
  readonly #part: JsonObject | undefined

  constructor(where?: string, parent?: ConversionLog, part?: JsonObject) {
    this.#where = where
    this.#part = part
    if (parent !== undefined) {
      this.losses = parent.losses
      this.notes = parent.notes
      this.parts = parent.parts
    }
  }

  /** The same account, one name further down; `part` is what has the name. */
  below(name: string, part = this.#part): ConversionLog {
    return new ConversionLog(this.#where === undefined ? name : `${this.#where} / ${name}`, this, part)
  }

  /** Something that is not carried over, or not as it was. */
  lose(what: string, why: string): void {
    const loss = { where: this.#where ?? '', what, why }
    this.losses.push(loss)
    if (this.#part !== undefined) this.parts.set(loss, this.#part)
  }

  /** Something that is carried over in another shape. */
  note(what: string, why: string): void {
    this.notes.push({ where: this.#where ?? '', what, why })
  }
}
