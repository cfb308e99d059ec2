import { allSteps, problemAt, type Rule } from '../rule.ts'

/** What a run is chosen and arranged by is the same whatever the variables are, so no placeholders are filled in. */
export const plainTexts: Rule = ({ source, templates, ...parsed }) => {
  const ofSuite = ['suite', 'tags', 'environment'].flatMap(key =>
    templates.under(key).map(({ name, path }) => ({ name, path, key })),
  )
  const ofSteps = allSteps(parsed).flatMap(step =>
    templates.of(step).flatMap(({ name, path }) => {
      const key = path[2]
      return key === 'id' || key === 'tags' ? [{ name, path, key }] : []
    }),
  )
  return [...ofSuite, ...ofSteps].map(({ name, path, key }) =>
    problemAt(
      source,
      path,
      'bad-value',
      `no placeholders are filled in under "${key}", so {{${name}}} would stay as it is`,
      { hint: 'Write out what it stands for.' },
    ),
  )
}
