import type { JsonObject, JsonValue } from '../model/json.ts'
import { holdsBraces } from './holds-braces.ts'
import { isList } from './is-list.ts'
import { memberOf, memberPath } from './member-path.ts'
import type { RenderProblem } from './render-problem.ts'
import type { Scope, Variable } from './scope.ts'
import { secretTexts } from './secret-texts.ts'
import { hasBraces, parseTemplate, type Placeholder, type Template } from './template.ts'
import { textForm } from './text-form.ts'
import { unknownVariable } from './unknown-variable.ts'

/** Characters that variables may add up to: variables made of variables can grow without end. */
const largestResult = 64 * 1024 * 1024
/** What one placeholder counts for, beside its text, so that a million of them end as well. */
const costOfPlaceholder = 64

/** One rendering under way: fills in placeholders and gathers secrets and problems as it goes. */
export class Rendering {
  readonly problems: RenderProblem[] = []
  readonly secrets: string[] = []
  readonly #scope: Scope
  /** Variables whose values are being filled in, outermost first. */
  readonly #trail: string[] = []
  readonly #path: (string | number)[] = []
  #offset = 0
  #size = 0

  constructor(scope: Scope) {
    this.#scope = scope
  }

  /** Any value; the same object comes back when there is nothing to fill in. */
  value(value: JsonValue): JsonValue {
    if (typeof value === 'string') {
      if (!hasBraces(value)) return value
      const template = this.#parse(value)
      return template.only === undefined ? this.#join(template) : this.#resolve(template.only)
    }
    if (typeof value !== 'object' || value === null || !holdsBraces(value)) return value
    return isList(value) ? value.map((item, index) => this.#member(index, item)) : this.#object(value)
  }

  /** A text that stays a text. */
  text(text: string): string {
    return hasBraces(text) ? this.#join(this.#parse(text)) : text
  }

  /** The variable of this name with its own placeholders filled in. */
  variable(name: string): JsonValue {
    return this.#resolve({ name, offset: 0, end: name.length })
  }

  #object(object: JsonObject): JsonObject {
    const rendered = new Map<string, JsonValue>()
    for (const [key, value] of Object.entries(object)) {
      const name = this.#key(key)
      if (rendered.has(name)) this.#report(key, 'duplicate-key', `Two keys become "${name}".`)
      rendered.set(name, this.#member(key, value))
    }
    return Object.fromEntries(rendered)
  }

  #key(key: string): string {
    if (!hasBraces(key)) return key
    const inDocument = this.#trail.length === 0
    if (inDocument) this.#path.push(key)
    const rendered = this.text(key)
    if (inDocument) this.#path.pop()
    return rendered
  }

  #member(key: string | number, value: JsonValue): JsonValue {
    const inDocument = this.#trail.length === 0
    if (inDocument) this.#path.push(key)
    const rendered = this.value(value)
    if (inDocument) this.#path.pop()
    return rendered
  }

  #parse(text: string): Template {
    const template = parseTemplate(text)
    for (const problem of template.problems) {
      if (this.#trail.length === 0) this.#offset = problem.offset
      this.#report('', 'syntax', problem.message, problem.hint)
    }
    return template
  }

  #join(template: Template): string {
    let joined = ''
    for (const part of template.parts) {
      if (typeof part === 'string') joined += part
      else {
        const text = textForm(this.#resolve(part))
        this.#size += text.length
        joined += text
      }
    }
    return joined
  }

  #resolve({ name, offset }: Placeholder): JsonValue {
    if (this.#trail.length === 0) this.#offset = offset
    if (this.#trail.includes(name)) {
      const chain = [...this.#trail.slice(this.#trail.indexOf(name)), name].join(' -> ')
      return this.#report(name, 'cycle', `The variable "${name}" is made of itself: ${chain}.`)
    }
    this.#size += costOfPlaceholder
    if (this.#size > largestResult) return this.#tooLarge(name)
    this.#trail.push(name)
    const value = this.#lookUp(name)
    this.#trail.pop()
    if (value !== undefined) return value
    const { message, hint } = unknownVariable(name, this.#scope)
    return this.#report(name, 'unknown', message, hint)
  }

  #lookUp(name: string): JsonValue | undefined {
    const exact = this.#scope.find(name)
    if (exact !== undefined) return this.#finish(exact, exact.value)
    const [variable, ...keys] = memberPath(name) ?? []
    const found = variable === undefined ? undefined : this.#scope.find(variable)
    if (found === undefined) return undefined
    let value: JsonValue | undefined = found.value
    for (const key of keys) {
      // A text may be a placeholder for the list or object that has the member.
      if (typeof value === 'string' && !found.literal) value = this.value(value)
      value = memberOf(value, key)
      if (value === undefined) return undefined
    }
    return this.#finish(found, value)
  }

  #finish(variable: Variable, value: JsonValue): JsonValue {
    const finished = variable.literal ? value : this.value(value)
    if (variable.secret) this.secrets.push(...secretTexts(finished))
    return finished
  }

  #tooLarge(name: string): string {
    if (this.problems.some(problem => problem.kind === 'too-large')) return ''
    return this.#report(name, 'too-large', 'The variables in this value add up to more than 64 MB.')
  }

  /** Notes a problem at the placeholder in the document that led to it; returns what stands in for the value. */
  #report(name: string, kind: RenderProblem['kind'], message: string, hint?: string): string {
    const user = this.#trail.at(-1)
    const isOfOneVariable = kind === 'unknown' || kind === 'syntax'
    const needed = user !== undefined && isOfOneVariable ? ` It is used in the variable "${user}".` : ''
    this.problems.push({
      name,
      kind,
      path: [...this.#path],
      offset: this.#offset,
      message: message + needed,
      ...(hint === undefined ? {} : { hint }),
    })
    return ''
  }
}
