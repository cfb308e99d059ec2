import { expandPattern } from '../../../compile/test-program/expand-pattern.ts'
import type { JsonType, Predicate, Value } from '../../../compile/test-program/test-program.ts'
import { typeOfValue } from '../../../compile/test-program/value-type.ts'
import { valueText } from '../../../util/value-text.ts'
import { align, conditionalGroup, type Doc, group, ifBreak, indent, line } from '../layout.ts'
import type { Access, RubyCode } from './ruby-code.ts'
import { block, flat, listOf, text } from './ruby-text.ts'
import { rubyPattern } from './ruby-pattern.ts'

/** An expression that is true or false, and how tightly it holds together. */
export interface Condition {
  readonly code: Doc
  readonly binds: 'or' | 'and' | 'comparison' | 'call'
  /** The opposite, where there is a word for it. */
  readonly opposite?: Doc
  /** The parts of the condition, with `and` or `or` between. */
  readonly terms?: readonly Condition[]
}

const always: Condition = { code: 'true', binds: 'call', opposite: 'false' }
const never: Condition = { code: 'false', binds: 'call', opposite: 'true' }

/** The code of a condition that stands alone. */
export function asked(predicate: Predicate, code: RubyCode): Doc {
  return indent(condition(predicate, code).code)
}

/** A statement that is carried out where a condition holds, or where it does not. */
export function modified(statement: Doc, word: 'if' | 'unless', asked: Condition): Doc {
  const [written, test] = keyword(word, asked)
  return [statement, ` ${written} `, align(flat(statement).length + written.length + 2, test)]
}

/** Statements under a condition, behind which a single one may stand. */
export function conditional(asked: Condition | undefined, lines: readonly Doc[]): readonly Doc[] {
  const [only, ...others] = lines
  if (asked === undefined || only === undefined || flat(asked.code) === 'true') return lines
  const [word, test] = keyword('if', asked)
  const whole = block([`${word} `, align(word.length + 1, test)], lines)
  return [others.length > 0 ? whole : conditionalGroup([[only, ` ${word} `, test], whole])]
}

/** `if` and `unless` turn into each other where that saves a negation. */
function keyword(word: 'if' | 'unless', asked: Condition): readonly ['if' | 'unless', Doc] {
  if (asked.binds !== 'call' || !flat(asked.code).startsWith('!')) return [word, asked.code]
  return [word === 'if' ? 'unless' : 'if', negated(asked).code]
}

/** An expression that tells whether a predicate holds, and raises for no answer. */
export function condition(predicate: Predicate, code: RubyCode): Condition {
  const lenient = (value: Value): Doc => code.value(value, 'lenient')
  switch (predicate.kind) {
    case 'equal':
      return both(known(predicate, code), same(lenient(predicate.actual), predicate, code, 'lenient'))
    case 'compare': {
      const { actual, sign, expected } = predicate
      const isNumber = typeOfValue(actual) === 'number'
      const holds: Condition = {
        code: [lenient(actual), ` ${sign} `, lenient(expected)],
        binds: 'comparison',
      }
      return both(isNumber ? always : call([lenient(actual), '.is_a?(Numeric)']), holds)
    }
    case 'includes':
      return withPart(
        predicate.part,
        code,
        textual(predicate.text, code, subject => [subject, '.include?(', code.value(predicate.part), ')']),
      )
    case 'starts-with':
    case 'ends-with': {
      const { kind, text: of, part } = predicate
      const method = kind === 'starts-with' ? 'start_with?' : 'end_with?'
      return withPart(
        part,
        code,
        single(of, code, subject => [subject, `.${method}(`, code.value(part), ')']),
      )
    }
    case 'matches-regex':
      return single(predicate.text, code, subject => [
        subject,
        '.match?(',
        patternOf(predicate.pattern, code),
        ')',
      ])
    case 'contains':
      return call(code.helper('contains', lenient(predicate.actual), lenient(predicate.expected)))
    case 'one-of':
      return both(known(predicate, code), oneOf(predicate, code, 'lenient'))
    case 'is':
      return both(
        predicate.type === 'null' ? present(predicate.value, code) : always,
        isType(lenient(predicate.value), predicate.type, code),
      )
    case 'is-single':
      return both(present(predicate.value, code), isSingle(lenient(predicate.value)))
    case 'present':
      return present(predicate.value, code)
    case 'exists':
      return negated(nothing(lenient(predicate.value)))
    case 'empty': {
      // Of a body that is no JSON nothing is known.
      const isBody = predicate.value.kind === 'json' && predicate.value.root === 'body'
      return both(isBody ? present(predicate.value, code) : always, nothing(lenient(predicate.value)))
    }
    case 'absent':
      return absent(predicate.part, code)
    case 'matches':
      return condition(expandPattern(predicate.actual, predicate.pattern), code)
    case 'each':
    case 'any':
      return quantified(predicate, code)
    case 'not':
      return negated(condition(predicate.of, code))
    case 'all':
      return joined(
        predicate.of.map(part => condition(withinNumbers(part, predicate.of), code)),
        'and',
      )
    case 'some':
      return joined(
        predicate.of.map(part => condition(part, code)),
        'or',
      )
  }
}

const opposites = { '<': '>=', '<=': '>', '>': '<=', '>=': '<' } as const

/** A value that is not more than another is at most that, where it is known to be a number. */
function withinNumbers(part: Predicate, all: readonly Predicate[]): Predicate {
  if (part.kind !== 'not' || part.of.kind !== 'compare') return part
  const { actual, sign } = part.of
  const isNumber = all.some(
    one => one.kind === 'is' && one.type === 'number' && JSON.stringify(one.value) === JSON.stringify(actual),
  )
  return isNumber ? { ...part.of, sign: opposites[sign] } : part
}

function call(code: Doc, opposite?: Doc): Condition {
  return { code, binds: 'call', ...(opposite === undefined ? {} : { opposite }) }
}

/** One after the other, each of them once. */
function joined(parts: readonly Condition[], word: 'and' | 'or'): Condition {
  const terms = parts.flatMap(part => (part.binds === word ? (part.terms ?? []) : [part]))
  const [none, other] = word === 'and' ? [always, never] : [never, always]
  if (terms.some(term => flat(term.code) === flat(other.code))) return other
  const distinct = new Map(terms.map(term => [flat(term.code), term]))
  distinct.delete(flat(none.code))
  const [first, ...others] = distinct.values()
  if (first === undefined) return none
  if (others.length === 0) return first
  const sign = word === 'and' ? ' &&' : ' ||'
  const codes = [first, ...others].map(({ code, binds }) =>
    binds !== word && (binds === 'or' || binds === 'and') ? ['(', code, ')'] : code,
  )
  const [head = '', ...rest] = codes
  return {
    code: group([head, ...rest.map((code): Doc => [sign, line, code])]),
    binds: word,
    terms: [first, ...others],
  }
}

function both(first: Condition, second: Condition): Condition {
  return joined([first, second], 'and')
}

/** The opposite, in the words that linters want for it. */
export function negated({ code, binds, opposite }: Condition): Condition {
  if (opposite !== undefined)
    return { code: opposite, binds: binds === 'comparison' ? binds : 'call', opposite: code }
  const inner = binds === 'call' ? code : ['(', code, ')']
  return { code: ['!', inner], binds: 'call', opposite: code }
}

/** Nothing, or nothing in it. */
function nothing(subject: Doc): Condition {
  return call(["[nil, '', [], {}].include?(", subject, ')'])
}

/** That a value is there, where that is not certain. */
function present(value: Value, code: RubyCode): Condition {
  if (value.kind === 'header') return call(['response.key?(', text(value.name), ')'])
  if (value.kind === 'json') {
    const root = code.rootName(value.root)
    if (value.path.length === 0)
      return value.root === 'body' ? call(['!', root, '.nil?'], [root, '.nil?']) : always
    const found = code.helper('values_at', root, ...code.steps(value.path))
    return call(['!', found, '.to_a.empty?'], [found, '.to_a.empty?'])
  }
  if (value.kind === 'variable') {
    const subject = code.value(value, 'lenient')
    return call(['!', subject, '.nil?'], [subject, '.nil?'])
  }
  return always
}

/** That a value is there, where nothing could be taken for what is expected. */
function known(predicate: Extract<Predicate, { kind: 'equal' | 'one-of' }>, code: RubyCode): Condition {
  const { actual, as } = predicate
  const expected = predicate.kind === 'equal' ? [predicate.expected] : predicate.expected
  const mayBeNothing = (value: Value): boolean =>
    value.kind === 'literal'
      ? value.value === null || (as === 'loose' && value.value === 'null')
      : as === 'loose' || typeOfValue(value) === 'json'
  return expected.some(mayBeNothing) ? present(actual, code) : always
}

/** The comparison of an expression with what is expected. */
export function same(
  left: Doc,
  { expected, as }: Pick<Extract<Predicate, { kind: 'equal' }>, 'expected' | 'as'>,
  code: RubyCode,
  access: Access,
): Condition {
  if (expected.kind === 'literal' && expected.value === null && as !== 'loose') return call([left, '.nil?'])
  const subject = as === 'loose' ? code.helper('text_of', left) : left
  const right = code.value(expected, access)
  // Floats that are compared look like a mistake to linters.
  if (/^-?\d+(\.\d|e)/.test(flat(right))) return call(['[', right, '].include?(', subject, ')'])
  return comparison(subject, right)
}

function comparison(left: Doc, right: Doc): Condition {
  return { code: [left, ' == ', right], binds: 'comparison', opposite: [left, ' != ', right] }
}

/** The search for a value among several. */
export function oneOf(
  { actual, expected, as }: Extract<Predicate, { kind: 'one-of' }>,
  code: RubyCode,
  access: Access,
): Condition {
  const left = code.value(actual, access)
  const isText = (value: Value): boolean => typeOfValue(value) === 'text'
  if (as !== 'loose' || expected.every(isText)) {
    const subject = as === 'loose' ? code.helper('text_of', left) : left
    return call([listOf(expected.map(one => code.value(one, access))), '.include?(', subject, ')'])
  }
  return joined(
    expected.map(one => same(left, { expected: one, as: isText(one) ? 'loose' : 'json' }, code, access)),
    'or',
  )
}

/** Ruby's names of the types of JSON. */
export const rubyTypes = { string: 'String', number: 'Numeric', array: 'Array', object: 'Hash' } as const

function isType(subject: Doc, type: JsonType, code: RubyCode): Condition {
  if (type === 'null') return call([subject, '.nil?'])
  if (type === 'integer') return call(code.helper('whole', subject))
  return call(
    type === 'boolean' ? ['[true, false].include?(', subject, ')'] : [subject, `.is_a?(${rubyTypes[type]})`],
  )
}

function isSingle(subject: Doc): Condition {
  return call(['[Array, Hash].none? { |type| ', subject, '.is_a?(type) }'])
}

/** Lists and objects begin, end and match with nothing, though their JSON may. */
function single(value: Value, code: RubyCode, holds: (subject: Doc) => Doc): Condition {
  const test = textual(value, code, holds)
  return value.kind === 'text-of' ? both(isSingle(code.value(value.of, 'lenient')), test) : test
}

/** A part that may turn out to be empty, and then would be in every text. */
export function mayBeEmpty(part: Value): boolean {
  if (part.kind === 'template') return !part.parts.some(one => typeof one === 'string')
  return part.kind !== 'literal'
}

function withPart(part: Value, code: RubyCode, holds: Condition): Condition {
  if (!mayBeEmpty(part)) return holds
  const written = code.value(part)
  return both(call(['!', written, '.empty?'], [written, '.empty?']), holds)
}

/** A condition that holds for a text, and for nothing else. */
function textual(value: Value, code: RubyCode, holds: (subject: Doc) => Doc): Condition {
  const subject = code.value(value, 'lenient')
  if (value.kind === 'header') return both(present(value, code), call(holds([subject, '.to_s'])))
  if (value.kind === 'text-of') return both(present(value.of, code), call(holds(subject)))
  const isText = typeOfValue(value) === 'text' && value.kind !== 'variable'
  return both(isText ? always : call([subject, '.is_a?(String)']), call(holds(subject)))
}

/** A pattern, as Ruby reads it where it is only known when the tests run. */
export function patternOf(pattern: Value, code: RubyCode): Doc {
  if (pattern.kind !== 'literal') return ['Regexp.new(', code.value(pattern), ')']
  return rubyPattern(valueText(pattern.value)) ?? 'nil'
}

/** That there is nothing, and nothing in the way to it. */
export function absent(part: Extract<Predicate, { kind: 'absent' }>['part'], code: RubyCode): Condition {
  if (part.kind === 'json-list') return comparison(code.value(part), '[]')
  return call(code.helper('absent', code.rootName(part.root), ...code.steps(part.path)))
}

function quantified(
  { kind, list, holds }: Extract<Predicate, { kind: 'each' | 'any' }>,
  code: RubyCode,
): Condition {
  const written = code.value(list, 'lenient')
  const items = [list.kind === 'json-list' ? written : ['Array.try_convert(', written, ')'], '.to_a']
  const item = code.itemOf(list)
  const inner = code.inItem(item, () => asked(holds, code))
  const test = (method: string): Doc => [items, `.${method}`, closure(item, inner)]
  if (kind === 'any') return call(test('any?'), test('none?'))
  return both(call(['!', items, '.empty?'], [items, '.empty?']), call(test('all?')))
}

/** A block with an item, on one line where it fits. */
export function closure(item: string, inner: Doc): Doc {
  const method = new RegExp(`^${item}\\.(\\w+\\?)$`).exec(flat(inner))
  if (method !== null) return `(&:${method[1] ?? ''})`
  const isUsed = new RegExp(`\\b${item}\\b`).test(flat(inner))
  const parameter = isUsed ? item : `_${item}`
  return group([ifBreak(' do', ' {'), ` |${parameter}|`, indent([line, inner]), line, ifBreak('end', '}')])
}
