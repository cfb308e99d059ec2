/**
 * A value that is there at once, or later. Whatever runs for every step of a run does not wait where nothing has to be
 * waited for: each wait takes longer than most judging.
 */
export type Maybe<Value> = Value | Promise<Value>

/** Goes on with a value: at once, if it is there. */
export function andThen<Value, Next>(value: Maybe<Value>, next: (value: Value) => Maybe<Next>): Maybe<Next> {
  return value instanceof Promise ? value.then(next) : next(value)
}

/** Does what may fail, at once or later; `failed` takes what it throws or rejects with. */
export function catching<Value>(
  work: () => Maybe<Value>,
  failed: (error: unknown) => Maybe<Value>,
): Maybe<Value> {
  try {
    const value = work()
    return value instanceof Promise ? value.catch(failed) : value
  } catch (error) {
    return failed(error)
  }
}

/** The first that `find` finds something for, asked one after the other; at once where nothing has to be waited for. */
export function firstFound<Value, Found>(
  values: Iterator<Value>,
  find: (value: Value) => Maybe<Found | undefined>,
): Maybe<Found | undefined> {
  for (let next = values.next(); next.done !== true; next = values.next()) {
    const found = find(next.value)
    if (found instanceof Promise) return found.then(one => one ?? firstFound(values, find))
    if (found !== undefined) return found
  }
  return undefined
}
