import { suiteSchema } from '../generated/suite-schema.ts'
import type { JsonValue } from '../model/json.ts'
import { type Problem, isError } from '../model/problem.ts'
import type { ParsedSuite } from '../parse/parse-suite.ts'
import { type CallbackSuite, callbackSuites } from '../parse/mocks/callback-suites.ts'
import { distinctProblems } from './distinct-problems.ts'
import { hideLiterals } from './hide-literals.ts'
import type { YamlSource } from '../document/index.ts'
import type { Facts, Rule } from './rule.ts'
import { rules } from './rules/index.ts'
import { acceptor } from './schema-acceptor.ts'
import { unreadFiles } from './unread-files.ts'
import { writtenIn } from './written.ts'

/**
 * Everything wrong with a suite, in the order of its lines: its YAML, its schema, then one rule after the other. What
 * the schema rejects does not keep the rules from judging the rest. Secrets that the file has in clear are masked.
 */
export async function checkSuite(parsed: ParsedSuite, facts: Facts): Promise<readonly Problem[]> {
  const { source } = parsed
  return hideLiterals(source, source.problems.length > 0 ? source.problems : await problemsOf(parsed, facts))
}

async function problemsOf(parsed: ParsedSuite, facts: Facts): Promise<readonly Problem[]> {
  const { source } = parsed
  const problems = [...(await misfits(source)), ...(await refused(parsed, facts))]
  return problems.length === 0 ? problems : advised(source, inOrder(distinctProblems(problems)))
}

/** Adds advice to problems. The remedies for the usual mistakes are only read when there is something to mend. */
async function advised(source: YamlSource, problems: readonly Problem[]): Promise<readonly Problem[]> {
  if (!problems.some(isError)) return problems
  const { withRemedies } = await import('./remedies/index.ts')
  return withRemedies(source, problems)
}

/** How many keys and values of a suite are refused by rules, which the schema would take. */
export async function countRefused(parsed: ParsedSuite, facts: Facts): Promise<number> {
  const problems = await refused(parsed, facts)
  return problems.filter(({ code }) => code === 'misplaced-key' || code === 'bad-value').length
}

/** Finds the problems of a suite in its YAML and its schema alone, whatever surrounds it. */
export async function suiteProblems({ source }: ParsedSuite): Promise<readonly Problem[]> {
  return hideLiterals(source, source.problems.length > 0 ? source.problems : await misfits(source))
}

const fitsSchema = acceptor(suiteSchema)

/**
 * Finds the values that the schema rejects, and the files that cannot be read into them. The validator that tells why is half of the
 * program, and is loaded only for those.
 */
async function misfits(source: YamlSource): Promise<readonly Problem[]> {
  const unread = unreadFiles(source)
  if (fitsSchema(source.value as JsonValue)) return unread
  const { schemaProblems } = await import('./schema-problems.ts')
  const { default: validateSuite } = await import('../generated/suite-validator.js')
  return [...schemaProblems(source, validateSuite), ...unread]
}

/** Everything that the rules refuse, in the suite and in what its mocks do after their answers. */
async function refused(parsed: ParsedSuite, facts: Facts): Promise<readonly Problem[]> {
  const callbacks = callbackSuites(parsed)
  const problems = await ruleProblems(parsed, facts)
  return callbacks.length === 0
    ? problems
    : [...problems, ...(await callbackProblems(callbacks, parsed, facts))]
}

/** Most rules answer at once; only the others are waited for. */
async function ruleProblems(parsed: ParsedSuite, facts: Facts): Promise<readonly Problem[]> {
  const checked = { ...parsed, written: writtenIn(parsed.source) }
  const found: Problem[] = []
  // Asked fifty times for each suite: counting is faster than iterating, and asking for a length faster than awaiting.
  for (let index = 0; index < rules.length; index++) {
    const answer = (rules[index] as Rule)(checked, facts)
    const problems = 'length' in answer ? answer : await answer
    if (problems.length > 0) found.push(...problems)
  }
  return found
}

/** Checks the callbacks of mocks as the steps of a suite, which sees the request, too. */
async function callbackProblems(
  callbacks: readonly CallbackSuite[],
  parsed: ParsedSuite,
  facts: Facts,
): Promise<readonly Problem[]> {
  const { impossibleCallback, namesInCallback } = await import('./callbacks.ts')
  const found: Problem[] = []
  for (const callback of callbacks) {
    const sharedMocks = [...parsed.suite.mocks, ...(facts.sharedMocks ?? [])]
    const { rows: _, ...others } = facts
    const own = {
      ...others,
      outerVariables: namesInCallback(callback, parsed, facts),
      columns: [],
      sharedMocks,
    }
    found.push(...impossibleCallback(callback), ...(await ruleProblems(callback, own)))
  }
  return found
}

/** By line, then column; of several problems at one place the first found stays first. */
function inOrder(problems: readonly Problem[]): readonly Problem[] {
  const key = ({ span }: Problem): number =>
    span === undefined ? 0 : span.start.line * 10_000 + span.start.column
  return problems.toSorted((left, right) => key(left) - key(right))
}
