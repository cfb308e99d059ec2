import type { JsonValue } from '../../model/json.ts'
import { isList, isObject } from '../../util/is-json.ts'
import { isNumber } from '../../util/exact-number.ts'

/** The facts about a function before it has a value: a line of schemas/functions.schema.yaml. */
export interface FunctionFacts {
  readonly takes: readonly (Kind | 'any')[]
  readonly gives: Kind | 'any'
  readonly arguments: readonly ArgumentFacts[]
}

/** An argument of a function. */
export interface ArgumentFacts {
  /** As the documentation calls it: `SEPARATOR`. */
  readonly name: string
  readonly type: ArgumentType
  readonly optional?: boolean
  /** The words for a missing argument. */
  readonly needs?: string
}

/** The type of an argument; `key` is the name of a variable. */
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

/** The kind of a value for a function. */
export type Kind = 'text' | 'number' | 'boolean' | 'null' | 'list' | 'object'

/** The kind of a value. */
export function kindOf(value: JsonValue): Kind {
  if (value === null) return 'null'
  if (typeof value === 'string') return 'text'
  if (isNumber(value)) return 'number'
  return isList(value) ? 'list' : isObject(value) ? 'object' : 'boolean'
}

/** True where a function takes values of a kind; of a text only its digits tell whether it is a number. */
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
