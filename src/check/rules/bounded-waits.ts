import { longestWait, waitsForMessages } from '../../actions/index.ts'
import type { Problem } from '../../model/problem.ts'
import { allSteps, problemAt, type Rule } from '../rule.ts'

/** A step has some time, and one that waits for messages waits at most five minutes. */
export const boundedWaits: Rule = parsed => {
  const places = [
    ...(parsed.suite.settings.timeout === 0 ? [['settings', 'timeout']] : []),
    ...allSteps(parsed).flatMap(({ timeout, path }) => (timeout === 0 ? [[...path, 'timeout']] : [])),
  ]
  const none = places.map(place =>
    problemAt(parsed.source, place, 'bad-value', 'a timeout of 0 leaves no time at all', {
      hint: 'Write at least 1ms, or take it out: 30s is usual.',
    }),
  )
  return [...none, ...tooLong(parsed)]
}

function tooLong(parsed: Parameters<Rule>[0]): readonly Problem[] {
  return allSteps(parsed)
    .filter(({ action, timeout = 0 }) => waitsForMessages(action) && timeout > longestWait)
    .map(({ path }) =>
      problemAt(parsed.source, [...path, 'timeout'], 'bad-value', 'waits last at most 5 minutes', {
        hint: 'Write at most 5m; `retry` tries a step several times.',
      }),
    )
}
