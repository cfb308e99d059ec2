import { allSteps, problemAt, type Rule } from '../rule.ts'

/** No two steps of a suite have the same id. */
export const uniqueStepIds: Rule = parsed => {
  const seen = new Map<string, number>()
  return allSteps(parsed).flatMap(step => {
    if (step.id === undefined) return []
    const firstLine = seen.get(step.id)
    seen.set(step.id, firstLine ?? step.span.start.line)
    if (firstLine === undefined) return []
    return [
      problemAt(
        parsed.source,
        [...step.path, 'id'],
        'duplicate-step-id',
        `the id "${step.id}" is already taken by the step in line ${firstLine}`,
        {
          hint: 'Give one of the two another id.',
        },
      ),
    ]
  })
}
