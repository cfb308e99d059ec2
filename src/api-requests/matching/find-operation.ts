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
  /** The text in the path for each name, still encoded. */
  readonly pathValues: ReadonlyMap<string, string>
}

/** The result of a search for the operation of a request. */
export type Finding =
  | ({ readonly kind: 'operation' } & FoundOperation)
  /** The path is described, and not with this method; `methods` are those it has. */
  | { readonly kind: 'other-method'; readonly path: string; readonly methods: readonly string[] }
  /** The operation that the path and the method mean cannot be read. */
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

  /** The operation of a request; of several that fit, the one whose path is the most concrete, segment by segment from the left. */
  find(method: string, url: string): Finding {
    const path = pathOf(url)
    const fitting = this.#routes
      .flatMap(route => {
        const match = matchAtBase(route, path)
        return match === undefined ? [] : [{ route, ...match }]
      })
      .sort((one, other) => compareRanks(rankOf(other), rankOf(one)))
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

/** How concrete a path is: each segment with its base, and how much of it is the same in every path. */
interface Rank {
  readonly segments: string
  readonly fixed: number
}

function rankOf({ base, route: { template } }: { readonly base: string; readonly route: Route }): Rank {
  const ofBase = base.replace(/[^/]+/g, '').replaceAll('/', concrete)
  return { segments: ofBase + template.rank.segments, fixed: template.rank.fixed }
}

function compareRanks(one: Rank, other: Rank): number {
  if (one.segments === other.segments) return one.fixed - other.fixed
  return one.segments < other.segments ? -1 : 1
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
  readonly rank: Rank
}

/** A segment in a `Rank`. */
const concrete = '2'
const mixed = '1'
const variable = '0'

/** Reads a path of a description; a value is at least one character, none of them a slash (OpenAPI "Path Templating"). */
function pathTemplate(path: string): PathTemplate {
  const written = withoutExtras(path)
  const parts = written.split(/(\{[^{}]*\})/)
  const names = parts.filter(part => part.startsWith('{')).map(part => part.slice(1, -1))
  const expressionBy = (literal: (text: string) => string): RegExp => {
    const patterns = parts.map(part =>
      part.startsWith('{')
        ? '([^/]+?)'
        : part
            .split('/')
            .map(text => literal(decodePercent(text)))
            .join('/'),
    )
    return new RegExp(`^${patterns.join('')}/?$`)
  }
  const plain = expressionBy(literalPattern)
  let encoded: RegExp | undefined
  return {
    rank: {
      segments: written.split('/').slice(1).map(rankOfSegment).join(''),
      fixed: parts.reduce((sum, part) => sum + (part.startsWith('{') ? 0 : part.length), 0),
    },
    match: real => {
      const expression = real.includes('%') ? (encoded ??= expressionBy(encodedPattern)) : plain
      const found = expression.exec(real)
      return found === null ? undefined : new Map(names.map((name, index) => [name, found[index + 1] ?? '']))
    },
  }
}

function rankOfSegment(segment: string): string {
  if (!/\{[^{}]*\}/.test(segment)) return concrete
  return /^\{[^{}]*\}$/.test(segment) ? variable : mixed
}

/** Matches a text in a path, whichever of its characters are percent-encoded; a slash that is encoded ends no segment. */
function encodedPattern(text: string): string {
  return Array.from(text, char =>
    char === '/' ? percentPattern(char) : `(?:${literalPattern(char)}|${percentPattern(char)})`,
  ).join('')
}

function percentPattern(char: string): string {
  const bytes = Array.from(Buffer.from(char), byte => `%${byte.toString(16).padStart(2, '0')}`)
  return bytes.join('').replaceAll(/[a-f]/g, digit => `[${digit}${digit.toUpperCase()}]`)
}

/** Some documents write a query or a fragment behind the path, to distinguish operations. */
function withoutExtras(path: string): string {
  return path.replace(/[?#].*$/, '').replace(/(?<=.)\/$/, '')
}
