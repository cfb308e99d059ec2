import type { Extract } from '../../model/expectation.ts'
import type { Step } from '../../model/suite.ts'
import { allSteps, problemAt, type Rule } from '../rule.ts'

/**
 * A variable is extracted once: a second extract would silently replace the first. Steps with `when` may take turns, an
 * optional extract may find what another did not, and a `value` that is given is meant to be the new one.
 */
export const uniqueExtracts: Rule = parsed => {
  const seen = new Map<string, Step>()
  return allSteps(parsed).flatMap(step =>
    step.extracts.filter(mustBeAlone).flatMap(extract => {
      const first = seen.get(extract.variable)
      seen.set(extract.variable, first ?? step)
      if (first === undefined || first.when.length > 0 || step.when.length > 0) return []
      const line = first.extracts.find(other => other.variable === extract.variable)?.span.start.line
      return [
        problemAt(
          parsed.source,
          [...step.path, 'extracts', extract.variable],
          'duplicate-extract',
          `"${extract.variable}" is already extracted in line ${String(line)}`,
          { hint: 'Give one of the two another name.', atKey: true },
        ),
      ]
    }),
  )
}

function mustBeAlone(extract: Extract): boolean {
  return 'target' in extract && extract.optional !== true
}
