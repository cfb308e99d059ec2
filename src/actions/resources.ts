import type { Maybe } from '../util/maybe.ts'

/** Something that is made once per run; without `close` there is nothing to do at its end. */
interface Resource<Value> {
  readonly value: Value
  readonly close?: () => Promise<void>
}

/** Things made once per run and closed at its end, such as connection pools, each under the key of its kind. */
export class RunResources {
  #made: Map<string, Resource<unknown>> | undefined
  #acts = 0
  readonly #adopted = new Set<RunResources>()
  /** Where that is kept which other runs may have as well, such as tokens. */
  readonly shared: RunResources

  constructor(shared?: RunResources) {
    this.shared = shared ?? this
  }

  /** How many steps so far did something that events may come of. */
  get acts(): number {
    return this.#acts
  }

  noteAct(): void {
    this.#acts++
  }

  /** The resources that ended before and go on here, such as a session that has signed in. */
  get adopted(): ReadonlySet<RunResources> {
    return this.#adopted
  }

  /** Goes on with what another one has, and with what that went on with. */
  adopt(other: RunResources): void {
    for (const one of [...other.adopted, other]) this.#adopted.add(one)
  }

  /** The thing under `key`, made by `make` on first use. */
  get<Value>(key: string, make: () => Resource<Value>): Value {
    const all = (this.#made ??= new Map<string, Resource<unknown>>())
    let entry = all.get(key)
    if (entry === undefined) all.set(key, (entry = make()))
    return entry.value as Value
  }

  /** Closes everything; the run is over. Undefined where nothing has to be waited for. */
  close(): Maybe<void> {
    const closing: Promise<void>[] = []
    for (const { close } of this.#made?.values() ?? []) if (close !== undefined) closing.push(close())
    this.#made = undefined
    return closing.length > 0 ? Promise.allSettled(closing).then(() => undefined) : undefined
  }
}

/** Things that outlive the runs that make them: only who keeps them closes them. */
export class KeptResources extends RunResources {
  override close(): undefined {
    return undefined
  }

  /** Closes everything. */
  async end(): Promise<void> {
    await super.close()
  }
}
