import type { JsonValue } from '../../model/json.ts'
import { isList, isObject } from '../../util/is-json.ts'
import { isNumber } from '../../util/exact-number.ts'

/** What is known of a function before it has a value: a line of schemas/functions.schema.yaml. */
export interface FunctionFacts {
  readonly takes: readonly (Kind | 'any')[]
  readonly gives: Kind | 'any'
  readonly arguments: readonly ArgumentFacts[]
}

/** What a function wants to know. */
export interface ArgumentFacts {
  /** As the documentation calls it: `SEPARATOR`. */
  readonly name: string
  readonly type: ArgumentType
  readonly optional?: boolean
  /** What is said to be missing where it is. */
  readonly needs?: string
}

/** What an argument may be; `key` is the name of a variable. */
export type ArgumentType =
  | 'value'
  | 'text'
  | 'searched'
  | 'whole'
  | 'key'
  | 'encoding'
  | 'algorithm'
  | 'amount'
  | 'number'
  | 'form'
  | 'zone'
  | 'place'

/** What a value is to a function. */
export type Kind = 'text' | 'number' | 'boolean' | 'null' | 'list' | 'object'

/** The kind of a value. */
export function kindOf(value: JsonValue): Kind {
  if (value === null) return 'null'
  if (typeof value === 'string') return 'text'
  if (isNumber(value)) return 'number'
  return isList(value) ? 'list' : isObject(value) ? 'object' : 'boolean'
}

/** Whether a function takes values of a kind; of a text only its digits tell whether it is a number. */
export function takesKind({ takes }: FunctionFacts, kind: Kind): boolean {
  if (takes.includes('any') || takes.includes(kind)) return true
  if (kind === 'text') return takes.includes('number')
  return (kind === 'number' || kind === 'boolean') && takes.includes('text')
}

/** `upper takes text, items is a list` */
export function misfitOf(name: string, { takes }: FunctionFacts, given: string, kind: Kind): string {
  return `${name} takes ${takes.map(one => phrases[one]).join(' or ')}, ${given} is ${phrases[kind]}`
}

const phrases: Readonly<Record<Kind | 'any', string>> = {
  any: 'anything',
  text: 'text',
  number: 'a number',
  boolean: 'true or false',
  null: 'null',
  list: 'a list',
  object: 'an object',
}
