import type { Extract } from '../../model/expectation.ts'
import type { Problem } from '../../model/problem.ts'
import type { Step } from '../../model/suite.ts'
import { allSteps, problemAt, type Rule } from '../rule.ts'

/**
 * A variable is extracted once: a second extract would silently replace the first. Steps with `when` may take turns, an
 * optional extract may find what another did not, one with a `default` is meant to be followed, one with `append` adds to
 * the first, one with `overwrite` says that it replaces it, and a `value` that is given is meant to be the new one.
 */
export const uniqueExtracts: Rule = parsed => {
  const seen = new Map<string, Step>()
  const problems: Problem[] = []
  allSteps(parsed).forEach(step => {
    step.extracts.forEach(extract => {
      if (!mustBeAlone(extract)) return
      const first = seen.get(extract.variable)
      if (first === undefined) seen.set(extract.variable, step)
      if (first === undefined || 'overwrite' in extract || first.when.length > 0 || step.when.length > 0)
        return
      const line = first.extracts.find(other => other.variable === extract.variable)?.span.start.line
      problems.push(
        problemAt(
          parsed.source,
          [...step.path, 'extracts', extract.variable],
          'duplicate-extract',
          `"${extract.variable}" is already extracted in line ${String(line)}`,
          { hint: 'Give one of the two another name, or say overwrite: true.', atKey: true },
        ),
      )
    })
  })
  return problems
}

function mustBeAlone(extract: Extract): boolean {
  if (!('target' in extract)) return false
  return extract.optional !== true && extract.append !== true && extract.default === undefined
}
