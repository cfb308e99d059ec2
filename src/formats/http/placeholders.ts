import { literalText } from '../../compile/literal-text.ts'
import type { JsonObject } from '../../model/json.ts'
import type { Tell } from '../told.ts'

/** Translates what stands in double braces, and collects the extracts that references to other answers need. */
export class Placeholders {
  /** The position of every request with a name. */
  readonly #requests: ReadonlyMap<string, number>
  readonly #extracts = new Map<number, Map<string, string>>()
  readonly #used = new Set<string>()

  constructor(requests: ReadonlyMap<string, number>) {
    this.#requests = requests
  }

  /** A text as a suite writes it, of the request at this position. */
  text(written: string, position: number, tell: Tell): string {
    return written
      .split(/(\{\{[^{}]*\}\})/)
      .map((piece, index) =>
        index % 2 === 0
          ? literalText(piece)
          : (this.#placeholder(piece.slice(2, -2).trim(), position, tell) ?? literalText(piece)),
      )
      .join('')
  }

  /** Makes a variable of what an answer has, where a text is nothing but a reference to it; false for any other text. */
  addAlias(name: string, written: string, position: number): boolean {
    const reference = this.#reference(/^\{\{([^{}]*)\}\}$/.exec(written.trim())?.[1]?.trim() ?? '')
    if (reference === undefined || reference.position > position) return false
    this.#extract(reference.position, reference.target, name)
    return true
  }

  /** The extracts of a request. */
  extractsOf(position: number): JsonObject {
    return Object.fromEntries(this.#extracts.get(position) ?? [])
  }

  /** True where a variable is not sure to be a text. */
  isExtract(name: string): boolean {
    return [...this.#extracts.values()].some(names => names.has(name))
  }

  /** Names of variables that stand in what was translated. */
  get used(): ReadonlySet<string> {
    return this.#used
  }

  #placeholder(inside: string, position: number, tell: Tell): string | undefined {
    if (inside.startsWith('$') || inside.startsWith('%')) return this.#dynamic(inside, tell)
    const reference = this.#reference(inside)
    if (reference !== undefined && reference.position < position) {
      const { id, target } = reference
      const last = /([\w-]+)\W*$/.exec(target)?.[1] ?? 'text'
      return `{{${this.#extract(reference.position, target, `${id}-${last}`)}}}`
    }
    if (reference !== undefined) tell.lose(`{{${inside}}}`, 'that request is sent later')
    else if (/^[\w-]+\.request\./.test(inside))
      tell.lose(`{{${inside}}}`, 'only what was answered is kept, not what was sent')
    else if (/^[\p{L}\p{N}_.-]+$/u.test(inside)) {
      this.#used.add(inside)
      return `{{${inside}}}`
    } else tell.lose(`{{${inside}}}`, 'suites have no such placeholder; it is sent as it stands')
    return undefined
  }

  /** The part of another answer that a placeholder names: as REST Client, Visual Studio and httpYac write it. */
  #reference(inside: string): { position: number; id: string; target: string } | undefined {
    const [, id = '', rest = ''] = /^([\w-]+)\.(.+)$/s.exec(inside) ?? []
    const position = this.#requests.get(id)
    if (position === undefined || rest.startsWith('request.')) return undefined
    const [, part, path = ''] = /^response\.(body|headers)(?:\.(.+))?$/s.exec(rest) ?? []
    return { position, id, target: part === undefined ? targetOf('body', rest) : targetOf(part, path) }
  }

  /** The name of the variable for a part of an answer: the wished one, unless that is another part already. */
  #extract(position: number, target: string, wished: string): string {
    const names = this.#extracts.get(position) ?? new Map<string, string>()
    this.#extracts.set(position, names)
    const known = [...names].find(([, other]) => other === target)
    if (known !== undefined && known[0] === wished) return wished
    if (known !== undefined && wished.includes('-')) return known[0]
    let name = wished
    for (let count = 2; names.has(name) && names.get(name) !== target; count++) name = `${wished}-${count}`
    names.set(name, target)
    return name
  }

  #dynamic(inside: string, tell: Tell): string | undefined {
    const [, variable] = /^\$(?:processEnv\s+|env\.|dotenv\s+)([A-Za-z_]\w*)$/.exec(inside) ?? []
    if (variable !== undefined) {
      if (inside.startsWith('$dotenv'))
        tell.note(
          `{{${inside}}}`,
          `it reads ${variable} of the environment; name the file as env-file in apitest.config.yaml`,
        )
      return `{{env.${variable}}}`
    }
    const known = dynamicNames.find(([pattern]) => pattern.test(inside))
    if (known !== undefined) return `{{${inside.replace(known[0], known[1])}}}`
    const range = wholeNumber(inside)
    if (range === undefined)
      tell.lose(`{{${inside}}}`, 'suites have no such placeholder; it is sent as it stands')
    return range
  }
}

/** A whole number of a range: the clients leave its end out, suites do not. */
function wholeNumber(inside: string): string | undefined {
  const [, least, end] =
    /^\$randomInt\s+(-?\d+)\s+(-?\d+)$/.exec(inside) ??
    /^\$random\.integer\(\s*(-?\d+)\s*,\s*(-?\d+)\s*\)$/.exec(inside) ??
    []
  const most = Number(end) - 1
  if (!Number.isSafeInteger(most) || !(Number(least) <= most)) return undefined
  return Number(least) === 0 && most === 1000 ? '{{$randomInt}}' : `{{$randomInt ${Number(least)} ${most}}}`
}

/** Generated values, by their names in all dialects. */
const dynamicNames: readonly (readonly [RegExp, string])[] = [
  [/^\$(?:guid|uuid|random\.uuid)$/, '$uuid'],
  [/^\$timestamp$/, '$timestamp'],
  [/^\$(?:isoTimestamp|datetime\s+iso8601)$/, '$isoTimestamp'],
  [/^\$datetime\s+rfc1123$/, '$isoTimestamp | date http'],
  [/^\$datetime\s+iso8601\s+(-?\d+)\s*(ms|s|m|h|d)$/, '$isoTimestamp | plus $1$2'],
  [/^\$(?:randomInt|random\.integer\(\))$/, '$randomInt'],
  [/^\$random\.email$/, '$randomEmail'],
]

function targetOf(part: string, path: string): string {
  if (part === 'headers') return `header ${path}`
  if (path === '' || path === '*') return 'text'
  if (path.startsWith('$')) return path
  return path.startsWith('/') ? `xpath ${path}` : `$.${path}`
}
