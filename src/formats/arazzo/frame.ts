import { literalText } from '../../compile/literal-text.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import { isList, isObject } from '../../util/is-json.ts'
import { list, mapping, property, text } from '../../util/read-values.ts'
import { valueText } from '../../util/value-text.ts'
import type { Tell } from '../told.ts'
import { type ArazzoDocument, referenced, type Workflow } from './arazzo-document.ts'
import type { Found } from './check-of-condition.ts'
import {
  embeddedParts,
  type Expression,
  intoPlaceholder,
  looksLikeExpression,
  parseExpression,
  type ValuePath,
} from './expressions.ts'
import { valueAtParts } from './pointer.ts'

/** The values of a request that is being made, for those that speak of it. */
export interface MadeRequest {
  readonly method: string
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly value: JsonValue }[]
  readonly body: JsonValue | undefined
}

/** Gives the value of an input of a workflow, or of another one that it uses. */
export type FindInput = (name: string, used?: Workflow) => JsonValue | undefined

/** Outputs by their names. */
type Outputs = ReadonlyMap<string, JsonValue>

/** A workflow that is being made into steps: what its expressions stand for. */
export class Frame {
  readonly workflow: Workflow
  /** The names on the way to it. */
  readonly where: readonly string[]
  /** The workflows that use this one. */
  readonly using: readonly Workflow[]
  readonly #inputs: FindInput
  readonly #outputs = new Map<string, Map<string, JsonValue>>()
  readonly #others = new Map<string, Readonly<Record<string, Outputs>>>()
  readonly #expressions = new Map<string, string>()
  /** Outputs of the workflow that the step in hand uses. */
  called: Outputs | undefined
  request: MadeRequest | undefined

  constructor(workflow: Workflow, where: readonly string[], using: readonly Workflow[], inputs: FindInput) {
    this.workflow = workflow
    this.where = where
    this.using = using
    this.#inputs = inputs
  }

  setOutput(step: string, name: string, value: JsonValue): void {
    const outputs = this.#outputs.get(step) ?? new Map<string, JsonValue>()
    outputs.set(name, value)
    this.#outputs.set(step, outputs)
    this.#keepExpression(value, `$steps.${step}.outputs.${name}`)
  }

  /** The expressions of the document, by the placeholders that they have become. */
  get expressions(): JsonObject {
    return Object.fromEntries(this.#expressions)
  }

  #keepExpression(value: JsonValue | undefined, expression: string): void {
    const [, inside] = typeof value === 'string' ? (/^\{\{([^{}]+)\}\}$/.exec(value) ?? []) : []
    if (inside !== undefined && !this.#expressions.has(inside)) this.#expressions.set(inside, expression)
  }

  outputOf(step: string, name: string): JsonValue | undefined {
    return this.#outputs.get(step)?.get(name)
  }

  /** Keeps the inputs and outputs of a workflow that ran before. */
  setOthers(workflow: string, inputs: Outputs, outputs: Outputs): void {
    this.#others.set(workflow, { inputs, outputs })
  }

  /** The value of an input of the workflow, or of one that it uses and gives none. */
  inputOf(name: string, used?: Workflow): JsonValue | undefined {
    return this.#inputs(name, used)
  }

  /** The outputs of the workflow, for those that use it. */
  results(tell: Tell): Outputs {
    const written = Object.entries(mapping(this.workflow.value['outputs']))
    return new Map(written.map(([name, value]) => [name, this.valueOf(value, tell)]))
  }

  /** A part of the answer, or a value; undefined where nothing gives it. */
  find(written: string): Found | undefined {
    const expression = parseExpression(written)
    if (expression?.kind === 'answer') return { target: expression.target }
    const value = expression === undefined ? undefined : this.#value(expression)
    if (expression?.kind === 'inputs')
      this.#keepExpression(this.#inputs(expression.name), `$inputs.${expression.name}`)
    if (expression !== undefined && /^(?:inputs|steps|workflows)$/.test(expression.kind))
      this.#keepExpression(value, written.trim())
    return value === undefined ? undefined : { value }
  }

  /** A value of the document with placeholders for its expressions. */
  valueOf(value: JsonValue, tell: Tell): JsonValue {
    if (typeof value === 'string') return this.#textOf(value, tell)
    if (isList(value)) return value.map(one => this.valueOf(one, tell))
    if (!isObject(value)) return value
    return Object.fromEntries(
      Object.entries(value).map(([key, one]) => [literalText(key), this.valueOf(one, tell)]),
    )
  }

  #textOf(written: string, tell: Tell): JsonValue {
    const whole = looksLikeExpression(written) ? this.find(written) : undefined
    if (whole !== undefined && 'value' in whole) return whole.value
    if (looksLikeExpression(written)) {
      tell.lose(written, whole === undefined ? 'nothing gives it' : 'there is no answer yet')
      return literalText(written)
    }
    const parts = embeddedParts(written).map(part => {
      if (typeof part === 'string') return literalText(part)
      const found = this.find(part.expression)
      if (found !== undefined && 'value' in found) return found.value
      tell.lose(`{${part.expression}}`, 'nothing gives it')
      return literalText(`{${part.expression}}`)
    })
    // A lone expression in braces keeps its type as one without them does.
    const [first] = parts
    return parts.length === 1 && first !== undefined ? first : parts.map(valueText).join('')
  }

  #value(expression: Expression): JsonValue | undefined {
    switch (expression.kind) {
      case 'inputs':
        return into(this.#inputs(expression.name), expression.path)
      case 'outputs':
        return into(this.called?.get(expression.name) ?? this.#ownOutput(expression.name), expression.path)
      case 'steps':
        return into(this.outputOf(expression.step, expression.name), expression.path)
      case 'workflows':
        if (expression.workflow === this.workflow.id && expression.part === 'inputs')
          return into(this.#inputs(expression.name), expression.path)
        return into(
          this.#others.get(expression.workflow)?.[expression.part]?.get(expression.name),
          expression.path,
        )
      case 'source':
        return expression.name === 'url'
          ? this.workflow.document.sources.get(expression.source)?.url
          : undefined
      case 'component':
        return componentValue(this.workflow.document, expression.name)
      case 'request':
        return this.#requestValue(expression)
      case 'answer':
        return undefined
    }
  }

  #ownOutput(name: string): JsonValue | undefined {
    const written = property(mapping(this.workflow.value['outputs']), name)
    const expression = typeof written === 'string' ? parseExpression(written) : undefined
    return expression?.kind === 'steps' ? this.#value(expression) : undefined
  }

  #requestValue({ part, name, path }: Expression & { readonly kind: 'request' }): JsonValue | undefined {
    if (this.request === undefined) return undefined
    const { method, parameters, body } = this.request
    if (part === 'method') return method
    if (part === 'body') return into(body, path)
    const isNamed = (other: string): boolean =>
      part === 'header' ? other.toLowerCase() === name.toLowerCase() : other === name
    return parameters.find(one => one.in === part && isNamed(one.name))?.value
  }
}

function into(value: JsonValue | undefined, path: ValuePath): JsonValue | undefined {
  if (value === undefined) return undefined
  return typeof value === 'string' ? intoPlaceholder(value, path) : valueAtParts(value, path)
}

function componentValue(document: ArazzoDocument, name: string): JsonValue | undefined {
  return property(referenced(document, { reference: `$components.${name}` }) ?? {}, 'value')
}

/** The schemas of a workflow's inputs, by their names. */
export function inputSchemas({ value, document }: Workflow): ReadonlyMap<string, JsonObject> {
  const found = new Map<string, JsonObject>()
  const collect = (schema: JsonValue, depth: number): void => {
    const own = referenced(document, schema) ?? {}
    for (const [name, one] of Object.entries(mapping(own['properties'])))
      found.set(name, referenced(document, one) ?? {})
    if (depth < 10) for (const one of list(own['allOf'])) collect(one, depth + 1)
  }
  collect(value['inputs'] ?? null, 0)
  return found
}

/** The actions of a step, with those of its workflow that it does not say otherwise. */
export function actionsOf(
  step: JsonObject,
  { value, document }: Workflow,
  when: 'Success' | 'Failure',
  tell: Tell,
): readonly JsonObject[] {
  const read = (key: string, holder: JsonObject): readonly JsonObject[] =>
    list(holder[key]).flatMap((one): readonly JsonObject[] => {
      const found = referenced(document, one)
      if (found !== undefined) return [found]
      tell.lose(`${key} ${valueText(mapping(one)['reference'] ?? one)}`, 'there is no such component')
      return []
    })
  const own = read(`on${when}`, step)
  const names = new Set(own.map(one => text(one['name'])))
  const shared = read(`${when.toLowerCase()}Actions`, value).filter(one => !names.has(text(one['name'])))
  return [...own, ...shared]
}
