/** A part among its neighbours, with the place that it had. */
export interface Neighbour {
  /** Its file or folder, without those above. */
  readonly name: string
  readonly order: number | undefined
  /** True where nothing was there. */
  readonly isNew: boolean
}

const step = 1000

/**
 * The `order` of each part, so that sorting by it, and then by name, gives the order in which they stand here. What had one keeps
 * it as long as that is so.
 */
export function ordersOf(parts: readonly Neighbour[]): readonly (number | undefined)[] {
  const orders: (number | undefined)[] = []
  for (const [index, { isNew, order }] of parts.entries()) {
    const next = parts.slice(index + 1).find(one => !one.isNew)?.order
    const last = orders.at(-1) ?? 0
    const between = next === undefined ? last + step : (last + next) / 2
    orders.push(isNew ? between : order)
  }
  const isRight = parts.every((part, index) => {
    const before = parts[index - 1]
    if (before === undefined) return true
    const [left, right] = [orders[index - 1] ?? -Infinity, orders[index] ?? -Infinity]
    return left === right ? before.name < part.name : left < right
  })
  return isRight ? orders : parts.map((_, index) => (index + 1) * step)
}
