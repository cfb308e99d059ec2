import { mapping } from '../../parse/read-values.ts'
import { shortestSecret } from '../../util/secrets.ts'
import { problemAt, type Rule } from '../rule.ts'

/** A secret is long enough to be told from ordinary text. */
export const maskableSecrets: Rule = ({ source, suite }) =>
  Object.entries(mapping(suite.secrets)).flatMap(([name, value]) => {
    const text = typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
    if (text === undefined || text.includes('{{') || text.length >= shortestSecret) return []
    return [
      problemAt(
        source,
        ['secrets', name],
        'secret-too-short',
        `the secret "${name}" is too short to be masked`,
        {
          severity: 'warning',
          hint: `Secrets need ${shortestSecret} characters; shorter ones would blank out ordinary text.`,
        },
      ),
    ]
  })
