import type { JsonValue } from '../../model/json.ts'
import { limitEvaluation, weigh } from '../../util/limit-evaluation.ts'
import { seemsExpected } from '../as-expected.ts'
import type { Operator } from '../operator.ts'
import { PartialMatch } from '../partial-match.ts'

/** Has at least what is expected of it, by the rules of `PartialMatch`. */
export const matches: Operator = {
  name: 'matches',
  async holds({ value }, expected) {
    const match = new PartialMatch(await patternsOf(expected))
    return limitEvaluation(value, weigh(expected), () => match.fits(value, expected))
  },
  async nearly({ value }, expected) {
    const match = new PartialMatch(await patternsOf(expected), seemsExpected)
    const fits = limitEvaluation(value, weigh(expected), () => match.fits(value, expected))
    return fits ? 'only the types differ' : undefined
  },
}

/** Loads the pattern engine only when a `<regex:...>` asks for it. */
export async function patternsOf(
  expected: JsonValue,
): Promise<ConstructorParameters<typeof PartialMatch>[0]> {
  if (JSON.stringify(expected).includes('<regex:')) {
    const { preparePattern } = await import('../../patterns/engine.ts')
    return preparePattern
  }
  return () => ({ ok: false, message: 'no pattern was expected' })
}
