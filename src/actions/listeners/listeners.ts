import { unfit } from '../failure.ts'
import { plural } from '../../util/quantity.ts'
import type { RunResources } from '../resources.ts'
import { Listener, type ListenerFacts } from './listener.ts'

/** Milliseconds a listener stays open while nothing is collected from it: 30 minutes. */
export const longestIdleness = 30 * 60_000

/** The listeners of one pass over a suite, by name. */
export class Listeners {
  readonly #session: Pick<RunResources, 'acts'>
  readonly #open = new Map<string, { readonly listener: Listener; readonly idle: NodeJS.Timeout }>()

  constructor(session: Pick<RunResources, 'acts'>) {
    this.#session = session
  }

  /** The names of all that are open, in the order they were opened. */
  get names(): readonly string[] {
    return [...this.#open.keys()]
  }

  /** Adds one that is ready; one of the same name is closed. */
  async add(facts: ListenerFacts): Promise<Listener> {
    await this.close(facts.name)
    const listener = new Listener(facts, this.#session.acts)
    const idle = setTimeout(() => {
      const minutes = plural(longestIdleness / 60_000, 'minute')
      listener.fail(unfit(`the listener was closed after ${minutes} without use`).failure)
      void facts.close()
    }, longestIdleness).unref()
    this.#open.set(facts.name, { listener, idle })
    return listener
  }

  /** The listener of that name, kept from growing idle. */
  use(name: string): Listener | undefined {
    const entry = this.#open.get(name)
    entry?.idle.refresh()
    return entry?.listener
  }

  /** Closes the listener of that name, if there is one. */
  async close(name: string): Promise<void> {
    const entry = this.#open.get(name)
    if (entry === undefined) return
    this.#open.delete(name)
    clearTimeout(entry.idle)
    await entry.listener.facts.close()
  }

  async closeAll(): Promise<void> {
    await Promise.allSettled(this.names.map(name => this.close(name)))
  }
}

/** The listeners of a pass over a suite; all are closed when it ends, whatever happened. */
export function listenersOf(session: RunResources): Listeners {
  return session.get('listeners', () => {
    const value = new Listeners(session)
    return { value, close: () => value.closeAll() }
  })
}
