import path from 'node:path'
import { suiteRunBy, variablesSetBy } from '../actions/index.ts'
import { mockVariables } from '../model/mock.ts'
import type { Script } from '../model/script.ts'
import type { Step } from '../model/suite.ts'
import type { ParsedSuite } from '../parse/parse-suite.ts'
import { mapping } from '../util/read-values.ts'
import { allSteps, type Facts } from './rule.ts'
import { listed, scriptsAround } from './scripts/suite-scripts.ts'

/** Every name that has a value at some point of the suite, but for the columns of single steps. */
export function everKnownNames(parsed: ParsedSuite, facts: Facts): ReadonlySet<string> {
  const fromSteps = allSteps(parsed).flatMap(step => namesFrom(parsed, step, facts))
  return new Set([...outsideNames(parsed, facts), ...fromSteps])
}

/** Names that get a value besides the suite's own text and its data: from outside, from a caller, from steps. */
export function setElsewhere(parsed: ParsedSuite, facts: Facts): ReadonlySet<string> {
  const fromSteps = allSteps(parsed).flatMap(step => namesFrom(parsed, step, facts))
  return new Set([...facts.outerVariables, ...parsed.suite.inputs, ...fromSteps])
}

/** The names that have a value before the first step. */
export function outsideNames(parsed: ParsedSuite, facts: Facts): Set<string> {
  const { suite } = parsed
  return new Set([
    ...facts.outerVariables,
    ...Object.keys(suite.variables),
    ...Object.keys(suite.secrets),
    ...[...suite.mocks, ...(facts.sharedMocks ?? [])].flatMap(mock =>
      mockVariables(mock).map(name => `mocks.${mock.name}.${name}`),
    ),
    ...suite.inputs,
    ...facts.columns,
  ])
}

/** The variables that a step leaves behind. */
export function namesFrom(
  parsed: ParsedSuite,
  step: Step,
  facts: Facts,
  visited = new Set<string>(),
): readonly string[] {
  const names = [
    ...step.extracts.map(extract => extract.variable),
    ...Object.keys(variablesSetBy(step)),
    ...namesFromScripts(listed(scriptsAround(step, parsed, facts.sharedScripts)), facts),
    ...Object.keys(step.variables ?? {}),
  ]
  const written = suiteRunBy(step)
  if (written === undefined) return names
  const file = path.resolve(path.dirname(parsed.suite.file), written)
  const used = facts.uses.get(file)
  if (used?.state !== 'parsed' || visited.has(file)) return names
  visited.add(file)
  return [
    ...names,
    ...used.parsed.suite.steps.flatMap(inner => namesFrom(used.parsed, inner, facts, visited)),
  ]
}

/** The variables that scripts may set before a step sends its request. */
export function namesSetBefore(parsed: ParsedSuite, step: Step, facts: Facts): readonly string[] {
  return namesFromScripts(scriptsAround(step, parsed, facts.sharedScripts).before, facts)
}

/** Whether a variable without a value fails what it stands in, and not the suite: `unset-variables: fail`. */
export function toleratesUnset({ suite }: ParsedSuite, { configuration }: Facts): boolean {
  const own = suite.settings.unsetVariables
  return (own ?? mapping(mapping(configuration?.value)['settings'])['unset-variables']) === 'fail'
}

/** Whether a script may take the steps of a suite out of their order. */
export function mayJump(parsed: ParsedSuite, facts: Facts): boolean {
  return allSteps(parsed).some(step =>
    listed(scriptsAround(step, parsed, facts.sharedScripts)).some(
      script => facts.scripts?.get(script)?.jumps === true,
    ),
  )
}

function namesFromScripts(scripts: readonly Script[], { scripts: facts }: Facts): readonly string[] {
  return scripts.flatMap(script => facts?.get(script)?.sets ?? [])
}
