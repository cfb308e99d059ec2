import { plural } from '../../util/quantity.ts'
import type { BatchHead } from './wire/record-batches.ts'

/** How many partitions a text lists. */
const listed = 8

/** The first offset of each transaction, by the number of its producer. */
export type Transactions = ReadonlyMap<bigint, bigint>

interface Position {
  /** From here on everything counts. */
  readonly from: bigint
  readonly next: bigint
  /** The transactions that were open at `from`, once they are known. */
  readonly open?: Transactions
  /** True where an open transaction keeps what comes next from being read. */
  readonly isHeld?: boolean
}

/** How far each partition of a topic has been read. */
export class Positions {
  readonly #partitions = new Map<number, Position>()

  has(partition: number): boolean {
    return this.#partitions.has(partition)
  }

  /** The offset that is read next. */
  next(partition: number): bigint {
    return this.#partitions.get(partition)?.next ?? 0n
  }

  /** Where reading begins, anew where it had begun already, and from where on everything counts. */
  pin(partition: number, next: bigint, from = next): void {
    this.#partitions.set(partition, { from, next })
  }

  /**
   * Reading goes on elsewhere, because what was to be read next is not there: later, where it was deleted, or earlier,
   * where the whole topic was made anew and everything counts.
   */
  restart(partition: number, next: bigint): void {
    const { from = next, next: expected = next } = this.#partitions.get(partition) ?? {}
    this.pin(partition, next, next < expected || next > from ? next : from)
  }

  /** All before that offset has been read, or was deleted unread. */
  advance(partition: number, next: bigint, isHeld = false): void {
    const position = this.#partitions.get(partition)
    if (position !== undefined) this.#partitions.set(partition, { ...position, next, isHeld })
  }

  /** Where the part ends that was there before and must be looked through for open transactions, if there is one. */
  endOfPast(partition: number): bigint | undefined {
    const position = this.#partitions.get(partition)
    if (position === undefined || position.open !== undefined) return undefined
    return position.next < position.from ? position.from : undefined
  }

  /** Keeps which transactions were open where everything begins to count. */
  learn(partition: number, open: Transactions): void {
    const position = this.#partitions.get(partition)
    if (position !== undefined) this.#partitions.set(partition, { ...position, open })
  }

  /** True where a batch counts: it came since, or with a transaction that was open then. */
  counts(partition: number, { firstOffset, isTransactional, producerId }: BatchHead): boolean {
    const { from = 0n, open } = this.#partitions.get(partition) ?? {}
    if (firstOffset >= from) return true
    const begun = isTransactional ? open?.get(producerId) : undefined
    return begun !== undefined && firstOffset >= begun
  }

  /** The offsets that were pinned, in the order of the partitions. */
  get beginnings(): readonly { readonly partition: number; readonly offset: bigint }[] {
    return this.#sorted.map(([partition, { from }]) => ({ partition, offset: from }))
  }

  /** `partition 0 from 12 to 15, partition 1 from 3 to 3`: the first offset, and the one that is read next. */
  toString(): string {
    const texts = this.#sorted.map(
      ([partition, { from, next, isHeld = false }]) =>
        `partition ${partition} from ${from}${isHeld ? `, held at ${next} by an open transaction` : ` to ${next}`}`,
    )
    const more = texts.length - listed
    return [...texts.slice(0, listed), ...(more > 0 ? [plural(more, 'more partition')] : [])].join(', ')
  }

  get #sorted() {
    return [...this.#partitions].sort(([one], [other]) => one - other)
  }
}
