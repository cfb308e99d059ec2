import { mapping, text } from '../../util/read-values.ts'
import { parseTarget, plainTargets } from '../../parse/target.ts'
import { suggesting } from '../../util/did-you-mean.ts'
import { problemAt, type Rule } from '../rule.ts'

/** An extract names a target that exists. (The schema says the same of validations.) */
export const knownTargets: Rule = ({ source }) => {
  const document = mapping(source.value)
  return (['steps', 'after'] as const).flatMap(phase => {
    const steps = document[phase]
    if (!Array.isArray(steps)) return []
    return steps.flatMap((step, index) =>
      Object.entries(mapping(mapping(step)['extracts'])).flatMap(([variable, from]) => {
        const written = text(from) ?? text(mapping(from)['from'])
        const target = written === undefined ? undefined : parseTarget(written)
        // A variable is copied by `value: "{{name}}"`.
        if (written === undefined || (target !== undefined && target.kind !== 'variable')) return []
        return [
          problemAt(
            source,
            [phase, index, 'extracts', variable],
            'unknown-target',
            `"${written}" is not a target of an extract`,
            {
              hint: suggesting(
                written,
                plainTargets,
                'Write a JSONPath that starts with $, `header NAME`, `status` or `text`.',
              ),
            },
          ),
        ]
      }),
    )
  })
}
