/**
 * What is there at once, or later. Whatever runs for every step of a run does not wait where nothing has to be waited for:
 * each wait takes longer than most of what is judged.
 */
export type Maybe<Value> = Value | Promise<Value>

/** Goes on with a value: at once, if it is there. */
export function andThen<Value, Next>(value: Maybe<Value>, next: (value: Value) => Maybe<Next>): Maybe<Next> {
  return value instanceof Promise ? value.then(next) : next(value)
}

/** What `work` makes of each item, one after the other, in their order. */
export function oneByOne<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Maybe<Result>,
): Maybe<Result[]> {
  const results: Result[] = []
  const goOn = (from: number): Maybe<Result[]> => {
    for (let index = from; index < items.length; index++) {
      const result = work(items[index] as Item)
      if (result instanceof Promise)
        return result.then(later => {
          results.push(later)
          return goOn(index + 1)
        })
      results.push(result)
    }
    return results
  }
  return goOn(0)
}
