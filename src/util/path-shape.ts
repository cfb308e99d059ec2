import { decodePercent } from './decode-percent.ts'

/** A path with `{parameters}` without their names: two of the same shape fit the same paths. */
export function pathShape(path: string): string {
  const decoded = path.includes('%') ? path.split('/').map(decodePercent).join('/') : path
  return decoded.replaceAll(/\{[^{}*]*(\*?)\}/g, '{$1}')
}

/** The names of the `{parameters}` of a path, in its order; that of `{name*}` without the asterisk. */
export function pathParameters(path: string): readonly string[] {
  return [...path.matchAll(/\{([^{}*]+)\*?\}/g)].map(([, name = '']) => name)
}
