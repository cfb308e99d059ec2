import { longestWait, waitsForMessages } from '../../actions/index.ts'
import { allSteps, problemAt, type Rule } from '../rule.ts'

/** A step that waits for messages waits at most five minutes. */
export const boundedWaits: Rule = parsed =>
  allSteps(parsed)
    .filter(({ action, timeout = 0 }) => waitsForMessages(action) && timeout > longestWait)
    .map(({ path }) =>
      problemAt(parsed.source, [...path, 'timeout'], 'bad-value', 'waits last at most 5 minutes', {
        hint: 'Write at most 5m; `retry` tries a step several times.',
      }),
    )
