import type {
  ApiDescription,
  BrokenOperation,
  Operation,
  Server,
} from '../../api-description/api-description.ts'
import { literalPattern } from '../../patterns/index.ts'
import { decodePercent } from '../../util/decode-percent.ts'

/** The operation that a request is for. */
export interface FoundOperation {
  readonly operation: Operation
  /** What stands in the path for each name, still encoded. */
  readonly pathValues: ReadonlyMap<string, string>
}

/** What a description knows of a request. */
export type Finding =
  | ({ readonly kind: 'operation' } & FoundOperation)
  /** The path is described, and not with this method; `methods` are those it has. */
  | { readonly kind: 'other-method'; readonly path: string; readonly methods: readonly string[] }
  /** What the path and the method mean cannot be read. */
  | { readonly kind: 'broken'; readonly broken: BrokenOperation }
  | { readonly kind: 'unknown' }

interface Route {
  readonly meant: Operation | BrokenOperation
  readonly template: PathTemplate
  /** The paths of its servers, without a slash at the end, the longest first. */
  readonly bases: readonly string[]
}

/** Finds the operations that requests are for, by method and path. Hosts do not matter: tests run against others. */
export class OperationFinder {
  readonly #routes: readonly Route[]

  constructor(
    { operations, broken, servers }: Pick<ApiDescription, 'operations' | 'broken' | 'servers'>,
    baseUrl?: string,
  ) {
    const given = baseUrl === undefined ? [] : [basePath(baseUrl)]
    this.#routes = [...operations, ...broken].map(meant => {
      const own = isRead(meant) ? meant.servers : []
      return {
        meant,
        template: pathTemplate(meant.path),
        bases: longestFirst([...given, ...[...own, ...servers].map(serverPath), '']),
      }
    })
  }

  /** The operation of a request; of several that fit, the one with the fewest variables in its path. */
  find(method: string, url: string): Finding {
    const path = pathOf(url)
    const fitting = this.#routes
      .flatMap(route => {
        const match = matchAtBase(route, path)
        return match === undefined ? [] : [{ route, ...match }]
      })
      .sort((a, b) => b.base.length + b.route.template.fixed - (a.base.length + a.route.template.fixed))
    const wanted = fitting.find(
      ({ route }) => (route.meant.method ?? method).toUpperCase() === method.toUpperCase(),
    )
    if (wanted !== undefined) {
      const { meant } = wanted.route
      return isRead(meant)
        ? { kind: 'operation', operation: meant, pathValues: wanted.pathValues }
        : { kind: 'broken', broken: meant }
    }
    const [other] = fitting
    if (other === undefined) return { kind: 'unknown' }
    const { path: known } = other.route.meant
    const methods = new Set(
      fitting.flatMap(({ route: { meant } }) => (meant.path === known ? (meant.method ?? []) : [])),
    )
    return { kind: 'other-method', path: known, methods: [...methods] }
  }
}

function isRead(meant: Operation | BrokenOperation): meant is Operation {
  return 'responses' in meant
}

/** Each once. */
function longestFirst(bases: readonly string[]): readonly string[] {
  return [...new Set(bases)].sort((a, b) => b.length - a.length)
}

/** The longest base that the path begins with, and what the rest of the path says. */
function matchAtBase(
  { bases, template }: Route,
  path: string,
): { readonly base: string; readonly pathValues: ReadonlyMap<string, string> } | undefined {
  for (const base of bases) {
    if (!path.startsWith(`${base}/`) && path !== base) continue
    const rest = path.slice(base.length)
    const pathValues = template.match(rest === '' ? '/' : rest)
    if (pathValues !== undefined) return { base, pathValues }
  }
  return undefined
}

/** The path of a URL, as it was sent. */
function pathOf(url: string): string {
  const path = /^[a-z][a-z\d+.-]*:\/\/[^/?#]*([^?#]*)/i.exec(url)?.[1] ?? url.replace(/[?#].*$/, '')
  return path === '' ? '/' : path
}

function basePath(url: string): string {
  return pathOf(url).replace(/\/+$/, '')
}

/** The path of a server with the usual values of its variables: empty, or with a slash at its beginning. */
export function serverPath({ url, variables }: Server): string {
  const filled = url.replace(/\{([^{}]+)\}/g, (whole, name: string) => variables.get(name)?.default ?? whole)
  return basePath(filled).replace(/^(?=[^/])/, '/')
}

/** A path with `{name}` in it, ready to be held against real paths. */
interface PathTemplate {
  /** The values of a path by name, still encoded; undefined when it is another path. */
  match(path: string): ReadonlyMap<string, string> | undefined
  /** Characters that are the same in every path: the more there are, the more precise the template. */
  readonly fixed: number
}

/** Reads a path of a description; a value is at least one character, none of them a slash (OpenAPI "Path Templating"). */
function pathTemplate(path: string): PathTemplate {
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

/** Some documents write a query or a fragment behind the path, to distinguish operations. */
function withoutExtras(path: string): string {
  return path.replace(/[?#].*$/, '').replace(/(?<=.)\/$/, '')
}
