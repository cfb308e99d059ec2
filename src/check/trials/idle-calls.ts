import { jsonBody } from '../../actions/body/json-body.ts'
import { factsOf } from '../../actions/index.ts'
import { prepareTarget } from '../../extracts/prepare-target.ts'
import type { Expectation, TargetValidation, Validation } from '../../model/expectation.ts'
import type { JsonValue } from '../../model/json.ts'
import type { Problem } from '../../model/problem.ts'
import type { Step } from '../../model/suite.ts'
import { isConditional } from '../../model/targets-of.ts'
import type { ParsedSuite } from '../../parse/parse-suite.ts'
import { whenLoaded } from '../../util/lazy-part.ts'
import { createSchemaLibrary, judgeTarget } from '../../validations/index.ts'
import { expectedNumber } from '../../validations/to-number.ts'
import { madeExchange } from '../made/answers.ts'
import { problemAt } from '../rule.ts'
import type { Constants } from './constants.ts'

/**
 * What is expected of the calls of a mock must fail for some number of them: it takes the place of `at least one call`, and what
 * always holds would let pass that there was none.
 */
export async function idleCalls(
  { source }: ParsedSuite,
  step: Step,
  constants: Constants,
): Promise<readonly Problem[]> {
  if (factsOf(step.action).readsCalls !== true) return []
  const problems: Problem[] = []
  for (const validation of step.validations)
    if (await holdsAnyway(validation, step, constants))
      problems.push(
        problemAt(source, validation.span, 'bad-value', 'this holds for any number of calls, and for none', {
          hint: 'Say how many there are, such as $.count: 1, or leave it out: then there is at least one.',
        }),
      )
  return problems
}

async function holdsAnyway(validation: Validation, step: Step, constants: Constants): Promise<boolean> {
  if (isConditional(validation)) return false
  if ('expectations' in validation) return whenLoaded(() => holdsForAll(validation, constants))
  if (!('schema' in validation)) return false
  const schema = await createSchemaLibrary().compile(validation.schema, step.span.file)
  return schema.ok && bodiesFor([]).every(body => schema.validate(body).length === 0)
}

/** Places that say how many calls there were; what the calls are like may be anything. */
const ofNumber = /^\$(?:|\.count|\.calls|\['(?:count|calls)'\])$/

function holdsForAll({ target, expectations }: TargetValidation, constants: Constants): boolean {
  const filled = constants.filled(expectations)
  const isOfNumber = target.kind === 'text' || (target.kind === 'json-path' && ofNumber.test(target.path))
  if (!isOfNumber || filled === undefined || filled.some(looksForNone)) return false
  const prepared = prepareTarget(target)
  return bodiesFor(filled).every(body => {
    return judgeTarget(prepared, filled, madeExchange(jsonBody(body))).every(({ passed }) => passed)
  })
}

/** Of a call that must not be there nobody knows whether one that was made is such. */
function looksForNone({ operator }: Expectation): boolean {
  return operator === 'none' || (operator.startsWith('not-') && operator !== 'not-equals')
}

function asDouble(value: JsonValue): readonly number[] {
  const number = expectedNumber(value)
  return number === undefined ? [] : [Number(number)]
}

function bodiesFor(expectations: readonly Expectation[]): readonly JsonValue[] {
  const named = expectations.flatMap(({ expected, inner = [] }) => [
    expected,
    ...inner.map(one => one.expected),
  ])
  const numbers = named.flatMap(one => asDouble(one)).flatMap(one => [one - 1, one, one + 1])
  const counts = [0, 1, 2, 50, ...numbers.filter(one => Number.isInteger(one) && one >= 0 && one <= 1000)]
  return counts.map(count => ({ count, calls: Array.from({ length: count }, (_, index) => callOf(index)) }))
}

function callOf(index: number): JsonValue {
  const [method, path] = index % 2 === 0 ? ['GET', '/a'] : ['POST', '/b/1']
  return {
    method,
    path,
    route: `${method} ${path}`,
    query: {},
    headers: {},
    body: index % 2 === 0 ? null : { a: 1 },
  }
}
