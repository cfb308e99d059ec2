import validateSuite from '../generated/suite-validator.js'
import type { Problem } from '../model/problem.ts'
import type { ParsedSuite } from '../parse/parse-suite.ts'
import { distinctProblems } from './distinct-problems.ts'
import { hideLiterals } from './hide-literals.ts'
import type { Facts } from './rule.ts'
import { rules } from './rules/index.ts'
import { schemaProblems } from './schema-problems.ts'

/**
 * Everything wrong with a suite, in the order of its lines: its YAML, its schema, then one rule after the other. What
 * the schema rejects does not keep the rules from judging the rest. Secrets that the file has in clear are masked.
 */
export async function checkSuite(parsed: ParsedSuite, facts: Facts): Promise<readonly Problem[]> {
  if (parsed.source.problems.length > 0) return hideLiterals(parsed.source, parsed.source.problems)
  const fromSchema = schemaProblems(parsed.source, validateSuite)
  const fromRules = await Promise.all(rules.map(async rule => rule(parsed, facts)))
  return hideLiterals(parsed.source, inOrder(distinctProblems([...fromSchema, ...fromRules.flat()])))
}

/** By line, then column; of several problems at one place the first found stays first. */
function inOrder(problems: readonly Problem[]): readonly Problem[] {
  const key = ({ span }: Problem): number =>
    span === undefined ? 0 : span.start.line * 10_000 + span.start.column
  return problems.toSorted((left, right) => key(left) - key(right))
}
