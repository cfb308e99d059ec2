import type { Problem } from '../../model/problem.ts'
import type { DocumentPath } from '../../model/span.ts'
import type { Step } from '../../model/suite.ts'
import { list, mapping, text, valueAt } from '../../parse/read-values.ts'
import type { YamlSource } from '../../parse/yaml-source.ts'
import { patternError } from '../../util/pattern.ts'
import { messageExpectations } from '../message-expectations.ts'
import { allSteps, problemAt, type Rule } from '../rule.ts'

/** Regular expressions that can be told now, those without placeholders, are valid. */
export const validPatterns: Rule = async parsed => {
  const written = allSteps(parsed).flatMap(step => [
    ...patternsOfValidations(parsed.source, step),
    ...messageExpectations(step).flatMap(path => patternsOfTargets(parsed.source, path)),
    ...patternsOfExtracts(step, parsed.source),
  ])
  const problems = await Promise.all(
    written.map(async ({ pattern, path }) => patternProblem(parsed.source, pattern, path)),
  )
  return problems.flat()
}

interface WrittenPattern {
  readonly pattern: string
  readonly path: DocumentPath
}

function patternsOfValidations(source: YamlSource, step: Step): readonly WrittenPattern[] {
  const place = [...step.path, 'validations']
  return list(valueAt(source.value, place)).flatMap((_, index) =>
    patternsOfTargets(source, [...place, index]),
  )
}

/** The patterns in a mapping from targets to what is expected of each. */
function patternsOfTargets(source: YamlSource, place: DocumentPath): readonly WrittenPattern[] {
  return Object.entries(mapping(valueAt(source.value, place))).flatMap(([target, expected]) => {
    if (target === 'when' || target === 'unless') return patternsOfConditions(source, [...place, target])
    const pattern = text(mapping(expected)['matches-regex'])
    return pattern === undefined ? [] : [{ pattern, path: [...place, target, 'matches-regex'] }]
  })
}

/** One condition on the answer, or a list of them. */
function patternsOfConditions(source: YamlSource, place: DocumentPath): readonly WrittenPattern[] {
  const written = valueAt(source.value, place)
  if (!Array.isArray(written)) return patternsOfTargets(source, place)
  return written.flatMap((_, index) => patternsOfTargets(source, [...place, index]))
}

function patternsOfExtracts(step: Step, source: YamlSource): readonly WrittenPattern[] {
  return Object.entries(mapping(valueAt(source.value, [...step.path, 'extracts']))).flatMap(
    ([variable, from]) => {
      const place = [...step.path, 'extracts', variable]
      const pattern = text(mapping(from)['regex'])
      return [
        ...(pattern === undefined ? [] : [{ pattern, path: [...place, 'regex'] }]),
        ...['when', 'unless'].flatMap(key => patternsOfConditions(source, [...place, key])),
      ]
    },
  )
}

async function patternProblem(
  source: YamlSource,
  pattern: string,
  path: DocumentPath,
): Promise<readonly Problem[]> {
  if (pattern.includes('{{')) return []
  const error = await patternError(pattern)
  if (error === undefined) return []
  return [
    problemAt(source, path, 'bad-regular-expression', `"${pattern}" is not a regular expression: ${error}`, {
      hint: 'In YAML, single quotes keep backslashes as they are.',
    }),
  ]
}
