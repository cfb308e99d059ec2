import path from 'node:path'
import type { Step } from '../model/suite.ts'
import type { ParsedSuite } from '../parse/parse-suite.ts'
import { mapping } from '../parse/read-values.ts'
import { allSteps, type Facts } from './rule.ts'

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
    ...Object.keys(mapping(step.input['set'])),
    ...Object.keys(step.variables ?? {}),
  ]
  const written = step.input['use']
  if (typeof written !== 'string') return names
  const file = path.resolve(path.dirname(parsed.suite.file), written)
  const used = facts.uses.get(file)
  if (used?.state !== 'parsed' || visited.has(file)) return names
  visited.add(file)
  return [
    ...names,
    ...used.parsed.suite.steps.flatMap(inner => namesFrom(used.parsed, inner, facts, visited)),
  ]
}
