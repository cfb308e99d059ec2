import { expandPattern } from '../../../compile/test-program/expand-pattern.ts'
import type { Predicate, Value } from '../../../compile/test-program/test-program.ts'
import { typeOfValue } from '../../../compile/test-program/value-type.ts'
import { type Doc, flat } from '../layout.ts'
import { asked, closure, mayBeEmpty, patternOf, RubyConditions, rubyTypes } from './conditions.ts'
import type { Access, RubyCode } from './ruby-code.ts'
import { call, listOf, text } from './ruby-text.ts'

type Of<Kind extends Predicate['kind']> = Extract<Predicate, { kind: Kind }>

/**
 * The expectations that must be met so that a predicate holds, as statements. They may raise where something is
 * missing, which fails a test as well.
 */
export function expectations(predicate: Predicate, code: RubyCode): readonly Doc[] {
  switch (predicate.kind) {
    case 'all':
      return allOf(predicate.of, code)
    case 'matches':
      return expectations(expandPattern(predicate.actual, predicate.pattern), code)
    case 'equal':
    case 'compare':
    case 'includes':
    case 'starts-with':
    case 'ends-with':
    case 'matches-regex':
    case 'contains':
    case 'is':
    case 'exists':
    case 'empty': {
      const matcher = matcherOf(predicate, code)
      return matcher === undefined
        ? [isTrue(predicate, code)]
        : [...guards(predicate, code), to(subject(predicate, code), matcher)]
    }
    case 'one-of':
      return [oneOfExpectation(predicate, code, 'to')]
    case 'is-single':
      return singleOnly(predicate.value, code)
    case 'present':
      return presence(predicate.value, code)
    case 'absent':
      return [absence(predicate, code)]
    case 'each':
    case 'any':
      return quantified(predicate, code)
    case 'not':
      return denied(predicate.of, code)
    case 'some':
      return [isTrue(predicate, code)]
  }
}

function to(subject: Doc, matcher: Doc, word: 'to' | 'not_to' = 'to'): Doc {
  return [call('expect', [subject]), `.${word} `, matcher]
}

function isTrue(predicate: Predicate, code: RubyCode): Doc {
  return to(asked(predicate, code), 'be(true)')
}

/** The value of a predicate that is looked at. */
function looked(predicate: Predicate): Value | undefined {
  switch (predicate.kind) {
    case 'equal':
    case 'compare':
    case 'contains':
    case 'one-of':
      return predicate.actual
    case 'includes':
    case 'starts-with':
    case 'ends-with':
    case 'matches-regex':
      return predicate.text
    case 'is':
    case 'exists':
    case 'empty':
      return predicate.value
    default:
      return undefined
  }
}

function subject(predicate: Predicate, code: RubyCode): Doc {
  const value = looked(predicate) ?? { kind: 'status' }
  const written = code.value(value, accessOf(predicate))
  return predicate.kind === 'equal' && predicate.as === 'loose' ? code.helper('text_of', written) : written
}

/** Where nil is no answer, the way to a value needs not be certain. */
function accessOf(predicate: Predicate): Access {
  const isCertain =
    predicate.kind === 'compare' ||
    predicate.kind === 'starts-with' ||
    predicate.kind === 'ends-with' ||
    predicate.kind === 'matches-regex' ||
    predicate.kind === 'exists' ||
    (predicate.kind === 'is' && predicate.type !== 'null') ||
    (predicate.kind === 'equal' &&
      predicate.as !== 'loose' &&
      predicate.expected.kind === 'literal' &&
      predicate.expected.value !== null)
  return isCertain && looked(predicate)?.kind === 'json' ? 'dig' : 'strict'
}

/** The matcher for what a predicate looks at, which is there. */
function matcherOf(predicate: Predicate, code: RubyCode): Doc | undefined {
  switch (predicate.kind) {
    case 'equal':
      return equalTo(code.value(predicate.expected))
    case 'compare':
      return [`be ${predicate.sign} `, code.value(predicate.expected)]
    case 'includes':
      return call('include', [code.value(predicate.part)])
    case 'starts-with':
    case 'ends-with': {
      const matcher = call(predicate.kind === 'starts-with' ? 'start_with' : 'end_with', [
        code.value(predicate.part),
      ])
      return typeOfValue(predicate.text) === 'text' ? matcher : ['be_a(String).and ', matcher]
    }
    case 'matches-regex':
      return ['match(', patternOf(predicate.pattern, code), ')']
    case 'contains':
      return code.helper('contain', code.value(predicate.expected))
    case 'is':
      return typeMatcher(predicate.type, code)
    case 'exists':
      return code.helper('be_filled')
    case 'empty':
      return 'be_nil.or be_empty'
    default:
      return undefined
  }
}

function equalTo(expected: Doc): Doc {
  const code = flat(expected)
  if (code === 'nil') return 'be_nil'
  return code === 'true' || code === 'false' ? `be(${code})` : call('eq', [expected])
}

function typeMatcher(type: Of<'is'>['type'], code: RubyCode): Doc {
  if (type === 'null') return 'be_nil'
  if (type === 'boolean') return 'be(true).or be(false)'
  if (type === 'integer') return code.helper('be_whole')
  return `${type === 'array' ? 'be_an' : 'be_a'}(${rubyTypes[type]})`
}

/** Lists and objects begin, end and match with nothing, though their JSON may. */
function guards(predicate: Predicate, code: RubyCode): readonly Doc[] {
  const value = looked(predicate)
  const part =
    predicate.kind === 'includes' || predicate.kind === 'starts-with' || predicate.kind === 'ends-with'
      ? predicate.part
      : predicate.kind === 'matches-regex'
        ? predicate.pattern
        : undefined
  const filled = part !== undefined && mayBeEmpty(part) ? [to(code.value(part), 'be_empty', 'not_to')] : []
  const isWhole = predicate.kind === 'includes' || value?.kind !== 'text-of'
  return isWhole ? filled : [...filled, ...singleOnly(value.of, code)]
}

function singleOnly(value: Value, code: RubyCode): readonly Doc[] {
  const written = code.value(value)
  return [to(written, 'be_an(Array)', 'not_to'), to(written, 'be_a(Hash)', 'not_to')]
}

/** A value that is denied something must be there, which needs not be said but of a cookie: to look for one raises nothing. */
function allOf(parts: readonly Predicate[], code: RubyCode): readonly Doc[] {
  const isSaid = (part: Of<'present'>): boolean =>
    parts.some(
      other =>
        other.kind === 'not' &&
        (other.of.kind === 'equal' || other.of.kind === 'one-of') &&
        other.of.actual.kind === 'json' &&
        other.of.actual.root !== 'cookies' &&
        JSON.stringify(other.of.actual) === JSON.stringify(part.value),
    )
  const told = parts.filter(part => part.kind !== 'present' || !isSaid(part))
  const range = statusRange(told)
  return range === undefined ? told.flatMap(part => expectations(part, code)) : [range]
}

/** A class of statuses, or two of them. */
function statusRange([low, high, ...others]: readonly Predicate[]): Doc | undefined {
  if (low?.kind !== 'compare' || high?.kind !== 'compare' || others.length > 0) return undefined
  const isStatus = low.actual.kind === 'status' && high.actual.kind === 'status'
  if (!isStatus || low.expected.kind !== 'literal' || high.expected.kind !== 'literal') return undefined
  if (low.sign !== '>=' || high.sign !== '<') return undefined
  return to(
    'response.code.to_i',
    `be_between(${Number(low.expected.value)}, ${Number(high.expected.value) - 1})`,
  )
}

function oneOfExpectation(predicate: Of<'one-of'>, code: RubyCode, word: 'to' | 'not_to'): Doc {
  const { actual, expected, as } = predicate
  const isListed = as !== 'loose' || expected.every(one => typeOfValue(one) === 'text')
  const written = code.value(actual)
  if (!isListed) return to(new RubyConditions(code).oneOf(predicate, 'strict').code, `be(${word === 'to'})`)
  const item = as === 'loose' ? code.helper('text_of', written) : written
  return to(listOf(expected.map(one => code.value(one))), call('include', [item]), word)
}

function presence(value: Value, code: RubyCode): readonly Doc[] {
  if (value.kind === 'header') return [to(code.value(value), 'be_nil', 'not_to')]
  const condition = asked({ kind: 'present', value }, code)
  return flat(condition) === 'true' ? [] : [to(condition, 'be(true)')]
}

function absence({ part }: Of<'absent'>, code: RubyCode): Doc {
  const [step, ...others] = part.path
  if (part.kind === 'json' && part.root === 'body' && typeof step === 'string' && others.length === 0)
    return to(['body.fetch(', text(step), ', nil)'], 'be_nil.or be_empty')
  return part.kind === 'json-list' ? to(code.value(part), 'eq([])') : isTrue({ kind: 'absent', part }, code)
}

function quantified({ kind, list, holds }: Of<'each' | 'any'>, code: RubyCode): readonly Doc[] {
  const written = code.value(list)
  const guard = list.kind === 'json-list' ? [] : [to(written, 'be_an(Array)')]
  const item = code.itemOf(list)
  const matcher = code.inItem(item, () => itemMatcher(holds, item, kind, code))
  return kind === 'each'
    ? [...guard, to(written, 'be_empty', 'not_to'), to(written, call('all', [matcher]))]
    : [...guard, to(written, call('include', [matcher]))]
}

/** A matcher for an item: one that never raises, where other items may be otherwise. */
function itemMatcher(holds: Predicate, item: string, kind: 'each' | 'any', code: RubyCode): Doc {
  const isWhole = (predicate: Predicate): boolean => {
    const value = looked(predicate)
    return value?.kind === 'json' && value.root === 'item' && value.path.length === 0
  }
  const isSimple = holds.kind === 'equal' && holds.as !== 'loose' && isWhole(holds)
  if (isSimple && kind === 'any') return code.value(holds.expected)
  const hasMatcher = isWhole(holds) && (holds.kind !== 'equal' || holds.as !== 'loose')
  const matcher = hasMatcher && kind === 'each' ? matcherOf(holds, code) : undefined
  return matcher ?? ['satisfy', closure(item, asked(holds, code))]
}

function denied(of: Predicate, code: RubyCode): readonly Doc[] {
  if (of.kind === 'one-of') return [...guards(of, code), oneOfExpectation(of, code, 'not_to')]
  if (of.kind === 'equal') {
    return [...guards(of, code), to(subject(of, code), equalTo(code.value(of.expected)), 'not_to')]
  }
  if (of.kind === 'includes') return [to(subject(of, code), call('include', [code.value(of.part)]), 'not_to')]
  if (of.kind === 'contains')
    return [to(subject(of, code), code.helper('contain', code.value(of.expected)), 'not_to')]
  return [to(asked(of, code), 'be(false)')]
}
