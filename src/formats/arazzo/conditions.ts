import type { JsonValue } from '../../model/json.ts'
import { type Numeric, numberOfYaml, sameNumber } from '../../util/exact-number.ts'

/** A condition of a criterion, as a tree. */
export type Condition =
  | { readonly kind: 'and' | 'or'; readonly parts: readonly Condition[] }
  | { readonly kind: 'not'; readonly part: Condition }
  | {
      readonly kind: 'comparison'
      readonly operator: Comparison
      readonly left: Operand
      readonly right: Operand
    }
  | { readonly kind: 'truth'; readonly operand: Operand }

export type Comparison = '==' | '!=' | '<' | '<=' | '>' | '>='

/** A literal, or an expression as it is written. */
export type Operand =
  | { readonly kind: 'literal'; readonly value: JsonValue }
  | { readonly kind: 'expression'; readonly text: string }

const token =
  /\s*(?:(&&|\|\||==|!=|<=|>=|[<>!()])|'((?:[^']|'')*)'|"((?:[^"\\]|\\.)*)"|\{?(\$[^\s()<>=!&|}]+)\}?|([^\s()<>=!&|'"{}]+))/y

type Token =
  | { readonly kind: 'operator'; readonly text: string }
  | { readonly kind: 'operand'; readonly operand: Operand }

function tokensOf(written: string): readonly Token[] | undefined {
  const tokens: Token[] = []
  const end = written.trimEnd().length
  token.lastIndex = 0
  while (token.lastIndex < end) {
    const match = token.exec(written)
    if (match === null) return undefined
    const [, operator, single, double, expression, word] = match
    if (operator !== undefined) tokens.push({ kind: 'operator', text: operator })
    else if (expression !== undefined)
      tokens.push({ kind: 'operand', operand: { kind: 'expression', text: expression } })
    else {
      const value = single?.replaceAll("''", "'") ?? double ?? wordValue(word ?? '')
      tokens.push({ kind: 'operand', operand: { kind: 'literal', value } })
    }
  }
  return tokens
}

function wordValue(word: string): JsonValue {
  if (/^(?:true|false|null)$/.test(word)) return JSON.parse(word) as JsonValue
  return numberIn(word) ?? word
}

/** The number that a text is, with its digits where it has more than a double holds. */
export function numberIn(text: string): Numeric | undefined {
  const exact = /^-?\d+(?:\.\d+)?$/.test(text) ? numberOfYaml(text) : undefined
  return exact !== undefined && sameNumber(exact, Number(text)) ? Number(text) : exact
}

/** Reads a simple condition (`$statusCode == 200 && $response.body#/state == 'new'`); undefined for what is none. */
export function parseCondition(written: string): Condition | undefined {
  const tokens = tokensOf(written)
  if (tokens === undefined || tokens.length === 0 || tokens.length > 500) return undefined
  const reader = new ConditionReader(tokens)
  const condition = reader.either()
  return reader.isAtEnd ? condition : undefined
}

class ConditionReader {
  readonly #tokens: readonly Token[]
  #at = 0

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens
  }

  get isAtEnd(): boolean {
    return this.#at === this.#tokens.length
  }

  either(): Condition | undefined {
    return this.#joined('||', 'or', () => this.#joined('&&', 'and', () => this.#negation()))
  }

  #joined(operator: string, kind: 'and' | 'or', part: () => Condition | undefined): Condition | undefined {
    const parts = [part()]
    while (this.#take(operator)) parts.push(part())
    const [first] = parts
    if (parts.length === 1) return first
    const whole = parts.filter(one => one !== undefined)
    return whole.length === parts.length ? { kind, parts: whole } : undefined
  }

  #negation(): Condition | undefined {
    if (!this.#take('!')) return this.#comparison()
    const part = this.#negation()
    return part === undefined ? undefined : { kind: 'not', part }
  }

  #comparison(): Condition | undefined {
    if (this.#take('(')) {
      const inside = this.either()
      return this.#take(')') ? inside : undefined
    }
    const left = this.#operand()
    if (left === undefined) return undefined
    const operator = (['==', '!=', '<=', '>=', '<', '>'] as const).find(one => this.#take(one))
    if (operator === undefined) return { kind: 'truth', operand: left }
    const right = this.#operand()
    return right === undefined ? undefined : { kind: 'comparison', operator, left, right }
  }

  #operand(): Operand | undefined {
    const next = this.#tokens[this.#at]
    if (next?.kind !== 'operand') return undefined
    this.#at++
    return next.operand
  }

  #take(operator: string): boolean {
    const next = this.#tokens[this.#at]
    const isNext = next?.kind === 'operator' && next.text === operator
    if (isNext) this.#at++
    return isNext
  }
}
