/** The names of the `{parameters}` of a path, in its order; that of `{name*}` without the asterisk. */
export function pathParameters(path: string): readonly string[] {
  return [...path.matchAll(/\{([^{}*]+)\*?\}/g)].map(([, name = '']) => name)
}
