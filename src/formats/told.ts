import type { Imported, Loss, LostPart } from '../model/conversion.ts'
import type { Span } from '../model/span.ts'

/** Tells one thing, and why. */
export type Say = (what: string, why: string) => void

/** An account of one request, or of a file beside it. */
export interface Tell {
  readonly lose: Say
  readonly note: Say
}

/** The account of nothing: where something is read a second time. */
export const silent: Tell = { lose: () => undefined, note: () => undefined }

/** Losses of scripts and documents that are written by way of Postman's, as those of the tool that they are for. */
export function toldBy<Told extends LostPart>(tool: string, losses: readonly Told[]): readonly Told[] {
  return losses.map(({ why: words, ...one }) => ({ ...one, why: words.replaceAll('Postman', tool) }) as Told)
}

/** The losses and notes of a file that is imported, and where in it they stand. */
export class Told {
  readonly losses: Loss[] = []
  readonly notes: Loss[] = []
  readonly places = new Map<Loss, Span>()
  readonly #known = new Set<string>()
  readonly #name: string
  readonly #isStored: boolean

  /** `name` is that of the collection. One that is stored is read away from its file, so that losses name their lines. */
  constructor(name: string, isStored: boolean) {
    this.#name = name
    this.#isStored = isStored
  }

  /** The account of something by its name, and the place of it. */
  tell(where: string, place?: Span): Tell {
    const told = (losses: Loss[]) => (what: string, why: string) => {
      const full = [this.#name, where].filter(part => part !== '').join(' / ')
      const isPlaced = place !== undefined && losses !== this.notes
      const shown = isPlaced && this.#isStored ? `line ${place.start.line}: ${what}` : what
      const loss = { where: full, what: shown, why }
      if (this.#add(losses, loss) && isPlaced) this.places.set(loss, place)
    }
    return { lose: told(this.losses), note: told(this.notes) }
  }

  /** Takes over what another account tells. */
  take({ losses, notes }: Pick<Imported['report'], 'losses' | 'notes'>): void {
    for (const loss of losses) this.#add(this.losses, loss)
    for (const note of notes) this.#add(this.notes, note)
  }

  /** False where that is told already. */
  #add(losses: Loss[], loss: Loss): boolean {
    const key = JSON.stringify([losses === this.notes, loss.where, loss.what])
    if (this.#known.has(key)) return false
    this.#known.add(key)
    losses.push(loss)
    return true
  }

  /** The report on so many requests, of which some are in the collection. */
  report(requests: number, created: number): Imported['report'] {
    const skipped = requests - created
    return {
      requests,
      created,
      merged: [],
      skipped: skipped === 0 ? [] : [{ reason: 'requests that suites cannot send', count: skipped }],
      losses: this.losses,
      notes: this.notes,
    }
  }
}
