import { fileNameOf } from '../../compile/file-names.ts'
import { literalText } from '../../compile/literal-text.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import { isBuiltIn } from '../../template/built-ins/index.ts'
import { isList, isObject } from '../../util/is-json.ts'
import type { Tell } from '../told.ts'
import { type Call, expressionIn, type Piece, piecesOf, tagIn } from './nunjucks.ts'
import { type Extract, type Made, madeOfTag, shownTag } from './tags.ts'

/** The names that have a value of their own in a folder, and how they are called there. */
export interface Scope {
  readonly names: ReadonlyMap<string, string>
  readonly outer?: Scope | undefined
}

/** The place of a text. */
export interface Place {
  readonly tell: Tell
  readonly scope?: Scope | undefined
  /** The position of its request; undefined in an environment, which is worked out when it is used. */
  readonly position?: number
}

/** The surroundings of a request or a folder. */
export interface Around extends Place {
  readonly templates: Templates
}

/** A request that others refer to. */
interface Referred {
  readonly name: string
  readonly position: number
}

/**
 * Writes texts of Insomnia with the placeholders of suites. What more than a name stands in is called by one as long as Postman's
 * importer has it in hand; `finished` puts the placeholder there.
 */
export class Templates {
  readonly #requests: ReadonlyMap<string, Referred>
  readonly #read: (file: string) => string | undefined
  readonly #stands = new Map<string, string>()
  readonly #names = new Map<string, string>()
  readonly #extracts = new Map<number, Map<string, string>>()
  readonly #questions = new Map<string, string>()
  readonly #taken: Set<string>
  /** Variables that stand in for questions, those that have a value. */
  readonly asked: Record<string, JsonValue> = {}

  constructor(
    requests: ReadonlyMap<string, Referred>,
    names: ReadonlySet<string>,
    read: (file: string) => string | undefined,
  ) {
    this.#requests = requests
    this.#taken = new Set(names)
    this.#read = read
  }

  /** A text on its way through Postman's importer. */
  text(written: string, place: Place): string {
    if (!/\{[{%#]/.test(written)) return written
    return piecesOf(written)
      .map(piece => this.#piece(piece, place))
      .join('')
  }

  /** A text that is sent as it stands, braces and all. */
  literal(written: string): string {
    return written.replace(/(?<!\\)\\*\{\{/g, braces => this.#standIn(literalText(braces)))
  }

  /** A value with the placeholders that suites have. */
  finished<Value extends JsonValue>(value: Value): Value {
    return this.#finished(value) as Value
  }

  /** The extracts that others need of a request. */
  extractsOf(position: number): JsonObject {
    const own = [...(this.#extracts.get(position) ?? [])]
    return Object.fromEntries(own.map(([target, name]) => [name, { from: target, optional: true }]))
  }

  /** Names that are not sure to hold text. */
  get uncertain(): readonly string[] {
    const extracts = [...this.#extracts.values()].flatMap(names => [...names.values()])
    return [...this.#stands.keys(), ...extracts, ...this.#questions.values()]
  }

  /** A name that no variable has. */
  newName(wished: string): string {
    let name = wished
    for (let count = 2; this.#taken.has(name); count++) name = `${wished}-${count}`
    this.#taken.add(name)
    return name
  }

  #finished(value: JsonValue): JsonValue {
    if (typeof value === 'string')
      return value.replace(
        /\{\{(insomnia-\d+)\}\}/g,
        (whole, name: string) => this.#stands.get(name) ?? whole,
      )
    if (isList(value)) return value.map(one => this.#finished(one))
    if (!isObject(value)) return value
    return Object.fromEntries(
      Object.entries(value).map(([key, inside]) => [this.finished(key), this.#finished(inside)]),
    )
  }

  #standIn(finished: string): string {
    const name = this.#names.get(finished) ?? `insomnia-${this.#stands.size + 1}`
    this.#names.set(finished, name)
    this.#stands.set(name, finished)
    return `{{${name}}}`
  }

  #piece({ kind, written }: Piece, place: Place): string {
    if (kind === 'comment') return ''
    if (kind === 'text') return this.literal(written)
    const made = kind === 'value' ? this.#value(written, place) : this.#tag(written, place)
    if (made === undefined) return this.literal(written)
    if ('text' in made) return this.literal(made.text)
    const isName = /^[^{}|"$\p{Cc}][^{}|"\p{Cc}]*$/u.test(made.placeholder)
    return isName || isBuiltIn(made.placeholder)
      ? `{{${made.placeholder}}}`
      : this.#standIn(`{{${made.placeholder}}}`)
  }

  #value(written: string, { tell, scope }: Place): Made | undefined {
    const { value, filters = [] } = expressionIn(written) ?? {}
    const calls = filters.map(callOf)
    const name = value === undefined || 'text' in value ? undefined : nameIn(scope, value.path)
    const isSayable = name !== undefined && !/[{}\p{Cc}]/u.test(name) && !calls.includes(undefined)
    if (isSayable) return { placeholder: [name, ...calls.filter(call => call !== '')].join(' | ') }
    if (value !== undefined && 'text' in value && filters.length === 0) return value
    tell.lose(written, notSaid)
    return undefined
  }

  #tag(written: string, { tell, scope, position }: Place): Made | undefined {
    const tag = tagIn(written)
    const made =
      tag &&
      madeOfTag(tag, {
        tell,
        nameOf: path => nameIn(scope, path),
        extract: (id, target) => this.#extract(id, target, position),
        ask: (title, standIn) => this.#ask(title, standIn),
        read: this.#read,
      })
    if (made === undefined) tell.lose(tag === undefined ? written : shownTag(tag), notSaid)
    return made
  }

  #extract(id: string, target: string, position = Infinity): Extract | undefined {
    const referred = this.#requests.get(id)
    if (referred === undefined) return undefined
    const names = this.#extracts.get(referred.position) ?? new Map<string, string>()
    this.#extracts.set(referred.position, names)
    const last = /([\w-]+)\W*$/.exec(target)?.[1] ?? 'text'
    const name = names.get(target) ?? this.newName(`${fileNameOf(referred.name)}-${last}`)
    names.set(target, name)
    return { name, of: referred.name, isLater: referred.position >= position }
  }

  #ask(title: string, standIn: string): string {
    const name = this.#questions.get(title) ?? this.newName(fileNameOf(title))
    this.#questions.set(title, name)
    if (standIn !== '') this.asked[name] ??= literalText(standIn)
    return name
  }
}

const notSaid = 'suites have no such placeholder; it is sent as it stands'

/** The name of a variable where a folder may have its own. */
function nameIn(scope: Scope | undefined, path: string): string {
  for (let around = scope; around !== undefined; around = around.outer)
    for (const [name, own] of around.names)
      if (path === name || path.startsWith(`${name}.`) || path.startsWith(`${name}[`))
        return own + path.slice(name.length)
  return path
}

/** Filters that have a function of the same meaning; undefined for others. */
function callOf({ name, given }: Call): string | undefined {
  const [call, count] = functions.get(name) ?? []
  const texts = given.map(value => ('text' in value ? value.text : '{'))
  if (call === undefined || count !== texts.length || texts.some(text => /[{}\p{Cc}]/u.test(text)))
    return undefined
  return [call, ...texts.map(text => `'${text.replaceAll("'", "''")}'`)].join(' ')
}

/** Our functions by the names of filters, and how many arguments they have. */
const functions = new Map<string, readonly [call: string, count: number]>([
  ['upper', ['upper', 0]],
  ['lower', ['lower', 0]],
  ['trim', ['trim', 0]],
  ['urlencode', ['url', 0]],
  ['dump', ['json', 0]],
  ['length', ['count', 0]],
  ['safe', ['', 0]],
  ['default', ['default', 1]],
  ['d', ['default', 1]],
  ['join', ['join', 1]],
  ['replace', ['replace', 2]],
])
