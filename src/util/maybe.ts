/**
 * What is there at once, or later. Whatever runs for every step of a run does not wait where nothing has to be waited for:
 * each wait takes longer than most of what is judged.
 */
export type Maybe<Value> = Value | Promise<Value>

/** Goes on with a value: at once, if it is there. */
export function andThen<Value, Next>(value: Maybe<Value>, next: (value: Value) => Maybe<Next>): Maybe<Next> {
  return value instanceof Promise ? value.then(next) : next(value)
}
