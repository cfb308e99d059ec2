import { valueText } from '../../../util/value-text.ts'
import { singular } from '../../../compile/singular.ts'
import type { Path, Predicate, Selector, Value } from '../../../compile/test-program/test-program.ts'
import { typeOfValue } from '../../../compile/test-program/value-type.ts'
import { type Convention, NameRegistry, nameOf } from '../names.ts'
import { ItemScope } from '../item-scope.ts'
import { type HelperName, helpers } from './helpers.ts'
import { formatText, jsonInner, jsonLiteral, numberLiteral, quoted, rawText } from './literals.ts'
import { rustPattern } from './regex-syntax.ts'
import { binary, call, chain, closure, type Code, flat, jsonObject, list, prefix } from './rust-syntax.ts'

/** Words of the language. */
const keywords =
  'abstract as async await become box break const continue crate do dyn else enum extern false final fn for gen if impl in let ' +
  'loop macro match mod move mut override priv pub ref return self static struct super trait true try type typeof union ' +
  'unsafe unsized use virtual where while yield'

/** Names that the code uses for something else. */
const own =
  'applies attempt body bytes chrono client cookieless_client done duration env fs futures_util headers insecure_client is_done is_over item items number outcome ' +
  'form found cause jar json panic pause length path query rand redirecting_client regex reqwest response row rows serde_json started status std steps text tokio ' +
  'tokio_test uuid value'

/** How a variable or a column is kept. */
export type Kept = 'str' | 'String' | 'i64' | 'f64' | 'integer' | 'bool' | 'Value'

/** Where the parts of an answer are found. */
export interface AnswerPlaces {
  readonly status: string
  readonly headers: string
}

/** An expression that is text: where it may be missing, an `Option` of it. */
export interface TextCode {
  readonly code: Code
  readonly owned: boolean
  readonly isOptional: boolean
}

/** An expression that is a number. */
export interface NumberCode {
  readonly code: Code
  readonly type: 'u16' | 'usize' | 'i64' | 'f64' | 'integer'
  readonly isOptional: boolean
}

/** Writes the values of a program as expressions of Rust, and keeps account of what they need. */
export class RustCode extends ItemScope {
  readonly #names = new NameRegistry([...keywords.split(' '), ...own.split(' '), ...Object.keys(helpers)])
  readonly #kept = new Map<string, Kept>()
  readonly #statuses = new Set<string>()
  readonly #helpers = new Set<HelperName>()
  /** Paths that are imported: `serde_json::Value`. */
  readonly uses = new Set<string>()
  /** Patterns and the like that cannot be said in Rust. */
  readonly refused: string[] = []
  /** True where bodies must have one form of each number, as far as is known. */
  readonly hasWholeNumbers: boolean
  /** True where numbers of bodies are compared in a way for which 10.0 is not 10. */
  comparesNumbers = false
  places: AnswerPlaces = { status: 'response.status()', headers: 'response.headers()' }
  /** True where the body of the answer may be none, which is null then. */
  hasBodyAlways = true

  /** Writes what filters ask. */
  readonly #asked: (predicate: Predicate, code: RustCode) => Code

  constructor(hasWholeNumbers: boolean, asked: (predicate: Predicate, code: RustCode) => Code) {
    super()
    this.#asked = asked
    this.hasWholeNumbers = hasWholeNumbers
  }

  /** The name of something. Words of the language get another behind them. */
  name(key: string, text: string, convention: Convention = 'snake_case'): string {
    const short = text.slice(0, 60)
    const isWord = keywords.split(' ').includes(nameOf(short, convention))
    return this.#names.name(key, isWord ? `${short} value` : short, convention)
  }

  variable(name: string): string {
    return this.name(`variable ${name}`, name)
  }

  column(row: string, name: string): string {
    return this.name(`column ${row} ${name}`, name)
  }

  /** Says how a variable or a column is kept; both are known by their names. */
  keep(identifier: string, kept: Kept): void {
    this.#kept.set(identifier, kept)
  }

  /** How a variable is kept. */
  keptAs(identifier: string): Kept {
    return this.#kept.get(identifier) ?? 'Value'
  }

  /** Says that all values of a column or a constant can be compared with a status as they are. */
  keepStatus(identifier: string): void {
    this.#statuses.add(identifier)
  }

  /** The name of a text that always is three digits, as those of a status are. */
  statusText(value: Value): string | undefined {
    const kept = value.kind === 'number-of' ? this.keptOf(value.of) : undefined
    return kept?.kept === 'str' && this.#statuses.has(kept.name) ? kept.name : undefined
  }

  /** True where a value is such a column or constant. */
  isStatus(value: Value): boolean {
    const kept = this.keptOf(value)
    return kept?.kept === 'integer' && this.#statuses.has(kept.name)
  }

  helper(name: HelperName): HelperName {
    this.#helpers.add(name)
    if (name === 'text_of') this.comparesNumbers = true
    for (const needed of helpers[name].needs) this.helper(needed)
    for (const use of helpers[name].uses) this.uses.add(use)
    return name
  }

  use(path: string): string {
    this.uses.add(path)
    return path.replace(/^.*::/, '')
  }

  /** The helpers that were used. */
  helperCode(): readonly string[] {
    return [...this.#helpers].sort().map(name => helpers[name].code)
  }

  json(code: Code): Code {
    this.use('serde_json::json')
    return code
  }

  /** A literal as JSON. */
  jsonLiteral(value: Parameters<typeof jsonLiteral>[0]): Code {
    if (value === null) this.use('serde_json::Value')
    else this.use('serde_json::json')
    return jsonLiteral(value)
  }

  /** The form in which a variable or a column is kept; undefined for other values, and for parts of them. */
  keptOf(value: Value): { readonly name: string; readonly kept: Kept } | undefined {
    if (value.kind !== 'variable' && value.kind !== 'column') return undefined
    if (value.kind === 'variable' && value.path.length > 0) return undefined
    const name = value.kind === 'variable' ? this.variable(value.name) : this.column(value.row, value.name)
    return { name, kept: this.#kept.get(name) ?? usualKept[typeOfValue(value)] }
  }

  // ---- JSON ----

  #root(value: Value): { readonly root: string; readonly path: Path } | undefined {
    if (value.kind === 'variable') return { root: this.variable(value.name), path: value.path }
    if (value.kind === 'column') return { root: this.column(value.row, value.name), path: [] }
    if (value.kind === 'json') return { root: this.rootName(value.root), path: value.path }
    return undefined
  }

  /** True where a value is JSON at a place: one that has a type only when it is there. */
  isPlace(value: Value): boolean {
    return this.#root(value) !== undefined && (this.keptOf(value)?.kept ?? 'Value') === 'Value'
  }

  /** A place in JSON, null where there is nothing. */
  place(value: Value): string {
    const { root, path } = this.#root(value) ?? { root: 'body', path: [] }
    return this.#member(root, path)
  }

  #member(root: string, path: Path): string {
    const last = path.at(-1)
    if (last === undefined) return root
    const before = path.slice(0, -1)
    if (typeof last === 'number' && last < 0) {
      this.use('serde_json::Value')
      return `${this.#fromEnd(root, before, last)}.unwrap_or(&Value::Null)`
    }
    return `${this.#member(root, before)}[${typeof last === 'number' ? last : quoted(last)}]`
  }

  #fromEnd(root: string, before: Path, index: number): string {
    return `${this.helper('from_end')}(${this.#borrowed(root, before)}, ${-index})`
  }

  #borrowed(root: string, path: Path): string {
    const code = this.#member(root, path)
    return this.#isReference(code) ? code : `&${code}`
  }

  #isReference(code: string): boolean {
    return this.around.includes(code) || code.endsWith('.unwrap_or(&Value::Null)')
  }

  /** A place in JSON, borrowed. */
  reference(value: Value): Code {
    const code = this.place(value)
    return this.#isReference(code) ? code : `&${code}`
  }

  /** True where a value is there whenever it is looked at. */
  isCertain(value: Value): boolean {
    return value.kind === 'json' && value.path.length === 0 && (value.root === 'item' || this.hasBodyAlways)
  }

  /** The value at a place, compared as a value and not as a reference. */
  compared(value: Value): string {
    const code = this.place(value)
    return this.#isReference(code) ? `*${code}` : code
  }

  /** The value at a place, or `None`. */
  found(value: Value): Code {
    const { root, path } = this.#root(value) ?? { root: 'body', path: [] }
    return this.#found(root, path)
  }

  #found(root: string, path: Path): Code {
    const last = path.at(-1)
    if (last === undefined) return call('Some', this.#borrowed(root, path))
    const before = path.slice(0, -1)
    if (typeof last === 'number' && last < 0) return this.#fromEnd(root, before, last)
    return chain(this.#member(root, before), ['get', typeof last === 'number' ? String(last) : quoted(last)])
  }

  /** A value as JSON of its own. */
  owned(value: Value): Code {
    if (this.isPlace(value)) {
      const code = this.place(value)
      return chain(code, 'clone')
    }
    if (value.kind === 'json-list') return call('Value::from_iter', chain(this.parts(value, false), 'cloned'))
    if (value.kind === 'literal') return this.jsonLiteral(value.value)
    return this.json(call('json!', this.inJson(value)))
  }

  /** A value as it stands inside of `json!`. */
  inJson(value: Value): Code {
    switch (value.kind) {
      case 'literal':
        return jsonInner(value.value)
      case 'list':
        return list(value.items.map(item => this.inJson(item)))
      case 'object':
        return jsonObject(
          value.members.map(({ key, value: inner }) => [this.#jsonKey(key), this.inJson(inner)]),
        )
      default:
        if (this.isPlace(value)) return this.place(value)
        return this.plain(value)
    }
  }

  #jsonKey(key: Value): string {
    return key.kind === 'literal' ? quoted(valueText(key.value)) : `(${flat(this.text(key).code)})`
  }

  /** An iterator over what a path selects. It must find a list where it is strict, and finds nothing else. */
  parts({ root, path }: Extract<Value, { kind: 'json-list' }>, isStrict: boolean): Code {
    return this.#parts(this.rootName(root), path, isStrict)
  }

  #parts(root: string, path: readonly Selector[], isStrict: boolean): Code {
    const at = path.findIndex(selector => typeof selector === 'object')
    const selector = path[at]
    const start = path.slice(0, at) as Path
    const rest = path.slice(at + 1)
    const isMembers = typeof selector === 'object' && selector.kind === 'members'
    const begun = isStrict
      ? chain(
          this.#member(root, start),
          isMembers ? 'as_object' : 'as_array',
          'unwrap',
          isMembers ? 'values' : 'iter',
        )
      : chain(call(this.helper('items_of'), this.#borrowed(root, start)), 'into_iter')
    const item = this.itemName(start)
    const found =
      typeof selector === 'object' && selector.kind === 'filter'
        ? chain(begun, [
            'filter',
            closure(
              looksAtItem(selector.holds) ? `&${item}` : item,
              this.inItem(item, () => this.#asked(selector.holds, this)),
            ),
          ])
        : begun
    if (rest.length === 0) return found
    return this.inItem(item, () =>
      rest.some(one => typeof one === 'object')
        ? chain(found, ['flat_map', closure(item, this.#parts(item, rest, false))])
        : chain(found, ['filter_map', closure(item, this.#found(item, rest as Path))]),
    )
  }

  /** A name for an item of a list, taken from the name of the list. */
  itemName(path: readonly Selector[]): string {
    const last = path.findLast(selector => typeof selector === 'string')
    const name = typeof last === 'string' && /^[a-z][a-z_]*$/.test(last) ? singular(last) : 'item'
    const isFree = name !== last && this.#names.name(`item ${name}`, name, 'snake_case') === name
    const free = isFree ? name : 'item'
    return this.around.includes(free) ? `${free}_${this.around.length + 1}` : free
  }

  // ---- Text ----

  /** A value as text. JSON is text where it is a string. */
  text(value: Value): TextCode {
    const kept = this.keptOf(value)
    if (kept !== undefined && kept.kept !== 'Value') {
      if (kept.kept === 'str') return text(kept.name, false)
      if (kept.kept === 'String') return text(kept.name, true)
      return text(chain(kept.name, 'to_string'), true)
    }
    switch (value.kind) {
      case 'literal':
        return text(
          quoted(typeof value.value === 'string' ? value.value : JSON.stringify(value.value)),
          false,
        )
      case 'template': {
        const [only, ...others] = value.parts
        if (only === undefined || others.length > 0) return text(this.#format(value.parts), true)
        return typeof only === 'string' ? text(quoted(only), false) : text(this.#string(only), true)
      }
      case 'environment':
        this.use('std::env')
        return text(chain(call('env::var', quoted(value.name)), 'unwrap'), true)
      case 'generated':
        return text(this.#generated(value.what), true)
      case 'header':
        return {
          code: call(this.helper('header'), this.#headers(), quoted(value.name.toLowerCase())),
          owned: true,
          isOptional: true,
        }
      case 'body-text':
        return text('text', true)
      case 'text-of':
        return this.textOf(value.of)
      case 'json-text':
        return text(chain(this.json(call('json!', this.inJson(value.of))), 'to_string'), true)
      case 'found':
        return this.#find(value)
      case 'json':
      case 'variable':
      case 'column':
        return { code: chain(this.place(value), 'as_str'), owned: false, isOptional: true }
      default:
        return this.textOf(value)
    }
  }

  /** The text of one value, as a template of it alone is. */
  #string(value: Value): Code {
    if (this.isPlace(value)) return this.certainText(value)
    const { code, owned } = this.textOf(value)
    return owned && this.keptOf(value)?.kept !== 'String' ? code : chain(code, 'to_string')
  }

  protected cookies(): string {
    return flat(call(this.helper('cookies'), this.#headers()))
  }

  #headers(): Code {
    const { headers } = this.places
    return headers.endsWith(')') ? headers : `&${headers}`
  }

  /** The text of any value: of a text itself, of anything else its JSON. `isSingle`: lists and objects have none. */
  textOf(value: Value, isSingle = false): TextCode {
    if (this.isPlace(value)) {
      const found = this.found(value)
      if (isSingle)
        return { code: chain(found, ['and_then', this.helper('plain_text')]), owned: true, isOptional: true }
      return { code: chain(found, ['map', this.helper('text_of')]), owned: true, isOptional: true }
    }
    if ((this.keptOf(value)?.kept ?? 'Value') !== 'Value') return this.text(value)
    if (value.kind === 'json-list' || value.kind === 'list' || value.kind === 'object')
      return text(chain(this.owned(value), 'to_string'), true)
    if (['text', 'json'].includes(typeOfValue(value)) && value.kind !== 'literal') return this.text(value)
    if (value.kind === 'literal') return this.text(value)
    return text(chain(this.number(value).code, 'to_string'), true)
  }

  #find({ text: of, pattern, group }: Extract<Value, { kind: 'found' }>): TextCode {
    const { code, isOptional } = this.text(of)
    const args = [this.pattern({ kind: 'literal', value: pattern }), String(group)]
    const find = this.helper('find')
    if (!isOptional)
      return { code: call(find, this.borrowedText(of), ...args), owned: true, isOptional: true }
    const found = closure('text', call(find, this.text(of).owned ? '&text' : 'text', ...args))
    return { code: chain(code, ['and_then', found]), owned: true, isOptional: true }
  }

  /** A pattern as an argument. */
  pattern(pattern: Value): Code {
    if (pattern.kind !== 'literal') return this.borrowedText(pattern)
    const written = rustPattern(valueText(pattern.value))
    if (written === undefined) this.refused.push(valueText(pattern.value))
    return rawText(written ?? valueText(pattern.value))
  }

  /** Text that is there, as an argument that is a `&str`. */
  borrowedText(value: Value): Code {
    const { code, owned, isOptional } = this.text(value)
    if (isOptional) return prefix('&', this.certainText(value))
    return owned ? prefix('&', code) : code
  }

  /** Text as an argument that only shows it: borrowed where it has a name. */
  shownText(value: Value): Code {
    const text = this.certainText(value)
    return this.keptOf(value)?.kept === 'String' ? prefix('&', text) : text
  }

  /** Text that is given away, and so a copy where it has a name. */
  ownedText(value: Value): Code {
    const text = this.certainText(value)
    return this.keptOf(value)?.kept === 'String' || text === 'text' ? chain(text, 'clone') : text
  }

  /** Text that is there: of JSON its text, whatever it is. */
  certainText(value: Value): Code {
    if (this.isPlace(value)) return call(this.helper('text_of'), this.reference(value))
    const { code, isOptional } = this.text(value)
    if (!isOptional) return code
    return chain(code, 'unwrap_or_default')
  }

  #format(parts: readonly (string | Value)[]): Code {
    const args: Code[] = []
    const written = parts.map(part => {
      if (typeof part === 'string') return formatText(part)
      if (part.kind === 'literal' && typeof part.value !== 'object') return formatText(String(part.value))
      const kept = this.keptOf(part)
      if (kept !== undefined && kept.kept !== 'Value') return `{${kept.name}}`
      args.push(this.#shown(part))
      return '{}'
    })
    return call('format!', `"${written.join('')}"`, ...args)
  }

  #shown(part: Value): Code {
    if (part.kind === 'generated' && part.what === 'uuid') return call(`${this.use('uuid::Uuid')}::new_v4`)
    if (this.isPlace(part)) return this.certainText(part)
    if (part.kind === 'json-text') return this.json(call('json!', this.inJson(part.of)))
    if (typeOfValue(part) === 'number') return this.number(part).code
    return this.certainText(part)
  }

  #generated(what: Extract<Value, { kind: 'generated' }>['what']): Code {
    switch (what) {
      case 'uuid':
        return chain(call(`${this.use('uuid::Uuid')}::new_v4`), 'to_string')
      case 'timestamp':
        return chain(`${this.use('chrono::Utc')}::now()`, 'timestamp')
      case 'iso-timestamp':
        return chain(`${this.use('chrono::Utc')}::now()`, [
          'to_rfc3339_opts',
          `${this.use('chrono::SecondsFormat')}::Millis`,
          'true',
        ])
      case 'random-integer':
        return 'rand::random_range(0_i64..=1000)'
      case 'random-boolean':
        return 'rand::random::<bool>()'
    }
  }

  // ---- Numbers ----

  /** A value as a number. */
  number(value: Value): NumberCode {
    const kept = this.keptOf(value)
    if (kept !== undefined && (kept.kept === 'integer' || kept.kept === 'i64' || kept.kept === 'f64'))
      return { code: kept.name, type: kept.kept, isOptional: false }
    switch (value.kind) {
      case 'literal': {
        const number = Number(value.value)
        return {
          code: numberLiteral(number),
          type: Number.isInteger(number) ? 'integer' : 'f64',
          isOptional: false,
        }
      }
      case 'status':
        return { code: chain(this.places.status, 'as_u16'), type: 'u16', isOptional: false }
      case 'duration':
        return {
          code: binary('*', [chain('duration', 'as_secs_f64'), '1000.0']),
          type: 'f64',
          isOptional: false,
        }
      case 'generated':
        return { code: this.#generated(value.what), type: 'i64', isOptional: false }
      case 'length':
        return this.#length(value.of)
      case 'number-of':
        return this.#numberOf(value.of)
      default:
        return { code: chain(this.place(value), 'as_f64'), type: 'f64', isOptional: true }
    }
  }

  #length(of: Value): NumberCode {
    if (of.kind === 'json-list') return { code: this.count(of), type: 'usize', isOptional: false }
    if (this.isPlace(of))
      return { code: call(this.helper('length'), this.reference(of)), type: 'usize', isOptional: true }
    const { code, isOptional } = this.text(of)
    if (!isOptional) return { code: chain(code, 'chars', 'count'), type: 'usize', isOptional }
    const counted = closure('text', chain('text', 'chars', 'count'))
    return { code: chain(code, ['map', counted]), type: 'usize', isOptional }
  }

  /** How many a path selects. */
  count(of: Extract<Value, { kind: 'json-list' }>, isStrict = false): Code {
    const [first, ...others] = of.path.toReversed()
    const isWhole =
      typeof first === 'object' && first.kind !== 'filter' && others.every(one => typeof one !== 'object')
    if (!isWhole) return chain(this.parts(of, isStrict), 'count')
    const start: Value = { kind: 'json', root: of.root, path: others.toReversed() }
    return isStrict && first.kind === 'items'
      ? chain(this.place(start), 'as_array', 'unwrap', 'len')
      : chain(call(this.helper('items_of'), this.reference(start)), 'len')
  }

  #numberOf(of: Value): NumberCode {
    const helper = this.helper('number_of')
    if (this.isPlace(of) && this.keptOf(of) !== undefined)
      return { code: call(helper, prefix('&', this.certainText(of))), type: 'f64', isOptional: true }
    const { code, isOptional, owned } = this.textOf(of)
    if (!isOptional)
      return { code: call(helper, owned ? prefix('&', code) : code), type: 'f64', isOptional: true }
    const parsed = closure('text', call(helper, '&text'))
    return { code: chain(code, ['and_then', owned ? parsed : helper]), type: 'f64', isOptional: true }
  }

  /** A number that is there, with a point; what is no number is none, so that nothing compares with it. */
  float(value: Value): Code {
    if (value.kind === 'literal' && typeof value.value === 'number') return floatText(value.value)
    const { code, type, isOptional } = this.number(value)
    const certain = !isOptional
      ? code
      : chain(code, ['unwrap_or', type === 'usize' ? 'usize::MAX' : 'f64::NAN'])
    return type === 'f64' ? certain : `${flat(certain)} as f64`
  }

  // ---- Anything ----

  /** A value as an expression of its own type. */
  plain(value: Value): Code {
    const kept = this.keptOf(value)
    if (kept !== undefined) return kept.name
    switch (typeOfValue(value)) {
      case 'text':
        return this.certainText(value)
      case 'number': {
        if (value.kind === 'literal') return numberLiteral(Number(value.value))
        const { code, isOptional } = this.number(value)
        return isOptional ? chain(code, 'unwrap') : code
      }
      case 'boolean':
        return value.kind === 'generated'
          ? this.#generated(value.what)
          : flat(jsonInner(value.kind === 'literal' ? value.value : null))
      case 'json':
        return this.owned(value)
    }
  }
}

const usualKept = { text: 'String', number: 'f64', boolean: 'bool', json: 'Value' } as const

function text(code: Code, owned: boolean): TextCode {
  return { code, owned, isOptional: false }
}

function floatText(value: number): string {
  const written = String(value)
  return /[.e]/.test(written) ? written : `${written}.0`
}

/** True where a predicate compares the item itself, and not only parts of it. */
function looksAtItem(predicate: Predicate): boolean {
  return JSON.stringify(predicate).includes('"root":"item","path":[]')
}
