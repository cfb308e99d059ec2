/** The imports of a file: those of the standard library first, in the order of rustfmt. */
export function useLines(paths: ReadonlySet<string>): readonly string[] {
  const byParent = new Map<string, string[]>()
  for (const path of [...paths].sort()) {
    // A module that something else is imported of is imported as `self`.
    const hasInner = [...paths].some(
      other => other.startsWith(`${path}::`) && !other.slice(path.length + 2).includes('::'),
    )
    const parent = hasInner ? path : path.replace(/::[^:]*$/, '')
    const name = hasInner ? 'self' : path.slice(parent.length + 2)
    byParent.set(parent, [...(byParent.get(parent) ?? []), name])
  }
  const lines = [...byParent]
    .sort(([one, ones], [other, others]) => compare(sortKey(one, ones), sortKey(other, others)))
    .map(([parent, names]) => `use ${parent}::${namesText(names)};`)
  const isStandard = (line: string): boolean => line.startsWith('use std::')
  const standard = lines.filter(isStandard)
  const others = lines.filter(line => !isStandard(line))
  return standard.length > 0 && others.length > 0 ? [...standard, '', ...others] : [...standard, ...others]
}

function namesText(names: readonly string[]): string {
  const [only, ...others] = names
  if (only !== undefined && others.length === 0) return only
  return `{${names.toSorted((one, other) => compare(nameKey(one), nameKey(other))).join(', ')}}`
}

/** `self` comes first, then types, then functions and modules. */
function nameKey(name: string): string {
  return name === 'self' ? '0' : /^[A-Z]/.test(name) ? `1${name}` : `2${name}`
}

/** Lists come behind single names. */
function sortKey(parent: string, names: readonly string[]): string {
  const last = names.length > 1 ? '3' : nameKey(names[0] ?? '')
  return [...parent.split('::').map(nameKey), last].join(' ')
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}
