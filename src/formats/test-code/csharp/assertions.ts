import { asAbsence } from '../../../compile/test-program/as-absence.ts'
import { expandPattern } from '../../../compile/test-program/expand-pattern.ts'
import type { Predicate } from '../../../compile/test-program/test-program.ts'
import { valueText } from '../../../util/value-text.ts'
import type { Doc } from '../layout.ts'
import { NameRegistry } from '../names.ts'
import { type CSharpCode, isNumeric, newPattern, text } from './csharp-code.ts'
import { atom, call, type Expression, initializer, on, property, statement } from './csharp-layout.ts'
import { takenNames } from './csharp-text.ts'
import { absence, conditionOf, kinds, sameArguments, singleness, textIn } from './predicates.ts'

type Of<Kind extends Predicate['kind']> = Extract<Predicate, { kind: Kind }>

/** Names of local variables, which differ within a method. */
export class Locals {
  readonly #names = new NameRegistry(takenNames)
  #count = 0

  name(wanted: string): string {
    return this.#names.name(String(this.#count++), wanted, 'camelCase', 'item')
  }
}

/** Writes what fails unless predicates hold. */
export class Assertions {
  readonly #code: CSharpCode
  readonly #locals: Locals
  /** The expectation in the words of the suite. */
  readonly #name: string

  constructor(code: CSharpCode, locals: Locals, name: string) {
    this.#code = code
    this.#locals = locals
    this.#name = name
  }

  /** Statements that fail unless a predicate holds. */
  of(written: Predicate): readonly Doc[] {
    const code = this.#code
    const predicate = asAbsence(written)
    switch (predicate.kind) {
      case 'all':
        return this.#all(predicate.of)
      case 'matches':
        return this.of(expandPattern(predicate.actual, predicate.pattern))
      case 'equal':
        return [this.#equal(predicate) ?? this.#condition(predicate)]
      case 'includes':
      case 'starts-with':
      case 'ends-with':
      case 'matches-regex':
        return [...this.#isTrue(singleness(predicate, code)), this.#text(predicate)]
      case 'one-of':
        return [this.#oneOf(predicate) ?? this.#condition(predicate)]
      case 'is': {
        const { code: actual, type } = code.value(predicate.value, true)
        const kind = kinds[predicate.type]
        const isPlain = type === 'json' && predicate.type !== 'integer' && predicate.type !== 'boolean'
        return [
          isPlain ? assert('Equal', atom(kind), property(actual, 'ValueKind')) : this.#condition(predicate),
        ]
      }
      case 'each':
        return this.#each(predicate)
      case 'any': {
        const { code: list, type } = code.value(predicate.list)
        if (type !== 'json' && type !== 'list') return [this.#condition(predicate)]
        const items = type === 'list' ? list : code.helper('Items', list)
        const holds = code.itemLambda(code.itemOf(predicate.list), () => conditionOf(predicate.holds, code))
        return [assert('Contains', items, holds)]
      }
      case 'absent':
        return this.#isTrue(absence(predicate.part, code))
      default:
        return [this.#condition(predicate)]
    }
  }

  #isTrue(conditions: readonly Expression[]): readonly Doc[] {
    return conditions.map(one => assert('True', one, text(this.#name)))
  }

  #condition(predicate: Predicate): Doc {
    const condition = conditionOf(predicate, this.#code)
    if (condition.code === 'false') return assert('Fail', text(this.#name))
    const message = this.#message(predicate)
    const isDenied = condition.rank === 'unary' && condition.opposite !== undefined
    return isDenied ? assert('False', condition.opposite, message) : assert('True', condition, message)
  }

  /** The message with the expected value, and the actual one where that can be shown. */
  #message(predicate: Predicate): Expression {
    const of = predicate.kind === 'not' ? predicate.of : predicate
    const value = 'actual' in of ? of.actual : 'value' in of ? of.value : undefined
    if (value === undefined || of.kind === 'present') return text(this.#name)
    const { code, type } = this.#code.value(value)
    const isShown = type === 'json' || type === 'string?' || type === 'long' || type === 'double'
    return isShown ? this.#code.interpolated([`${this.#name}, but was `, code]) : text(this.#name)
  }

  /** Bounds of one value stand together. */
  #all(terms: readonly Predicate[]): readonly Doc[] {
    const [low, high, ...others] = terms
    const isRange =
      low?.kind === 'compare' &&
      high?.kind === 'compare' &&
      others.length === 0 &&
      JSON.stringify(low.actual) === JSON.stringify(high.actual)
    if (!isRange) return terms.flatMap(term => this.of(term))
    const from = wholeBound(low, '>=', '>', 1)
    const to = wholeBound(high, '<=', '<', -1)
    const { code: actual, type } = this.#code.value(low.actual)
    if (type === 'int' && from !== undefined && to !== undefined)
      return [assert('InRange', actual, atom(String(from)), atom(String(to)))]
    const both = conditionOf({ kind: 'all', of: terms }, this.#code)
    const bounds = [low, high].map(({ sign, expected: { kind, ...bound } }) =>
      'value' in bound && kind === 'literal' ? `${sign} ${valueText(bound.value)}` : `${sign} a value`,
    )
    const message = this.#code.interpolated([`expected ${bounds.join(' and ')}, but was `, actual])
    return [assert('True', both, message)]
  }

  #equal({ actual, expected, as }: Of<'equal'>): Doc | undefined {
    const code = this.#code
    const left = code.value(actual, true)
    const right = code.value(expected)
    const known = expected.kind === 'literal' ? expected.value : undefined
    const name = actual.kind === 'status' && typeof known === 'number' ? statusNames.get(known) : undefined
    if (name !== undefined)
      return assert('Equal', atom(`HttpStatusCode.${name}`), atom('response.StatusCode'))
    if (left.type === 'string' || left.type === 'string?')
      return assert('Equal', code.textOf(expected), left.code)
    if (isNumeric(left.type) && isNumeric(right.type)) return assert('Equal', right.code, left.code)
    if (left.type === 'list' && right.type !== 'json' && right.type !== 'node') return undefined
    const node = code.json(left)
    if (right.type === 'string' || right.type === 'string?') {
      const read = as === 'loose' ? code.helper('Text', node) : on(node, 'GetString')
      return assert('Equal', code.textOf(expected), read)
    }
    if (typeof known === 'boolean') return assert(known ? 'True' : 'False', on(node, 'GetBoolean'))
    if (isNumeric(right.type)) return assert('Equal', right.code, on(node, 'GetDouble'))
    if (known === null) return assert('Equal', atom(kinds.null), property(node, 'ValueKind'))
    if (right.type === 'bool') return assert('Equal', right.code, on(node, 'GetBoolean'))
    const helper = right.type === 'json' || right.type === 'list' ? 'AssertSameElement' : 'AssertSame'
    return statement(code.helper(helper, ...sameArguments(right, node, code)))
  }

  #text(predicate: Of<'includes' | 'starts-with' | 'ends-with' | 'matches-regex'>): Doc {
    const code = this.#code
    const { text: of } = predicate
    const whole = code.value(of, true)
    const read = whole.type === 'json' ? on(whole.code, 'GetString') : textIn(of, code).code
    if (predicate.kind !== 'matches-regex') {
      const name = { includes: 'Contains', 'starts-with': 'StartsWith', 'ends-with': 'EndsWith' }[
        predicate.kind
      ]
      return assert(name, code.textOf(predicate.part), read, atom('StringComparison.Ordinal'))
    }
    const { pattern } = predicate
    const regex =
      pattern.kind === 'literal'
        ? newPattern(valueText(pattern.value))
        : call('new Regex', code.textOf(pattern), atom('RegexOptions.ECMAScript'))
    return assert('Matches', regex, read)
  }

  #oneOf({ actual, expected, as }: Of<'one-of'>): Doc | undefined {
    const code = this.#code
    const { code: read, type } = code.value(actual, true)
    const literals = expected.map(one => (one.kind === 'literal' ? one.value : null))
    const list = atom(
      initializer(
        'new[]',
        expected.map(one => code.value(one).code.code),
      ),
    )
    if (type === 'int' && literals.every(Number.isInteger)) return assert('Contains', read, list)
    if (!literals.every(one => typeof one === 'string' && one !== '')) return undefined
    if (type === 'string' || type === 'string?') return assert('Contains', read, list)
    if (type !== 'json') return undefined
    return assert('Contains', as === 'loose' ? code.helper('Text', read) : on(read, 'GetString'), list)
  }

  /** Every item of a list that must not be empty. */
  #each({ list, holds }: Of<'each' | 'any'>): readonly Doc[] {
    const code = this.#code
    const { code: written, type } = code.value(list, true)
    if (type !== 'json' && type !== 'list') return [assert('Fail', text(this.#name))]
    const name = this.#locals.name(code.itemsOf(list))
    const items = type === 'list' ? written : on(written, 'EnumerateArray')
    const every = code.itemLambda(code.itemOf(list), () => {
      const lines = this.of(holds)
      const [only] = lines
      return lines.length === 1 && only !== undefined ? atom(withoutEnd(only)) : lines
    })
    return [
      ['var ', name, ' = ', on(items, 'ToList').code, ';'],
      assert('NotEmpty', atom(name)),
      assert('All', atom(name), every),
    ]
  }
}

/** A call of one of xUnit's assertions. */
export function assert(name: string, ...args: readonly (Expression | undefined)[]): Doc {
  return statement(on('Assert', name, ...args.filter(one => one !== undefined)))
}

function withoutEnd(line: Doc): Doc {
  return Array.isArray(line) && line.at(-1) === ';' ? line.slice(0, -1) : line
}

function wholeBound(
  { sign, expected }: Of<'compare'>,
  inclusive: string,
  exclusive: string,
  step: number,
): number | undefined {
  const bound = expected.kind === 'literal' ? expected.value : undefined
  if (typeof bound !== 'number' || !Number.isInteger(bound)) return undefined
  return sign === inclusive ? bound : sign === exclusive ? bound + step : undefined
}

const statusNames: ReadonlyMap<number, string> = new Map(
  (
    '200 OK,201 Created,202 Accepted,204 NoContent,206 PartialContent,301 MovedPermanently,302 Found,303 SeeOther,' +
    '304 NotModified,307 TemporaryRedirect,308 PermanentRedirect,400 BadRequest,401 Unauthorized,403 Forbidden,' +
    '404 NotFound,405 MethodNotAllowed,406 NotAcceptable,409 Conflict,410 Gone,412 PreconditionFailed,' +
    '413 RequestEntityTooLarge,415 UnsupportedMediaType,422 UnprocessableEntity,429 TooManyRequests,' +
    '500 InternalServerError,501 NotImplemented,502 BadGateway,503 ServiceUnavailable,504 GatewayTimeout'
  )
    .split(',')
    .map(one => [Number(one.slice(0, 3)), one.slice(4)]),
)
