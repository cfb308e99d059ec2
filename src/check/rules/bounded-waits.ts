import { factsOf, longestWait } from '../../actions/index.ts'
import type { Problem } from '../../model/problem.ts'
import type { DocumentPath } from '../../model/span.ts'
import { valueAt } from '../../util/read-values.ts'
import type { YamlSource } from '../../document/index.ts'
import { parseDuration } from '../../util/duration.ts'
import { allSteps, problemAt, type Rule } from '../rule.ts'

/** A step has some time, and one that waits for messages waits at most five minutes. */
export const boundedWaits: Rule = parsed => {
  const none = [
    ...noTime(parsed.source, ['settings', 'timeout'], usualTimeout),
    ...allSteps(parsed).flatMap(({ action, path }) => {
      const usual = { timeout: usualTimeout, ...factsOf(action).usualDurations }
      return Object.entries(usual).flatMap(([key, time]) => noTime(parsed.source, [...path, key], time))
    }),
  ]
  return [...none, ...tooLong(parsed)]
}

/** How long a request may take unless something says otherwise. */
const usualTimeout = '30s'

/** Refuses a duration of 0 at a place of a document where something needs time; `usual` is how much it has unless said. */
export function noTime(source: YamlSource, path: DocumentPath, usual: string): readonly Problem[] {
  const value = valueAt(source.value, path)
  if (typeof value !== 'string' || parseDuration(value) !== 0) return []
  const kind = String(path.at(-1))
  const message = `${/^[aeiou]/.test(kind) ? 'an' : 'a'} ${kind} of 0 leaves no time at all`
  const hint = `Write at least 1ms, or take it out: ${usual} is usual.`
  return [problemAt(source, path, 'bad-value', message, { hint })]
}

function tooLong(parsed: Parameters<Rule>[0]): readonly Problem[] {
  return allSteps(parsed)
    .filter(({ action, timeout = 0 }) => factsOf(action).waits === true && timeout > longestWait)
    .map(({ path }) =>
      problemAt(parsed.source, [...path, 'timeout'], 'bad-value', 'waits last at most 5 minutes', {
        hint: 'Write at most 5m; `retry` tries a step several times.',
      }),
    )
}
