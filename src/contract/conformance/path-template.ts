import { decodePercent } from '../../util/decode-percent.ts'
import { literalPattern } from '../../patterns/index.ts'

/** A path with `{name}` in it, ready to be held against real paths. */
export interface PathTemplate {
  /** The values of a path by name, still encoded; undefined when it is another path. */
  match(path: string): ReadonlyMap<string, string> | undefined
  /** Characters that are the same in every path: the more there are, the more precise the template. */
  readonly fixed: number
}

/** Reads a path of a description; a value is at least one character, none of them a slash (OpenAPI "Path Templating"). */
export function pathTemplate(path: string): PathTemplate {
  const names: string[] = []
  let fixed = 0
  const pattern = withoutExtras(path)
    .split(/(\{[^{}]*\})/)
    .map(part => {
      if (part.startsWith('{')) {
        names.push(part.slice(1, -1))
        return '([^/]+?)'
      }
      fixed += part.length
      return literalPattern(decodePercent(part))
    })
    .join('')
  const expression = new RegExp(`^${pattern}/?$`)
  return {
    fixed,
    match: real => {
      const found = expression.exec(names.length === 0 ? decodePercent(real) : real)
      return found === null ? undefined : new Map(names.map((name, index) => [name, found[index + 1] ?? '']))
    },
  }
}

/** Some documents write a query or a fragment behind the path, to tell operations apart. */
function withoutExtras(path: string): string {
  return path.replace(/[?#].*$/, '').replace(/(?<=.)\/$/, '')
}
