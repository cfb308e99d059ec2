import { factsOf, longestWait } from '../../actions/index.ts'
import type { Problem } from '../../model/problem.ts'
import type { DocumentPath } from '../../model/span.ts'
import { valueAt } from '../../util/read-values.ts'
import type { YamlSource } from '../../document/index.ts'
import { parseDuration } from '../../util/duration.ts'
import { allSteps, problemAt, type Rule } from '../rule.ts'

/** A step has some time, and one that waits for messages waits at most five minutes. */
export const boundedWaits: Rule = parsed => {
  const problems = [...noTime(parsed.source, ['settings', 'timeout'], usualTimeout)]
  for (const { action, path, timeout } of allSteps(parsed)) {
    const { usualDurations, waits } = factsOf(action)
    if (timeout === 0 || usualDurations !== undefined)
      for (const [key, usual] of Object.entries({ timeout: usualTimeout, ...usualDurations }))
        problems.push(...noTime(parsed.source, [...path, key], usual))
    if (waits === true && timeout !== undefined && timeout > longestWait)
      problems.push(
        problemAt(parsed.source, [...path, 'timeout'], 'bad-value', 'waits last at most 5 minutes', {
          hint: 'Write at most 5m; `retry` tries a step several times.',
        }),
      )
  }
  return problems
}

/** How long a request may take unless something says otherwise. */
export const usualTimeout = '30s'

/** Refuses a duration of 0 at a place of a document where something needs time; `usual` is how much it has (default). */
export function noTime(source: YamlSource, path: DocumentPath, usual: string): readonly Problem[] {
  const value = valueAt(source.value, path)
  if (typeof value !== 'string' || parseDuration(value) !== 0) return []
  const kind = String(path.at(-1))
  const message = `${/^[aeiou]/.test(kind) ? 'an' : 'a'} ${kind} of 0 leaves no time at all`
  const hint = `Write at least 1ms, or take it out: ${usual} is usual.`
  return [problemAt(source, path, 'bad-value', message, { hint })]
}
