import { problemAt, type Rule } from '../rule.ts'

/** The words that a run is chosen and arranged by are the same whatever the variables are, so no placeholders are filled in. */
export const plainTexts: Rule = ({ source, written }) =>
  written.templates.flatMap(({ path, parts }) => {
    const { 0: first, 1: index, 2: ofStep } = path
    const isInStep = (first === 'steps' || first === 'after') && typeof index === 'number'
    // Steps of groups stand deeper.
    const key = isInStep ? (path.at(-1) === 'skip' ? 'skip' : ofStep) : first
    if (!(isInStep ? plainInSteps : plainInSuites).has(key)) return []
    return parts.flatMap(part =>
      typeof part === 'string'
        ? []
        : problemAt(
            source,
            path,
            'bad-value',
            `no placeholders are filled in under "${String(key)}", so {{${part.name}}} would stay as it is`,
            { hint: 'Write out what it stands for.' },
          ),
    )
  })

const plainInSuites = new Set<string | number | undefined>(['suite', 'tags', 'skip', 'environment'])
const plainInSteps = new Set<string | number | undefined>(['id', 'tags', 'skip'])
