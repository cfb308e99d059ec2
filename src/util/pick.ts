/** Some members of an object. */
export function pick<Whole extends object, Key extends keyof Whole>(
  whole: Whole,
  keys: readonly Key[],
): Pick<Whole, Key> {
  return Object.fromEntries(keys.map(key => [key, whole[key]])) as Pick<Whole, Key>
}
