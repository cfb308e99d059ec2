/** An object with the same keys, and each value changed. */
export function mapValues<From, To>(
  object: Readonly<Record<string, From>>,
  change: (value: From) => To,
): Readonly<Record<string, To>> {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value)]))
}
