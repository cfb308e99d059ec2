import { testNamesIn } from '../check/scripts/read-script.ts'
import type { ValidationResult } from '../model/result.ts'
import type { Attempt } from './attempt.ts'
import { skippedValidation } from './evaluate-exchange.ts'
import type { AttemptContext } from './iteration.ts'
import { renderName } from './render.ts'

const skipReason = 'there was no answer'

/** An attempt without an answer, with the validations and the tests that waited for one: they are told, and not judged. */
export function withUnjudged(attempt: Attempt, { prepared, scope }: AttemptContext): Attempt {
  const { step, scripts } = prepared
  const own = step.validations.flatMap(validation => {
    const named = validation.name === undefined ? {} : { name: renderName(validation.name, scope) }
    return skippedValidation(validation, skipReason).map((result): ValidationResult => ({
      ...named,
      ...result,
    }))
  })
  const tests = (scripts?.after ?? []).flatMap(({ source, span }) =>
    testNamesIn(source).map((name): ValidationResult => {
      const judged = { subject: 'script', operator: 'passes', expected: true, passed: true } as const
      return { name, ...judged, skipped: true, skipReason, messages: [], span }
    }),
  )
  return { ...attempt, validations: [...attempt.validations, ...own, ...tests] }
}
