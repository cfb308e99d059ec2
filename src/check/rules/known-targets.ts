import type { YamlSource } from '../../document/index.ts'
import type { Problem } from '../../model/problem.ts'
import type { DocumentPath } from '../../model/span.ts'
import { eachWrittenStep } from '../written-steps.ts'
import { mapping, text, valueAt } from '../../util/read-values.ts'
import { actionOf } from '../../parse/build-step.ts'
import { parseTarget } from '../../parse/target.ts'
import { targetHint } from '../target-hint.ts'
import { problemAt, type Rule } from '../rule.ts'

/** An extract names a target that exists. (The schema says the same of validations.) */
export const knownTargets: Rule = ({ source }) => {
  const document = mapping(source.value)
  const problems: Problem[] = []
  for (const phase of ['steps', 'after'])
    eachWrittenStep(document[phase], [phase], (step, path) => {
      const extracts = mapping(step['extracts'])
      for (const variable in extracts) {
        const from = extracts[variable]
        const written = text(from) ?? text(mapping(from)['from'])
        if (written !== undefined && !isTarget(written))
          problems.push(unknownTarget(source, [...path, 'extracts', variable], written))
      }
    })
  return problems
}

/** A variable is copied by `value: "{{name}}"`, and a file is only compared with. */
function isTarget(written: string): boolean {
  if (written.startsWith('$')) return true
  const target = parseTarget(written)
  return target !== undefined && target.kind !== 'variable' && target.kind !== 'file'
}

function unknownTarget(source: YamlSource, path: DocumentPath, written: string): Problem {
  const action = actionOf(mapping(valueAt(source.value, path.slice(0, 2))))
  return problemAt(source, path, 'unknown-target', `"${written}" is not a target of an extract`, {
    ...targetHint(written, action, { without: ['file'] }),
  })
}
