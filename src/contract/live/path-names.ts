/** The names that stand in braces in a path: `id` in `/users/{id}`. */
export function pathNames(path: string): readonly string[] {
  return [...path.matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => name)
}
