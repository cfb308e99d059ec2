import type { AnyNode } from 'acorn'
import type { JsonValue } from '../../../../../model/json.ts'
import type { BodyPath } from '../../body-path.ts'
import type { Check, Guard } from './check.ts'

/** Meaning of an expression of a script, as far as the suite language can say it. */
export type Value =
  | { readonly kind: 'literal'; readonly value: JsonValue }
  /** A value in the body read as JSON. Reading it throws where a guard does not hold. */
  | { readonly kind: 'body'; readonly path: BodyPath; readonly guards: readonly Guard[] }
  /** `value || {}`: only what is read from it can be said. */
  | { readonly kind: 'body-or-empty'; readonly path: BodyPath; readonly guards: readonly Guard[] }
  | { readonly kind: 'header'; readonly name: string }
  | { readonly kind: 'status' | 'reason' | 'time' | 'text' }
  | { readonly kind: 'length'; readonly of: Value }
  | { readonly kind: 'type'; readonly of: Value }
  | Variable
  /** Text with placeholders of the suite language. One that is `made` is another each time, such as `{{$guid}}`. */
  | { readonly kind: 'template'; readonly text: string; readonly made: boolean; readonly isText: boolean }
  /** Lists and objects with placeholders of the suite language in their texts. */
  | { readonly kind: 'structure'; readonly value: JsonValue }
  /** `Number(text)`, of a variable or of digits. */
  | { readonly kind: 'number'; readonly text: string }
  /** The first group of a match of a pattern, in a text made as the suite language makes it. */
  | { readonly kind: 'group'; readonly of: Value; readonly pattern: string }
  /** Result of `ajv.compile(schema)`. */
  | { readonly kind: 'validator'; readonly schema: JsonValue }
  /** True or false: true where all the checks hold. */
  | { readonly kind: 'condition'; readonly checks: readonly Check[]; readonly guards: readonly Guard[] }
  /** Something that only serves to get at something else, such as `pm.response.headers`. */
  | { readonly kind: 'object'; readonly name: string }

/** A variable of Postman, whatever its scope. */
export interface Variable {
  readonly kind: 'variable'
  readonly name: string
  /** True where it only ever holds text, so that comparing with it strictly is comparing text. */
  readonly isText: boolean
}

/** Says what an expression means; undefined where the suite language cannot say it, and for no expression. */
export type Evaluate = (node: AnyNode | undefined) => Value | undefined

/** The variable of Postman of a name; undefined when the script may write it, or no placeholder can name it. */
export type ReadVariable = (name: string | undefined) => Variable | undefined

/** The text of a name or key that is written out, perhaps by way of a constant. */
export function literalText(value: Value | undefined): string | undefined {
  return value?.kind === 'literal' && typeof value.value === 'string' ? value.value : undefined
}

/** The full name of something global, such as `pm.response.headers`, also by way of a constant. */
export function objectName(value: Value | undefined): string | undefined {
  return value?.kind === 'object' ? value.name : undefined
}

/** Conditions that must hold so that evaluating does not throw. */
export function guardsOf(value: Value): readonly Guard[] {
  if (value.kind === 'body' || value.kind === 'body-or-empty' || value.kind === 'condition')
    return value.guards
  return value.kind === 'length' || value.kind === 'type' || value.kind === 'group' ? guardsOf(value.of) : []
}

/** The verdict of a check on a value, as a value of its own; undefined where nothing says the same. */
export function checkedValue(
  value: Value | undefined,
  check: (value: Value) => readonly Check[] | undefined,
): Value | undefined {
  const checks = value === undefined ? undefined : check(value)
  if (value === undefined || checks === undefined) return undefined
  return { kind: 'condition', checks, guards: guardsOf(value) }
}
