import { EventEmitter, on } from 'node:events'
import type { Order } from '../data/records.ts'

/** An order that was placed or has come to another state. */
export interface OrderChange {
  /** 1, 2, 3, ... over the life of the playground. */
  readonly id: number
  readonly event: 'order-placed' | 'order-changed'
  readonly order: Order
}

const kept = 100

/** The events of orders, for all who listen. */
export class OrderFeed {
  readonly #emitter = new EventEmitter().setMaxListeners(0)
  readonly #last: OrderChange[] = []
  #number = 0

  publish(event: OrderChange['event'], order: Order): void {
    const change = { id: ++this.#number, event, order }
    this.#last.push(change)
    if (this.#last.length > kept) this.#last.shift()
    this.#emitter.emit('change', change)
  }

  /** The changes after the one with this id, as far as they are remembered. */
  after(id: number): readonly OrderChange[] {
    return this.#last.filter(change => change.id > id)
  }

  /** Calls back for every change from now on, until the returned function is called. */
  listen(listener: (change: OrderChange) => void): () => void {
    this.#emitter.on('change', listener)
    return () => this.#emitter.off('change', listener)
  }

  /** Every change from now on; ends when the signal is aborted or the reader has had enough. */
  changes(signal?: AbortSignal): AsyncIterableIterator<readonly [OrderChange]> {
    const options = signal === undefined ? {} : { signal }
    return on(this.#emitter, 'change', options) as AsyncIterableIterator<readonly [OrderChange]>
  }
}
