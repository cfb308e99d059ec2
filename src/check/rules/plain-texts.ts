import type { DocumentPath } from '../../model/span.ts'
import { valueAt } from '../../parse/read-values.ts'
import { placeholdersIn } from '../../template/placeholders-in.ts'
import { allSteps, problemAt, type Rule } from '../rule.ts'

/** What a run is chosen and arranged by is the same whatever the variables are, so no placeholders are filled in. */
export const plainTexts: Rule = parsed => {
  const parts: readonly DocumentPath[] = [
    ...['suite', 'tags', 'environment'].map(key => [key]),
    ...allSteps(parsed).flatMap(step => ['id', 'tags'].map(key => [...step.path, key])),
  ]
  return parts.flatMap(part => {
    const value = valueAt(parsed.source.value, part)
    if (value === undefined) return []
    return placeholdersIn(value).map(({ name, path }) =>
      problemAt(
        parsed.source,
        [...part, ...path],
        'bad-value',
        `no placeholders are filled in under "${String(part.at(-1))}", so {{${name}}} would stay as it is`,
        { hint: 'Write out what it stands for.' },
      ),
    )
  })
}
