import type { Problem } from '../../model/problem.ts'
import type { DocumentPath } from '../../model/span.ts'
import { mapping, valueAt } from '../../util/read-values.ts'
import type { YamlSource } from '../../document/index.ts'
import { shortestSecret } from '../../secrets/index.ts'
import { problemAt, type Rule } from '../rule.ts'
import { isNumber } from '../../util/exact-number.ts'

/** A secret is long enough to be told from ordinary text. */
export const maskableSecrets: Rule = ({ source }) => shortSecrets(source, ['secrets'])

/** The secrets in the mapping at a path that are too short, as warnings. */
export function shortSecrets(source: YamlSource, part: DocumentPath): readonly Problem[] {
  return Object.entries(mapping(valueAt(source.value, part))).flatMap(([name, value]) => {
    const text = typeof value === 'string' || isNumber(value) ? String(value) : undefined
    if (text === undefined || text.includes('{{') || text.length >= shortestSecret) return []
    const message = `the secret "${name}" is too short to be masked`
    const hint = `Secrets need ${shortestSecret} characters; shorter ones would blank out ordinary text.`
    return [problemAt(source, [...part, name], 'secret-too-short', message, { severity: 'warning', hint })]
  })
}
