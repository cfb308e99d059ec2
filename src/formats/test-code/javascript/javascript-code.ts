import { plural, singular } from '../../../compile/singular.ts'
import { expandPattern } from '../../../compile/test-program/expand-pattern.ts'
import { hasStepBehindItems } from '../../../compile/test-program/as-absence.ts'
import type {
  JsonPart,
  JsonParts,
  JsonRoot,
  JsonType,
  Member,
  Path,
  Predicate,
  ProgramVariable,
  Selector,
  Value,
} from '../../../compile/test-program/test-program.ts'
import { isOfCookie } from '../../../compile/test-program/expected-value.ts'
import { typeOfValue } from '../../../compile/test-program/value-type.ts'
import type { JsonValue } from '../../../model/json.ts'
import { callCode, type CryptoName, functionHelpers, functionsCalled, momentCode } from './function-calls.ts'
import { ItemScope } from '../item-scope.ts'
import { nameOf, NameRegistry } from '../names.ts'
import { valueText } from '../../../util/value-text.ts'
import { isList, isObject } from '../../../util/is-json.ts'
import { writeJson } from '../../../util/exact-number.ts'

/** Words that no variable can be called, and names that the code uses for something else. */
const taken =
  'after afterAll arguments asKey asList assert asText async attempt await before beforeAll body break case catch class const contains containsText ' +
  'claimsOf continue createHash createHmac crypto debugger decimalOf default delete describe do duration else enum eval exists expect export extends failures false fetch finally ' +
  'for form fromBase64 function if implements import in index instanceof interface isAbsent isDeepStrictEqual isDone isSingle it item jwtOf lengthOf let new null ' +
  'openAsBlob orElse own package path performance pickOf playwright private process productOf protected queryOf public randomUUID readFile request require response ' +
  'return row row2 row3 rows scalarText skip sleep sliceOf started static sumOf super switch test text textOf this throw true try typeof ' +
  'undefined value var void while with yield Array Blob Buffer Date FormData Infinity JSON Json Math NaN Number Object RegExp ' +
  'Response String URL'

/** Small functions that a file has at its end where it needs them. Types are for TypeScript alone. */
const helpers = {
  ...functionHelpers,
  exists: `/** There, and neither null nor empty. */
function exists(value: unknown) {
  if (value === undefined || value === null || value === "") return false;
  return typeof value !== "object" || Object.keys(value).length > 0;
}`,
  textOf: `/** Text as it is, anything else as JSON. */
function textOf(value: unknown) {
  return typeof value === "string" ? value : JSON.stringify(value);
}`,
  isSingle: `/** There, and neither a list nor an object. */
function isSingle(value: unknown) {
  return value === null || !["undefined", "object"].includes(typeof value);
}`,
  scalarText: `/** The text of what is neither a list nor an object. */
function scalarText(value: unknown) {
  return isSingle(value) ? String(value) : undefined;
}`,
  cookiesOf: `/** The cookies that an answer sets, by their names, with their attributes; several of one name are a list. */
function cookiesOf(lines: string[]) {
  const cookies = lines.map((line) => {
    const [[name, value = ""], ...attributes] = line.split(";").map((part) => part.trim().split(/\\s*=\\s*(.*)/));
    const flags = ["secure", "httponly", "partitioned"];
    const keys = attributes.map(([key, text = ""]) => [key.toLowerCase(), flags.includes(key.toLowerCase()) || text]);
    return { name, ...Object.fromEntries(keys), value };
  });
  const named = (name: string) => cookies.filter((cookie) => cookie.name === name);
  return Object.fromEntries(cookies.map(({ name }) => [name, named(name).length > 1 ? named(name) : named(name)[0]]));
}`,
  contains: `/** An item of a list, or a part of a text. */
function contains(value: unknown, part: unknown) {
  if (Array.isArray(value)) return value.includes(part);
  return value !== undefined && textOf(value).includes(textOf(part));
}`,
  containsText: `/** An item of a list with this text, or a part of a text. */
function containsText(value: unknown, part: string) {
  if (Array.isArray(value)) return value.some((item) => textOf(item) === part);
  return value !== undefined && textOf(value).includes(part);
}`,
  isAbsent: `/** Nothing at the end of a path, nor anything in its way. */
function isAbsent(value: Json, ...path: (string | number)[]) {
  if (!value) return false;
  for (const step of path) {
    if ([undefined, null, "", false].includes(value)) return true;
    if (typeof value !== "object") return false;
    if (Array.isArray(value) !== (typeof step === "number")) return false;
    value = Array.isArray(value) ? value.at(step as number) : Object.entries(value).find(([key]) => key === step)?.[1];
  }
  return !exists(value);
}`,
  areAbsent: `/** Nothing that a path selects, nor anything in its way; null stands for all items, a function for those that it takes. */
function areAbsent(value: Json, ...path: Json[]) {
  if (!value) return false;
  let values = [value];
  for (const step of path) {
    const isOpen = step === null || typeof step === "function";
    const there = values.filter((one) => ![null, "", false].includes(one));
    const isFit = (one: Json) => typeof one === "object" && (isOpen || Array.isArray(one) === (typeof step === "number"));
    if (typeof step !== "function" && there.length > 0 && !there.some(isFit)) return false;
    values = there.filter(isFit).flatMap((one) => {
      if (isOpen) return Object.values(one).filter(step ?? (() => true));
      const found = Array.isArray(one) ? one.at(step) : one[step];
      return found === undefined ? [] : [found];
    });
  }
  return values.length === 0;
}`,
  each: `/** Whether all items of a list hold, of one or more. */
function each(list, holds) {
  return Array.isArray(list) && list.length > 0 && list.every(holds);
}`,
  any: `/** Whether one of the items of a list holds. */
function any(list, holds) {
  return Array.isArray(list) && list.some(holds);
}`,
  fits: `/** Whether a text fits a pattern. */
function fits(text, pattern) {
  return typeof text === "string" && pattern.test(text);
}`,
  lengthOf: `/** Characters of a text, items of a list, members of an object. */
function lengthOf(value: unknown) {
  if (typeof value === "string") return Array.from(value).length;
  return typeof value === "object" && value !== null ? Object.keys(value).length : NaN;
}`,
  own: `/** A member that JSON gave, unlike those of every value in JavaScript. */
function own(value: Json, name: string) {
  return Object.keys(Object(value)).includes(name) ? value[name] : undefined;
}`,
  queryOf: `/** A query of all fields that are not null. */
function queryOf(first: string, fields: Json[][]) {
  const there = fields.filter(([, value]) => value !== null);
  const texts = there.map((field) => field.map((part) => encodeURIComponent(part)).join("="));
  return texts.length === 0 ? "" : first + texts.join("&");
}`,
  partsOf: `/** The items of a list, or the members of an object. */
function partsOf(value) {
  return typeof value === "object" && value !== null ? Object.values(value) : [];
}`,
  sameJson: `/** The same by value and type, whatever the order of members. */
function sameJson(one, other) {
  if ([one, other].some((value) => typeof value !== "object" || value === null)) return one === other;
  const keys = Object.keys(one);
  return (
    Array.isArray(one) === Array.isArray(other) &&
    keys.length === Object.keys(other).length &&
    keys.every((key) => key in other && sameJson(one[key], other[key]))
  );
}`,
} as const

/** The types in a helper, which are for TypeScript alone. */
const typesInHelpers = /: (?:unknown|string|number|RegExp|Json|\(.*?\))(?:\[\])*(?=[,)])| as number(?=\))/g

export type HelperName = keyof typeof helpers

/** Helpers that others call. */
const called: Partial<Record<HelperName, readonly HelperName[]>> = {
  ...functionsCalled,
  scalarText: ['isSingle'],
  contains: ['textOf'],
  containsText: ['textOf'],
  isAbsent: ['exists'],
}

/** The platform that runs the code, and its means. */
export interface Platform {
  /** Where the variables of the process are. */
  readonly environment: string
  /** The milliseconds until the whole answer was there. */
  readonly duration: string
  /** A text in base64, or in that for URLs. */
  readonly base64: (text: string, isForUrls?: boolean) => string
  /** The hash of a text, or its HMAC where there is a key. */
  readonly hash: (name: string, text: string, encoding: string, key?: string) => string
  /** Names that the code uses for something else, beside those of `taken`. */
  readonly taken: readonly string[]
  /** True where it imports modules of Node; what has none of them has no assertions that throw, either. */
  readonly isNode: boolean
}

/** Node, for tests of which an answer that is like no other may fail one by an error. */
export const nodePlatform: Platform = {
  environment: 'process.env',
  duration: 'duration',
  base64: (text, isForUrls) => `Buffer.from(${text}).toString("base64${isForUrls === true ? 'url' : ''}")`,
  hash: (name, text, encoding, key) => {
    const hash = key === undefined ? `createHash("${name}")` : `createHmac("${name}", ${key})`
    return `${hash}.update(${text}).digest("${encoding}")`
  },
  taken: [],
  isNode: true,
}

/** How an answer is looked at by a client of HTTP. */
export interface AnswerWords {
  readonly status: string
  readonly url: string
  readonly header: (name: string) => string
  /** The lines that set cookies, as a list. */
  readonly setCookies: string
  /** Value of a header that is not there. */
  readonly noHeader: 'null' | 'undefined'
}

/** How a path is followed. It may end early: then what is behind it is nothing, and nothing throws. */
export type Access = 'strict' | 'lenient'

/** Writes values and predicates of a program as expressions of JavaScript, and keeps account of what they need. */
export class JavaScriptCode extends ItemScope {
  readonly names: NameRegistry
  readonly platform: Platform
  /** How paths are followed where nothing is said: without modules of Node nothing may throw. */
  readonly #usual: Access
  readonly #answer: AnswerWords
  readonly #used = new Set<HelperName>()
  /** Names that are imported from `node:util`. */
  readonly imports = new Set<'isDeepStrictEqual' | CryptoName>()
  readonly #isTyped: boolean
  readonly #lists = new Set<string>()
  /** The type of what JSON can be, where the code has a use for it. */
  #usesJson = false
  /** Variables that are compared by an operator: a constant of one text has no other for TypeScript. */
  readonly #compared = new Set<string>()

  constructor(answer: AnswerWords, isTyped: boolean, platform = nodePlatform) {
    super()
    this.names = new NameRegistry([...taken.split(' '), ...platform.taken])
    this.platform = platform
    this.#usual = platform.isNode ? 'strict' : 'lenient'
    this.#answer = answer
    this.#isTyped = isTyped
  }

  /** The name of a variable. */
  variable(name: string): string {
    return this.names.name(`variable ${name}`, name, 'camelCase')
  }

  /** The name of a variable that only a loop has. */
  item(name: string): string {
    const usual = nameOf(name, 'camelCase')
    return this.names.named(`variable ${name}`, this.names.has(usual) ? `${usual}Item` : usual)
  }

  helper(name: HelperName): string {
    this.#used.add(name)
    for (const other of called[name] ?? []) this.helper(other)
    return name
  }

  /** The helpers that were used, and the type of JSON. */
  helperCode(): readonly string[] {
    const used = [...this.#used].sort()
    if (!this.#isTyped) return used.map(name => helpers[name].replace(typesInHelpers, ''))
    return [
      ...(this.#usesJson ||
      [...this.#used].some(name => /^(is|are)Absent$/.test(name)) ||
      this.#used.has('own')
        ? ['/** What JSON can be. */\ntype Json = ReturnType<typeof JSON.parse>;']
        : []),
      ...used.map(name => helpers[name]),
    ]
  }

  /** Behind a name whose type TypeScript cannot know: that it is JSON. */
  json(): string {
    if (!this.#isTyped) return ''
    this.#usesJson = true
    return ': Json'
  }

  /** A function of an item. */
  #arrow(item: string, body: string): string {
    return `(${item}${this.json()}) => ${body}`
  }

  /** An expression with this value. */
  value(value: Value, access = this.#usual): string {
    switch (value.kind) {
      case 'literal':
        return literal(value.value)
      case 'list':
        return `[${value.items.map(item => this.value(item)).join(', ')}]`
      case 'object':
        return `{ ${value.members.map(member => this.#member(member)).join(', ')} }`
      case 'template':
        return this.#template(value.parts)
      case 'variable':
        return this.#members(this.variable(value.name), value.path, access === 'lenient')
      case 'column':
        return value.row + member(value.name, '')
      case 'environment':
        return `${this.platform.environment}.${value.name}`
      case 'generated':
        return this.#generated(value.what)
      case 'status':
        return this.#answer.status
      case 'duration':
        return this.platform.duration
      case 'header':
        return this.#answer.header(value.name)
      case 'body-text':
        return 'text'
      case 'url':
        return this.#answer.url
      case 'json':
        return this.#part(value.root, value.path, access)
      case 'json-list':
        return this.#parts(this.rootName(value.root), value.path, access)
      case 'length':
        return this.isCounted(value.of)
          ? `${this.value(value.of, access)}${access === 'lenient' ? '?.' : '.'}length`
          : `${this.helper('lengthOf')}(${this.value(value.of)})`
      case 'text-of':
        return `${this.helper('scalarText')}(${this.value(value.of, access)})`
      case 'json-text':
        return `JSON.stringify(${this.value(value.of)})`
      case 'number-of':
        return `Number(${this.value(value.of, access)}${value.of.kind === 'header' || isOfCookie(value.of) ? ' || NaN' : ''})`
      case 'found':
        return `${regex(value.pattern)}.exec(${this.value(value.text, access)})?.[${value.group}]`
      case 'call':
        return callCode(value, this)
      case 'moment':
        return momentCode(value)
      case 'round':
        return value.from === 0 ? 'index' : 'index + 1'
    }
  }

  #member({ key, value }: Member): string {
    const written = this.value(value)
    return key.kind === 'literal' && key.value === written ? written : `${this.#key(key)}: ${written}`
  }

  #key(key: Value): string {
    return key.kind === 'literal' ? literalKey(valueText(key.value)) : `[${this.value(key)}]`
  }

  /** A text for where nothing but single values stands: a URL, a header or a title. */
  plainText(value: Value): string {
    return value.kind === 'template'
      ? this.#template(value.parts, part => this.value(part))
      : this.value(value)
  }

  /** A value within a text: a list or an object as JSON. */
  #textOf(value: Value): string {
    const written = this.value(value)
    return typeOfValue(value) === 'json' ? `${this.helper('textOf')}(${written})` : written
  }

  #template(parts: readonly (string | Value)[], write = (part: Value): string => this.#textOf(part)): string {
    const written = parts.map(part => {
      if (typeof part === 'string') return escapeTemplate(part)
      return part.kind === 'literal' && typeof part.value === 'string'
        ? escapeTemplate(part.value)
        : `\${${write(part)}}`
    })
    return `\`${written.join('')}\``
  }

  #generated(what: Extract<Value, { kind: 'generated' }>['what']): string {
    switch (what) {
      case 'uuid':
        if (!this.platform.isNode) return 'crypto.randomUUID()'
        this.imports.add('randomUUID')
        return 'randomUUID()'
      case 'timestamp':
        return 'Math.floor(Date.now() / 1000)'
      case 'iso-timestamp':
        return 'new Date().toISOString()'
      case 'random-integer':
        return 'Math.floor(Math.random() * 1001)'
      case 'random-boolean':
        return 'Math.random() < 0.5'
    }
  }

  protected cookies(): string {
    return `${this.helper('cookiesOf')}(${this.#answer.setCookies})`
  }

  #part(root: JsonRoot, path: Path, access: Access): string {
    return this.#members(this.rootName(root), path, access === 'lenient')
  }

  /** The value at the end of a path. */
  #members(root: string, path: Path, isLenient: boolean): string {
    return path.reduce<string>(
      (code, step, index) =>
        typeof step === 'string' && isInherited(step)
          ? `${this.helper('own')}(${code}, ${JSON.stringify(step)})`
          : code + member(step, isLenient || index > 100 ? '?.' : ''),
      root,
    )
  }

  /** All that a path selects; what some items lack is left out. */
  #parts(root: string, path: readonly Selector[], access: Access, keepsNothing = false): string {
    const at = path.findIndex(selector => typeof selector === 'object')
    const isLenient = access === 'lenient'
    const start = this.#members(root, path.slice(0, at) as Path, isLenient)
    const selector = path[at]
    const rest = path.slice(at + 1)
    const isMembers = typeof selector === 'object' && selector.kind === 'members'
    const list = !this.platform.isNode
      ? `${this.helper('partsOf')}(${start})`
      : isMembers
        ? `Object.values(${start}${isLenient ? ' ?? {}' : ''})`
        : isLenient
          ? `(${start} ?? [])`
          : start
    const item = this.itemName(path.slice(0, at))
    const found =
      typeof selector === 'object' && selector.kind === 'filter'
        ? `${list}.filter(${this.#arrow(
            item,
            this.inItem(item, () => this.holds(selector.holds)),
          )})`
        : list
    if (rest.length === 0) return found
    const inner = rest.some(one => typeof one === 'object')
    if (inner)
      return `${found}.flatMap(${this.#arrow(item, this.#parts(item, rest, 'lenient', keepsNothing))})`
    const isDeep = rest.length > 1 || !this.platform.isNode
    const value = `${found}.map(${this.#arrow(item, this.#members(item, rest as Path, isDeep))})`
    return keepsNothing ? value : `${value}.filter(${this.#arrow('value', 'value !== undefined')})`
  }

  /** A list in which something is looked for that is never nothing: then what some items lack may stand in it as that. */
  searched(list: Value, predicate: Predicate, access: Access): string {
    return list.kind === 'json-list' && isNeverNothing(predicate)
      ? this.#parts(this.rootName(list.root), list.path, access, true)
      : this.value(list, access)
  }

  /** A name for an item of a list, taken from the name of the list. */
  itemName(path: readonly Selector[]): string {
    const last = path.findLast(selector => typeof selector === 'string')
    const own = typeof last === 'string' && /^[a-z][A-Za-z]*$/.test(last) ? singular(last) : 'item'
    const isFree = own !== last && !this.names.has(own)
    const name = isFree ? own : 'item'
    return this.around.includes(name) ? `${name}${this.around.length + 1}` : name
  }

  /** Forgets the names of lists: another test begins. */
  beginTest(): void {
    this.#lists.clear()
  }

  /** Names for a list that is put together of what a path selects, and for one of its items. */
  namesOf(list: Value): { readonly list: string; readonly item: string } {
    const path = list.kind === 'json-list' ? list.path : []
    const last = path.findLast(selector => typeof selector === 'string')
    const known = typeof last === 'string' && /^[a-z][A-Za-z]*$/.test(last) ? last : 'item'
    const one = singular(known)
    const many = one === known ? plural(known) : known
    let name = many
    for (let number = 2; this.#lists.has(name) || this.names.has(name); number++) name = `${many}${number}`
    this.#lists.add(name)
    return {
      list: name,
      item: one === name || this.names.has(one) || this.around.includes(one) ? 'item' : one,
    }
  }

  /** An expression that tells whether a predicate holds, and throws for no answer unless access is strict. */
  holds(predicate: Predicate, access: Access = 'lenient'): string {
    const lenient = (value: Value): string => this.value(value, access)
    switch (predicate.kind) {
      case 'equal':
        return this.#equal(predicate, access)
      case 'compare': {
        const comparison = `${lenient(predicate.actual)} ${predicate.sign} ${this.value(predicate.expected)}`
        if (typeOfValue(predicate.actual) === 'number') return comparison
        return `typeof ${lenient(predicate.actual)} === "number" && ${comparison}`
      }
      case 'includes':
        // Of a list or an object its JSON is meant.
        return predicate.text.kind === 'text-of'
          ? `${this.helper('textOf')}(${lenient(predicate.text.of)})?.includes(${this.value(predicate.part)})`
          : `(${lenient(predicate.text)} ?? "").includes(${this.value(predicate.part)})`
      case 'starts-with':
      case 'ends-with':
        return this.platform.isNode
          ? `String(${lenient(predicate.text)}).${textMethods[predicate.kind]}(${this.value(predicate.part)})`
          : `${this.#sureText(predicate.text)}?.${textMethods[predicate.kind]}(${this.value(predicate.part)})`
      case 'contains': {
        const [list, part] = [
          this.searched(predicate.actual, predicate, access),
          this.value(predicate.expected),
        ]
        if (predicate.as === 'loose') return `${this.helper('containsText')}(${list}, ${part})`
        const isList = predicate.actual.kind === 'json-list'
        return isList ? `${list}.includes(${part})` : `${this.helper('contains')}(${list}, ${part})`
      }
      case 'matches-regex':
        return this.platform.isNode
          ? `${this.pattern(predicate.pattern)}.test(${lenient(predicate.text)} ?? "")`
          : `${this.helper('fits')}(${lenient(predicate.text)}, ${this.pattern(predicate.pattern)})`
      case 'one-of':
        return this.#oneOf(predicate, access)
      case 'is':
        return isType(lenient(predicate.value), predicate.type)
      case 'is-single':
        return `${this.helper('isSingle')}(${lenient(predicate.value)})`
      case 'present':
        return `${lenient(predicate.value)} !${nothingFor(predicate.value)}`
      case 'exists':
        return predicate.value.kind === 'json-list'
          ? `${lenient(predicate.value)}.length > 0`
          : `${this.helper('exists')}(${lenient(predicate.value)})`
      case 'empty':
        return `!${this.helper('exists')}(${lenient(predicate.value)})`
      case 'absent':
        return this.absent(predicate.part, 'lenient')
      case 'matches':
        return this.holds(expandPattern(predicate.actual, predicate.pattern), access)
      case 'each':
      case 'any':
        return this.#quantified(predicate, access)
      case 'not':
        return this.#not(predicate.of)
      case 'all':
        return predicate.of.length === 0
          ? 'true'
          : predicate.of.map(part => this.#term(part, '&&')).join(' && ')
      case 'some':
        return predicate.of.length === 0
          ? 'false'
          : predicate.of.map(part => this.#term(part, '||')).join(' || ')
    }
  }

  /** That there is nothing at the end of a path, of something that is there. */
  absent(part: JsonPart | JsonParts, access: Access): string {
    const root = this.rootName(part.root)
    if (part.kind === 'json') {
      const steps = part.path.map(step => JSON.stringify(step))
      return `${this.helper('isAbsent')}(${[root, ...steps].join(', ')})`
    }
    if (!this.platform.isNode || hasStepBehindItems(part)) {
      const steps = part.path.map(step =>
        typeof step === 'object' ? this.#choice(step) : JSON.stringify(step),
      )
      return `${this.helper('areAbsent')}(${[root, ...steps].join(', ')})`
    }
    const isThere = access === 'lenient' && part.root === 'body' ? `${root} !== undefined && ` : ''
    return `${isThere}${this.value(part, access)}.length === 0`
  }

  /** Which items a selector takes, as a function; null for all. */
  #choice(selector: Extract<Selector, { kind: string }>): string {
    if (selector.kind !== 'filter') return 'null'
    return this.#arrow(
      'item',
      this.inItem('item', () => this.holds(selector.holds)),
    )
  }

  #quantified({ kind, list, holds }: Extract<Predicate, { kind: 'each' | 'any' }>, access: Access): string {
    const item = this.itemOf(list)
    const test = this.#arrow(
      item,
      this.inItem(item, () => this.holds(holds)),
    )
    if (!this.platform.isNode) {
      const items = kind === 'any' ? this.searched(list, holds, access) : this.value(list)
      return `${this.helper(kind)}(${items}, ${test})`
    }
    if (kind === 'any') {
      const found = this.searched(list, holds, access)
      return `${list.kind === 'json-list' || access === 'strict' ? found : `(${found} ?? [])`}.some(${test})`
    }
    const written = this.value(list, access)
    const isFilled = list.kind === 'json-list' ? `${written}.length > 0` : `${written}?.length > 0`
    return `${isFilled} && ${written}.every(${test})`
  }

  /** Text, or nothing. */
  #sureText(text: Value): string {
    return typeOfValue(text) === 'text'
      ? this.value(text)
      : `${this.helper('scalarText')}(${this.value(text)})`
  }

  #term(part: Predicate, sign: '&&' | '||'): string {
    const code = this.holds(part)
    const isMixed = sign === '||' ? / && /.test(code) : part.kind === 'some' && part.of.length > 1
    return isMixed ? `(${code})` : code
  }

  #not(of: Predicate): string {
    if (of.kind === 'equal' && of.as !== 'loose' && this.isScalar(of.expected)) {
      this.#compare(of)
      return `${this.value(of.actual, 'lenient')} !== ${this.value(of.expected)}`
    }
    if (of.kind === 'empty') return this.holds({ kind: 'exists', value: of.value })
    if (of.kind === 'present') return `${this.value(of.value, 'lenient')} =${nothingFor(of.value)}`
    const code = this.holds(of)
    return /^[\w.?]+\(.*\)$/.test(code) && !/ (&&|\|\|) /.test(code) ? `!${code}` : `!(${code})`
  }

  #compare({ actual, expected }: Extract<Predicate, { kind: 'equal' }>): void {
    for (const value of [actual, expected]) if (value.kind === 'variable') this.#compared.add(value.name)
  }

  #equal(predicate: Extract<Predicate, { kind: 'equal' }>, access: Access): string {
    const { actual, expected, as } = predicate
    const [left, right] = [this.value(actual, access), this.value(expected)]
    this.#compare(predicate)
    if (as === 'loose') return `${this.helper('textOf')}(${left}) === ${right}`
    if (as !== 'json' || this.isScalar(expected)) return `${left} === ${right}`
    if (!this.platform.isNode) return `${this.helper('sameJson')}(${left}, ${right})`
    this.imports.add('isDeepStrictEqual')
    return `isDeepStrictEqual(${left}, ${right})`
  }

  /**
   * True where a value has its `length` in JavaScript: a list by all appearances, of which a text would have it by other
   * units.
   */
  isCounted(value: Value): boolean {
    if (value.kind === 'json-list') return true
    if (!this.platform.isNode || value.kind !== 'json') return false
    const last = value.path.at(-1)
    return last === undefined || (typeof last === 'string' && singular(last) !== last)
  }

  /**
   * True where a value can be compared by `===`. What comes from an answer is compared so, too, where it is one of an id
   * or a name.
   */
  isScalar(value: Value): boolean {
    if (value.kind === 'literal') return typeof value.value !== 'object' || value.value === null
    if (value.kind === 'column') return value.type !== 'json'
    return value.kind !== 'list' && value.kind !== 'object'
  }

  #oneOf({ actual, expected, as }: Extract<Predicate, { kind: 'one-of' }>, access: Access): string {
    const left = this.value(actual, access)
    if (!expected.every(one => this.isScalar(one)))
      return this.holds({
        kind: 'some',
        of: expected.map(one => ({ kind: 'equal', actual, expected: one, as })),
      })
    const values = expected.map(one =>
      as === 'loose' && one.kind === 'literal' ? literal(valueText(one.value)) : this.value(one),
    )
    if (as === 'loose') return `[${values.join(', ')}].includes(${this.helper('textOf')}(${left}))`
    const mayLack = this.#isTyped && (actual.kind === 'header' || actual.kind === 'found')
    return `[${values.join(', ')}].includes(${left}${mayLack ? ' as string' : ''})`
  }

  /**
   * The list whose item a value is, where a text in its place could pass for it: of a text, JavaScript gives the characters.
   * Undefined where there is no doubt.
   */
  listOf(value: Value): string | undefined {
    if (value.kind !== 'json' || typeof value.path.at(-1) !== 'number') return undefined
    return this.value({ ...value, path: value.path.slice(0, -1) })
  }

  /** A pattern as an expression. */
  pattern(pattern: Value): string {
    return pattern.kind === 'literal' ? regex(valueText(pattern.value)) : `new RegExp(${this.value(pattern)})`
  }

  /** A declaration of a variable of the program. */
  declaration(variable: ProgramVariable): string {
    const name = `${variable.changes ? 'let' : 'const'} ${this.variable(variable.name)}${this.#typeOf(variable)}`
    const value = this.#firstValue(variable)
    return value === undefined ? `${name};` : `${name} = ${value};`
  }

  #firstValue({ value, environment, type }: ProgramVariable): string | undefined {
    if (environment === undefined) return value === undefined ? undefined : this.value(value)
    const given = `${this.platform.environment}.${environment}`
    if (value === undefined || (value.kind === 'environment' && value.name === environment))
      return this.#isTyped ? `${given} ?? ""` : given
    const either = `${given} ?? ${this.value(value)}`
    return type === 'number' ? `Number(${either})` : either
  }

  /** The type of a variable where TypeScript would not find it, or find less than it may be. */
  #typeOf({ name, type, changes }: ProgramVariable): string {
    if (!this.#isTyped || !(changes || this.#compared.has(name))) return ''
    if (type === 'json') return this.json()
    return type === 'text' ? ': string' : `: ${type}`
  }
}

/** The comparison with what stands for nothing, behind its first sign. */
function nothingFor(value: Value): string {
  return typeOfValue(value) === 'text' ? '= null' : '== undefined'
}

/** True where a predicate surely does not hold for nothing, as it is written. */
function isNeverNothing(predicate: Predicate): boolean {
  switch (predicate.kind) {
    case 'all':
      return predicate.of.some(isNeverNothing)
    case 'some':
      return predicate.of.every(isNeverNothing)
    case 'equal':
    case 'contains':
      return predicate.expected.kind === 'literal'
    case 'one-of':
      return predicate.expected.every(({ kind }) => kind === 'literal')
    default:
      return ['compare', 'is', 'is-single', 'present', 'exists'].includes(predicate.kind)
  }
}

const textMethods = { 'starts-with': 'startsWith', 'ends-with': 'endsWith' } as const

const types: Readonly<Record<JsonType, (code: string) => string>> = {
  string: code => `typeof ${code} === "string"`,
  number: code => `typeof ${code} === "number"`,
  boolean: code => `typeof ${code} === "boolean"`,
  integer: code => `Number.isInteger(${code})`,
  null: code => `${code} === null`,
  array: code => `Array.isArray(${code})`,
  object: code => `${code} !== null && typeof ${code} === "object" && !Array.isArray(${code})`,
}

function isType(code: string, type: JsonType): string {
  return types[type](code)
}

/** A name or an index behind a value; `mark` is `?.` where there may be no value. */
function member(step: string | number, mark: string): string {
  if (typeof step === 'number') return step < 0 ? `${mark || '.'}at${mark}(${step})` : `${mark}[${step}]`
  return /^[A-Za-z_$][\w$]*$/.test(step) ? `${mark || '.'}${step}` : `${mark}[${JSON.stringify(step)}]`
}

/**
 * True where everything, every list or every text of JavaScript has a member of this name: JSON has one only where it is
 * its own.
 */
export function isInherited(name: string): boolean {
  return [Object, Array, String, Number].some(one => Object.hasOwn(one.prototype, name))
}

/** A value of JSON as it is written in JavaScript. */
export function literal(value: JsonValue): string {
  if (isList(value)) return `[${value.map(literal).join(', ')}]`
  if (!isObject(value)) return escapeSeparators(writeJson(value))
  const parts = Object.entries(value).map(([key, inner]) => `${literalKey(key)}: ${literal(inner)}`)
  return parts.length === 0 ? '{}' : `{ ${parts.join(', ')} }`
}

/** A name as a key of an object literal. */
export function literalKey(key: string): string {
  return key === '__proto__' ? '["__proto__"]' : escapeSeparators(JSON.stringify(key))
}

function escapeSeparators(text: string): string {
  return text.replace(/[\u2028\u2029]/g, character => `\\u${character.charCodeAt(0).toString(16)}`)
}

function escapeTemplate(text: string): string {
  return text
    .replace(/[\\`]|\$(?=\{)/g, character => `\\${character}`)
    .replaceAll('\r', '\\r')
    .replaceAll('\n', '\\n')
}

/** A pattern of a suite. `(?i)` in front ignores upper and lower case. */
export function regex(pattern: string): string {
  const [, flag, source = pattern] = /^(\(\?i\))(.*)$/s.exec(pattern) ?? []
  const flags = `${flag === undefined ? '' : 'i'}${/\\p\{|[^\0-\x7f]/u.test(source) ? 'u' : ''}`
  return new RegExp(source, flags).toString()
}
