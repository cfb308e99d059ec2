import { asAbsence } from '../../../compile/test-program/as-absence.ts'
import { expandPattern } from '../../../compile/test-program/expand-pattern.ts'
import type { Predicate, Value } from '../../../compile/test-program/test-program.ts'
import type { Doc } from '../layout.ts'
import { assignment, atom, binary, block, call, type Expression, on, statement } from './java-layout.ts'
import { isSame, type JavaCode } from './java-code.ts'
import { absence, comparisonOf, conditionOf } from './predicates.ts'

type Of<Kind extends Predicate['kind']> = Extract<Predicate, { kind: Kind }>

/** A call of a method of JUnit's assertions. */
export function assertion(code: JavaCode, name: string, ...args: readonly Expression[]): Doc {
  code.imports.add(`static org.junit.jupiter.api.Assertions.${name}`)
  return statement(call(name, ...args))
}

/** Statements that fail unless a condition holds. */
function assertCondition(condition: Expression, code: JavaCode): readonly Doc[] {
  if (condition.kind === 'binary' && condition.operator === '&&')
    return condition.operands.flatMap(one => assertCondition(one, code))
  if (condition.kind === 'not') return [assertion(code, 'assertFalse', condition.of)]
  if (condition.kind === 'binary' && condition.operator === '!=') {
    const [left = atom('null'), right = atom('null')] = condition.operands
    if (isNull(right)) return [assertion(code, 'assertNotNull', left)]
  }
  return [assertion(code, 'assertTrue', condition)]
}

function isNull(expression: Expression): boolean {
  return expression.kind === 'atom' && expression.code === 'null'
}

/** Statements that fail unless a predicate holds. */
export function assertionsOf(written: Predicate, code: JavaCode): readonly Doc[] {
  const predicate = asAbsence(written)
  switch (predicate.kind) {
    case 'all':
      return assertAllOf(predicate.of, code)
    case 'matches':
      return assertionsOf(expandPattern(predicate.actual, predicate.pattern), code)
    case 'equal':
      return assertEqual(predicate, code)
    case 'includes':
    case 'starts-with':
    case 'ends-with':
    case 'matches-regex':
      // A header that is not there fails by itself.
      return assertCondition(conditionOf(predicate, code, 'asserted'), code)
    case 'each':
      return assertEach(predicate, code)
    case 'not':
      return assertNot(predicate.of, code)
    case 'absent':
      return absence(predicate.part, code).flatMap(one => assertCondition(one, code))
    default:
      return assertCondition(conditionOf(predicate, code), code)
  }
}

/** Bounds of one value stand in one condition. */
function assertAllOf(terms: readonly Predicate[], code: JavaCode): readonly Doc[] {
  const [first, ...others] = terms
  if (first?.kind === 'compare' && others.length > 0 && areBounds(first, others, code)) {
    const conditions = terms.map(term => conditionOf(term, code))
    const isCertain = conditions.some(
      ({ kind, ...one }) => kind === 'binary' && 'operator' in one && one.operator !== '&&',
    )
    const all = conditions.flatMap(one =>
      one.kind === 'binary' && one.operator === '&&' ? one.operands : [one],
    )
    const needed = all.filter(
      (one, index) =>
        one.kind === 'binary' || (!isCertain && !all.slice(0, index).some(other => isSame(one, other))),
    )
    return [assertion(code, 'assertTrue', binary('&&', needed))]
  }
  return terms.flatMap(term => assertionsOf(term, code))
}

/** True where all of these compare the same value. */
function areBounds(first: Of<'compare'>, others: readonly Predicate[], code: JavaCode): boolean {
  return others.every(other => other.kind === 'compare' && isSameValue(first.actual, other.actual, code))
}

function isSameValue(one: Value, other: Value, code: JavaCode): boolean {
  return isSame(code.value(one).code, code.value(other).code)
}

function assertEqual(predicate: Of<'equal'>, code: JavaCode): readonly Doc[] {
  const { before, comparison } = comparisonOf(predicate, code)
  const first = before.flatMap(one => assertCondition(one, code))
  if (comparison.kind === 'true') return [...first, ...assertCondition(comparison.condition, code)]
  const { kind, actual, expected } = comparison
  if (kind === 'same') return [...first, statement(code.helper('assertJsonEquals', expected, actual))]
  return [...first, assertion(code, 'assertEquals', expected, actual)]
}

function assertNot(of: Predicate, code: JavaCode): readonly Doc[] {
  if (of.kind === 'equal') {
    const { before, comparison } = comparisonOf(of, code)
    if (before.length === 0 && comparison.kind !== 'true' && comparison.kind !== 'same')
      return [assertion(code, 'assertNotEquals', comparison.expected, comparison.actual)]
  }
  return assertCondition(conditionOf({ kind: 'not', of }, code), code)
}

/** A loop over the items of a list that must not be empty. */
function assertEach({ list, holds }: Of<'each' | 'any'>, code: JavaCode): readonly Doc[] {
  const { type } = code.value(list)
  if (type !== 'JsonNode' && type !== 'List<JsonNode>') return [assertion(code, 'assertTrue', atom('false'))]
  const name = code.local(code.itemsOf(list))
  const { code: written } = code.value(list)
  const item = code.local(code.itemOf(list))
  const lines = code.inItem(item, () => assertionsOf(holds, code))
  code.imports.add('com.fasterxml.jackson.databind.JsonNode')
  if (type === 'List<JsonNode>') code.imports.add('java.util.List')
  return [
    assignment([type, ' ', name], written),
    ...(type === 'JsonNode' ? [assertion(code, 'assertTrue', on(name, 'isArray'))] : []),
    assertion(code, 'assertFalse', on(name, 'isEmpty')),
    block(`for (JsonNode ${item} : ${name})`, lines),
  ]
}
