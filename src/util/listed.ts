/** `a, b and c`. */
export function listed(names: readonly string[]): string {
  const last = names.at(-1)
  if (last === undefined) return 'none'
  return names.length === 1 ? last : `${names.slice(0, -1).join(', ')} and ${last}`
}
