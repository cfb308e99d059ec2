import path from 'node:path'
import type { JsonValue } from '../../model/json.ts'
import type { Problem } from '../../model/problem.ts'
import type { DocumentPath } from '../../model/span.ts'
import type { Step } from '../../model/suite.ts'
import type { ParsedSuite } from '../../parse/parse-suite.ts'
import { mapping, valueAt } from '../../parse/read-values.ts'
import { isBuiltIn } from '../../template/built-ins/index.ts'
import { placeholdersIn } from '../../template/placeholders-in.ts'
import { didYouMean } from '../../util/did-you-mean.ts'
import { allSteps, type Facts, problemAt, type Rule } from '../rule.ts'

/**
 * Every `{{name}}` has a value by the time it is used: from outside, from the suite, from a data row, or from an
 * earlier step. DESIGN §2: an unknown name is named with its place, never sent as empty text.
 */
export const knownVariables: Rule = (parsed, facts) => {
  const known = outsideNames(parsed, facts)
  const ever = new Set([...known, ...allSteps(parsed).flatMap(step => [...namesFrom(parsed, step, facts)])])
  const problems: Problem[] = []
  for (const part of ['variables', 'secrets', 'settings'])
    problems.push(...unknownNames(parsed, facts, ever, ever, [part], valueAt(parsed.source.value, [part])))
  for (const step of allSteps(parsed)) {
    const rowNames = facts.stepColumns.get(step) ?? []
    const inStep = joined(known, [...rowNames, ...conditionNames(step)])
    problems.push(...stepProblems(parsed, facts, step, inStep, ever))
    for (const name of namesFrom(parsed, step, facts)) known.add(name)
  }
  return problems
}

/** Names that are known somewhere. */
type Names = Pick<ReadonlySet<string>, 'has'>

/** More names beside those of a set, which is not copied: in a long suite there are as many as steps. */
function joined(names: Names, more: readonly string[]): Names {
  const others = new Set(more)
  return { has: name => names.has(name) || others.has(name) }
}

function outsideNames(parsed: ParsedSuite, facts: Facts): Set<string> {
  const { suite } = parsed
  return new Set([
    ...facts.outerVariables,
    ...Object.keys(suite.variables),
    ...Object.keys(suite.secrets),
    ...suite.inputs,
    ...facts.columns,
  ])
}

/** A variable that `when` asks about may be missing: that is what is asked. */
function conditionNames(step: Step): readonly string[] {
  return step.when.map(condition => condition.variable)
}

/** The variables that a step leaves behind. */
function namesFrom(parsed: ParsedSuite, step: Step, facts: Facts, depth = 0): readonly string[] {
  const names = [
    ...step.extracts.map(extract => extract.variable),
    ...Object.keys(mapping(step.input['set'])),
  ]
  const written = step.input['use']
  if (typeof written !== 'string' || depth > 50) return names
  const used = facts.uses.get(path.resolve(path.dirname(parsed.suite.file), written))
  if (used?.state !== 'parsed') return names
  return [
    ...names,
    ...used.parsed.suite.steps.flatMap(inner => namesFrom(used.parsed, inner, facts, depth + 1)),
  ]
}

/** The parts of a step in which placeholders are filled in; extracts and validations see what the step extracted. */
function stepProblems(
  parsed: ParsedSuite,
  facts: Facts,
  step: Step,
  known: Names,
  ever: ReadonlySet<string>,
): readonly Problem[] {
  const extracted = joined(known, namesFrom(parsed, step, facts))
  const before = ['name', 'when', ...Object.keys(step.input)]
  return [
    ...before.flatMap(key =>
      unknownNames(
        parsed,
        facts,
        known,
        ever,
        [...step.path, key],
        valueAt(parsed.source.value, [...step.path, key]),
      ),
    ),
    ...['extracts', 'validations', 'retry'].flatMap(key =>
      unknownNames(
        parsed,
        facts,
        extracted,
        ever,
        [...step.path, key],
        valueAt(parsed.source.value, [...step.path, key]),
      ),
    ),
  ]
}

function unknownNames(
  parsed: ParsedSuite,
  facts: Facts,
  known: Names,
  ever: ReadonlySet<string>,
  at: DocumentPath,
  value: JsonValue | undefined,
): readonly Problem[] {
  if (value === undefined) return []
  return placeholdersIn(value).flatMap(placeholder => {
    const problem = nameProblem(placeholder.name, facts, known, ever)
    return problem === undefined
      ? []
      : [
          problemAt(parsed.source, [...at, ...placeholder.path], problem.code, problem.message, {
            hint: problem.hint,
          }),
        ]
  })
}

function nameProblem(
  name: string,
  facts: Facts,
  known: Names,
  ever: ReadonlySet<string>,
): { code: Problem['code']; message: string; hint: string } | undefined {
  if (name.startsWith('$'))
    return isBuiltIn(name)
      ? undefined
      : {
          code: 'unknown-built-in',
          message: `there is no built-in {{${name}}}`,
          hint: 'docs/suite-language.md lists the built-ins.',
        }
  if (name.startsWith('env.')) return environmentProblem(name.slice(4), facts)
  const root = /^[^.[]+/.exec(name)?.[0] ?? name
  if (known.has(name) || known.has(root)) return undefined
  if (ever.has(name) || ever.has(root))
    return {
      code: 'unknown-variable',
      message: `"${name}" has no value yet: a later step sets it`,
      hint: 'Move this step below the one that extracts or sets it.',
    }
  return {
    code: 'unknown-variable',
    message: `nothing sets the variable "${name}".${didYouMean(name, ever)}`,
    hint: 'Set it under `variables:`, in an environment, with --var, as a column of the data, or extract it in an earlier step.',
  }
}

function environmentProblem(
  name: string,
  facts: Facts,
): { code: 'unknown-variable'; message: string; hint: string } | undefined {
  if (facts.processEnvironment === undefined || facts.processEnvironment.has(name)) return undefined
  return {
    code: 'unknown-variable',
    message: `the environment variable ${name} is not set`,
    hint: `Set it (${name}=… apitest …), or put it into a file for --env-file.`,
  }
}
