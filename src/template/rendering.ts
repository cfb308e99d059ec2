import type { JsonObject, JsonValue } from '../model/json.ts'
import { holdsBraces } from './holds-braces.ts'
import { isList, isCollection } from '../util/is-json.ts'
import { callFunction } from './functions/index.ts'
import { Misuse } from './functions/misuse.ts'
import { hasDefault, keysOf, type Pipeline, pipelineOf } from './functions/pipeline.ts'
import { memberOf, type MemberPath, memberPaths } from './member-path.ts'
import { RenderLog } from './render-log.ts'
import type { Scope, Variable } from './scope.ts'
import { secretTexts } from './secret-texts.ts'
import { hasBraces, parseTemplate, type Placeholder, type Template } from './template.ts'
import { valueText } from '../util/value-text.ts'
import { unknownVariable } from './unknown-variable.ts'

/** Characters that variables may add up to: variables made of variables can grow without end. */
const largestResult = 64 * 1024 * 1024
/** The cost of one placeholder, beside its text, so that a million of them end as well. */
const costOfPlaceholder = 64

/** One rendering under way. What cannot be filled in becomes an empty text and a problem in the log. */
export class Rendering {
  readonly log = new RenderLog()
  readonly #scope: Scope
  #size = 0

  constructor(scope: Scope) {
    this.#scope = scope
  }

  /** Any value; the same object comes back when there is nothing to fill in. */
  value(value: JsonValue): JsonValue {
    if (typeof value === 'string') return this.#typed(value)
    if (!isCollection(value) || !holdsBraces(value)) return value
    return isList(value) ? value.map((item, index) => this.#member(index, item)) : this.#object(value)
  }

  /** A text that stays a text. */
  text(text: string): string {
    return hasBraces(text) ? this.#join(this.#parse(text)) : text
  }

  /** The variable a placeholder names, with its own placeholders filled in. */
  resolve({ name, offset }: Placeholder): JsonValue {
    this.log.at(offset)
    const value = this.#valueOf(name)
    if (value !== undefined) return value
    const { message, hint } = unknownVariable(name, this.#scope)
    return this.#fail(name, 'unknown', message, hint)
  }

  /** Finds the value of a name; a variable of exactly this name wins over functions. */
  #valueOf(name: string): JsonValue | undefined {
    const circle = this.log.circleTo(name)
    if (circle !== undefined)
      return this.#fail(name, 'cycle', `the variable "${name}" is made of itself: ${circle}`)
    this.#size += costOfPlaceholder
    if (this.#size > largestResult) return this.#tooLarge(name)
    const value = this.log.inVariable(name, () => this.#lookUp(name))
    if (value !== undefined) return value
    const pipeline = pipelineOf(name)
    if (pipeline === undefined) return undefined
    return pipeline instanceof Misuse ? this.#misuse(name, pipeline) : this.#call(name, pipeline)
  }

  /** A value with functions called on it, one after the other. */
  #call(name: string, pipeline: Pipeline): JsonValue {
    const { subject, calls } = pipeline
    const before = this.log.problems.length
    const begun = hasDefault(pipeline) ? (this.#valueOf(subject) ?? null) : this.#resolved(subject)
    let [value, given] = [begun, `"${subject}"`]
    let isSecret = this.#holdsSecret(value)
    for (const call of calls) {
      const keys = keysOf(call).map(key => this.#resolved(key))
      if (this.log.problems.length > before) return ''
      isSecret ||= keys.some(key => this.#holdsSecret(key))
      const result = callFunction(call, value, given, keys, this.#scope.random)
      if (result instanceof Misuse) return this.#misuse(name, result)
      value = result
      given = `what ${call.name} gives`
      this.#size += typeof value === 'string' ? value.length : costOfPlaceholder
      if (this.#size > largestResult) return this.#tooLarge(name)
    }
    // How many there are tells nothing of them.
    if (isSecret && calls.at(-1)?.name !== 'count')
      for (const text of secretTexts(value)) this.#scope.hide(text)
    return value
  }

  /** Another variable that a placeholder is made of. */
  #resolved(name: string): JsonValue {
    return this.resolve({ name, offset: this.log.offset, end: 0 })
  }

  /** True where a secret stands in a value: each is known as soon as it is filled in. */
  #holdsSecret(value: JsonValue): boolean {
    const { mask } = this.#scope
    if (mask === undefined || value === null || typeof value === 'boolean') return false
    const text = valueText(value)
    return mask(text) !== text
  }

  #misuse(name: string, { message, hint, unknown }: Misuse): string {
    return this.#fail(name, unknown !== undefined ? 'unknown' : 'function', message, hint)
  }

  #typed(text: string): JsonValue {
    if (!hasBraces(text)) return text
    const template = this.#parse(text)
    return template.only === undefined ? this.#join(template) : this.resolve(template.only)
  }

  #object(object: JsonObject): JsonObject {
    const rendered = new Map<string, JsonValue>()
    for (const [key, value] of Object.entries(object)) {
      const name = hasBraces(key) ? this.log.inMember(key, () => this.text(key)) : key
      if (rendered.has(name)) this.#fail(key, 'duplicate-key', `two keys become "${name}"`)
      rendered.set(name, this.#member(key, value))
    }
    return Object.fromEntries(rendered)
  }

  #member(key: string | number, value: JsonValue): JsonValue {
    return this.log.inMember(key, () => this.value(value))
  }

  #parse(text: string): Template {
    const template = parseTemplate(text)
    for (const { offset, message, hint } of template.problems) {
      this.log.at(offset)
      this.#fail('', 'syntax', message, hint)
    }
    return template
  }

  #join(template: Template): string {
    let joined = ''
    for (const part of template.parts) {
      const text = typeof part === 'string' ? part : valueText(this.resolve(part))
      this.#size += text.length
      joined += text
    }
    return joined
  }

  #lookUp(name: string): JsonValue | undefined {
    const { variable, keys } = this.#find(name)
    if (variable === undefined) return undefined
    let value: JsonValue | undefined = variable.value
    let isFinal = variable.literal
    for (const key of keys) {
      if (typeof value === 'string' && !isFinal) {
        // A placeholder for the list or object that has the member. What comes out of it is data from here on.
        value = this.value(value)
        isFinal = true
      }
      value = memberOf(value, key)
      if (value === undefined) return undefined
    }
    if (!isFinal) value = this.value(value)
    if (variable.secret) for (const text of secretTexts(value)) this.#scope.hide(text)
    return value
  }

  /** The exact name wins, then the variable with the longest name that it may be a member of. */
  #find(name: string): { readonly variable?: Variable; readonly keys: MemberPath['keys'] } {
    const exact = this.#scope.find(name)
    if (exact !== undefined) return { variable: exact, keys: [] }
    for (const { variable: owner, keys } of memberPaths(name)) {
      const variable = this.#scope.find(owner)
      if (variable !== undefined) return { variable, keys }
    }
    return { keys: [] }
  }

  #tooLarge(name: string): string {
    if (this.log.problems.some(problem => problem.kind === 'too-large')) return ''
    return this.#fail(name, 'too-large', 'the variables in this value add up to more than 64 MiB')
  }

  #fail(...problem: Parameters<RenderLog['report']>): string {
    this.log.report(...problem)
    return ''
  }
}
