import type { MessageMatcher } from '../actions/action.ts'
import type { Message } from '../model/exchange.ts'
import { type Expectation, isQuantifier, isSchemaValidation, type Validation } from '../model/expectation.ts'
import type { JsonValue } from '../model/json.ts'
import type { ValidationResult } from '../model/result.ts'
import type { Span } from '../model/span.ts'
import { prepareTarget } from '../extracts/prepare-target.ts'
import { targetSubject } from '../extracts/target-subject.ts'
import { refuseDefeat } from '../json-path/index.ts'
import { buildTargets } from '../parse/build-validations.ts'
import { describeExpectation } from './describe-expectation.ts'
import { firstLine } from '../util/cut-text.ts'
import { whenLoaded } from '../util/lazy-part.ts'
import { monotonicTime } from '../util/monotonic-time.ts'
import { Undecided } from '../util/turns.ts'
import { judgeTarget, misuse } from './judge-exchange.ts'
import { operators } from './operators/index.ts'

/**
 * Reads what a step expects of a message, as it is written: a mapping from targets to what is expected of each, or a list of
 * such; `fill` fills in the placeholders of each. `span` is that of the step. Where no such message must come (`isNegated`), one
 * that only differs by a type is one, too. All comparing has `time` milliseconds, beside the waiting.
 */
export function messageMatcher(
  expected: JsonValue | undefined,
  span: Span,
  isNegated = false,
  fill: (written: Validation) => Validation = written => written,
  time = Infinity,
): MessageMatcher {
  const written = [expected].flat().flatMap(one => buildTargets(one, { keySpanOf: () => span }, []))
  const validations = written.map(fill)
  const begun = monotonicTime()
  let taken = 0
  const isLate = (): boolean => taken > unfelt && monotonicTime() - begun > time
  return {
    description: validations.map(describe).join(' and '),
    isLate,
    mismatch: async message => {
      if (isLate()) throw new Undecided('comparing those before it took all of the time')
      const start = monotonicTime()
      try {
        return await whenLoaded(() => firstMismatch(validations, message, isNegated))
      } finally {
        taken += monotonicTime() - start
      }
    },
  }
}

/** Milliseconds of comparing that delay nothing: what came in time is looked at, though it may be a little later. */
const unfelt = 200

/**
 * True where nothing was left to compare with: such a validation fits no message, so that one that must not come would
 * pass unseen.
 */
function isVoid(validation: Validation): boolean {
  if (isSchemaValidation(validation)) return false
  return misuse(validation) !== undefined || validation.expectations.some(hasVoidPattern)
}

function hasVoidPattern({ operator, inner = [], ...more }: Expectation): boolean {
  if (isQuantifier(operator)) return inner.some(hasVoidPattern)
  const isPattern = operator === 'matches-regex' || operator === 'not-matches-regex'
  return isPattern && operators[operator].unfit?.({ value: '', textual: true }, more) !== undefined
}

function firstMismatch(
  validations: readonly Validation[],
  message: Message,
  isNegated: boolean,
): string | undefined {
  for (const validation of validations) {
    if (isNegated && isVoid(validation)) continue
    const results = evaluateMessage(validation, message, isNegated)
    const failure = results.find(({ passed }) => !passed)
    if (failure !== undefined) return firstLine(failure.messages[0] ?? '')
  }
  return undefined
}

/** Holds a message against what is expected of it, as if it were an answer of its own. */
function evaluateMessage(
  validation: Validation,
  message: Message,
  isNegated: boolean,
): readonly ValidationResult[] {
  // The language has no schemas here.
  if (isSchemaValidation(validation)) return []
  const judged = { response: message, timings: { startedAt: 0, duration: 0 } }
  const target = prepareTarget(validation.target)
  return judgeTarget(target, validation.expectations, judged, isNegated, refuseDefeat)
}

/** Words a validation: `body-json-path $.state equals shipped`. */
function describe(validation: Validation): string {
  if (isSchemaValidation(validation)) return 'schema'
  const subject = targetSubject(validation.target)
  return validation.expectations
    .map(expectation => `${subject} ${describeExpectation(expectation)}`)
    .join(' and ')
}
