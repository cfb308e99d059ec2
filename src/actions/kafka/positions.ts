import { plural } from '../../util/quantity.ts'

/** How many partitions a text lists. */
const listed = 8

/** How far each partition of a topic has been read. */
export class Positions {
  readonly #partitions = new Map<number, { readonly from: bigint; next: bigint }>()

  has(partition: number): boolean {
    return this.#partitions.has(partition)
  }

  /** The offset that is read next. */
  next(partition: number): bigint {
    return this.#partitions.get(partition)?.next ?? 0n
  }

  /** Where reading begins, anew where it had begun already. */
  pin(partition: number, from: bigint): void {
    this.#partitions.set(partition, { from, next: from })
  }

  /** All before that offset has been read. */
  advance(partition: number, next: bigint): void {
    const position = this.#partitions.get(partition)
    if (position !== undefined) position.next = next
  }

  /** What was pinned, in the order of the partitions. */
  get beginnings(): readonly { readonly partition: number; readonly offset: bigint }[] {
    return this.#sorted.map(([partition, { from }]) => ({ partition, offset: from }))
  }

  /** `partition 0 from 12 to 15, partition 1 from 3 to 3`: the first offset, and the one that is read next. */
  toString(): string {
    const texts = this.#sorted.map(
      ([partition, { from, next }]) => `partition ${partition} from ${from} to ${next}`,
    )
    const more = texts.length - listed
    return [...texts.slice(0, listed), ...(more > 0 ? [plural(more, 'more partition')] : [])].join(', ')
  }

  get #sorted() {
    return [...this.#partitions].sort(([one], [other]) => one - other)
  }
}
