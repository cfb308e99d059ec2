import { printText } from './print-text.ts'

/** Segments of a JSONPath (RFC 9535) that code can follow: names, indexes, wildcards. */
const segment =
  /\.([A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)|\[(-?\d+)\]|\['([^'\\]*)'\]|\["([^"\\]*)"\]|(\.\*|\[\*\])/gy

/** A path as an expression, and as a list of its steps, in which null means all items or members. */
export interface PathCode {
  readonly code: string
  readonly isList: boolean
  readonly root: string
  readonly steps: readonly (string | number | null)[]
}

/** What a JSONPath selects in `root`, as an expression; undefined for filters, slices and descendants. */
export function pathCode(path: string, root: string): PathCode | undefined {
  if (!path.startsWith('$')) return undefined
  const parts: (string | number | undefined)[] = []
  segment.lastIndex = 1
  for (let at = 1; at < path.length; at = segment.lastIndex) {
    const found = segment.exec(path)
    if (found === null) return undefined
    const [, name, index, single, double] = found
    parts.push(index === undefined ? (name ?? single ?? double) : Number(index))
  }
  const isList = parts.includes(undefined)
  const code = isList ? followAll(parts, root) : follow(parts, root)
  return { code, isList, root, steps: parts.map(part => part ?? null) }
}

type Parts = readonly (string | number | undefined)[]

function follow(parts: Parts, root: string): string {
  return parts.reduce<string>((code, part) => `${code}${step(part)}`, root)
}

function step(part: Parts[number]): string {
  if (typeof part === 'number') return part < 0 ? `?.at?.(${part})` : `?.[${part}]`
  const name = part ?? ''
  return /^[A-Za-z_$][\w$]*$/.test(name) ? `?.${name}` : `?.[${printText(name)}]`
}

/** What is behind a wildcard is looked for in every item; items without it are left out. */
function followAll(parts: Parts, root: string): string {
  const star = parts.indexOf(undefined)
  const items = `Object.values(${follow(parts.slice(0, star), root)} ?? {})`
  const rest = parts.slice(star + 1)
  if (rest.length === 0) return items
  const isInner = rest.includes(undefined)
  const found = isInner ? followAll(rest, 'item') : follow(rest, 'item')
  return isInner
    ? `${items}.flatMap(item => ${found})`
    : `${items}.map(item => ${found}).filter(value => value !== undefined)`
}
