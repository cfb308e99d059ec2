import path from 'node:path'
import { factsOf, leavesOnlyExtracts, suiteRunBy, variablesSetBy } from '../actions/index.ts'
import { mockVariables } from '../model/mock.ts'
import type { Script, Scripts } from '../model/script.ts'
import type { Settings } from '../model/settings.ts'
import { type Step, withGrouped } from '../model/suite.ts'
import { buildSettings } from '../parse/build-settings.ts'
import type { ParsedSuite } from '../parse/parse-suite.ts'
import { roundNames } from '../template/scope.ts'
import { mapping } from '../util/read-values.ts'
import { allSteps, type Facts } from './rule.ts'
import { listed, scriptsAround } from './scripts/suite-scripts.ts'

/** Every name that has a value at some point of the suite, but for the columns of single steps. */
export function everKnownNames(parsed: ParsedSuite, facts: Facts): ReadonlySet<string> {
  const fromSteps = allSteps(parsed).flatMap(step => namesFrom(parsed, step, facts))
  return new Set([...outsideNames(parsed, facts), ...fromSteps])
}

/** The steps that are left out by `skip`, with those of the groups among them. */
export function skippedSteps(parsed: ParsedSuite): ReadonlySet<Step> {
  const skipped = allSteps(parsed).filter(({ skip }) => skip !== undefined)
  return skipped.length === 0 ? noSteps : new Set(withGrouped(skipped))
}

const noSteps: ReadonlySet<Step> = new Set()

/** Lists the names that only a step with rows or rounds of its own sees. */
export function namesInRound({ rounds, data, knownInGroup = none }: Step): readonly string[] {
  if (rounds === undefined && data === undefined) return knownInGroup
  const item = rounds?.kind === 'for-each' ? [rounds.variable] : none
  return [...knownInGroup, ...item, ...roundNames]
}

/** Names that get a value besides the suite's own text and its data: from outside, from a caller, from steps. */
export function setElsewhere(parsed: ParsedSuite, facts: Facts): ReadonlySet<string> {
  const fromSteps = allSteps(parsed).flatMap(step => namesFrom(parsed, step, facts))
  return new Set([...facts.outerVariables, ...parsed.suite.inputs, ...fromSteps])
}

/** The names that have a value before the first step. */
export function outsideNames(parsed: ParsedSuite, facts: Facts): Set<string> {
  const { suite } = parsed
  const names = new Set(facts.outerVariables)
  for (const name in suite.variables) names.add(name)
  for (const name in suite.secrets) names.add(name)
  suite.inputs.forEach(name => names.add(name))
  facts.columns.forEach(name => names.add(name))
  for (const mocks of [suite.mocks, facts.sharedMocks ?? []])
    for (const mock of mocks) for (const name of mockVariables(mock)) names.add(`mocks.${mock.name}.${name}`)
  return names
}

/** The environments that give a name a value, where the suite runs in none of them. */
export function unchosenEnvironments(name: string, { outerOrigins }: Facts): readonly string[] {
  return outerOrigins?.unchosen.get(name) ?? none
}

/** The variables that a step leaves behind. */
export function namesFrom(
  parsed: ParsedSuite,
  step: Step,
  facts: Facts,
  visited?: Set<string>,
): readonly string[] {
  const { extracts, variables } = step
  const extracted = extracts.length === 0 ? none : extracts.map(extract => extract.variable)
  const { setsVariables, runsSuite } = factsOf(step.action)
  const givesMore = variables !== undefined || setsVariables === true || facts.scripts !== undefined
  const names = givesMore
    ? [
        ...extracted,
        ...Object.keys(variablesSetBy(step)),
        ...namesFromScripts(parsed, step, facts, listed),
        ...Object.keys(variables ?? {}),
      ]
    : extracted
  if (step.steps !== undefined)
    return [...names, ...step.steps.flatMap(inner => namesFrom(parsed, inner, facts, visited))]
  return runsSuite === true ? [...names, ...namesFromUsed(parsed, step, facts, visited)] : names
}

/** The variables that a step leaves behind, without those of the scripts that the settings have for every request. */
export function namesByItself(parsed: ParsedSuite, facts: Facts): (step: Step) => readonly string[] {
  let bare: readonly [ParsedSuite, Facts] | undefined
  return step => {
    const [suite, others] = (bare ??= withoutSharedScripts(parsed, facts))
    return namesFrom(suite, step, others)
  }
}

function withoutSharedScripts(
  { suite, ...parsed }: ParsedSuite,
  { sharedScripts: _, ...facts }: Facts,
): readonly [ParsedSuite, Facts] {
  const { scripts: __, ...settings } = suite.settings
  return [{ ...parsed, suite: { ...suite, settings } }, facts]
}

const none: readonly string[] = []

/** The variables that the suite leaves behind which a step uses. */
function namesFromUsed(
  parsed: ParsedSuite,
  step: Step,
  facts: Facts,
  visited = new Set<string>(),
): readonly string[] {
  const written = suiteRunBy(step)
  if (written === undefined || leavesOnlyExtracts(step)) return none
  const file = path.resolve(path.dirname(parsed.suite.file), written)
  const used = facts.uses.get(file)
  if (used?.state !== 'parsed' || visited.has(file)) return none
  visited.add(file)
  return used.parsed.suite.steps.flatMap(inner => namesFrom(used.parsed, inner, facts, visited))
}

/** The variables that scripts may set before a step sends its request. */
export function namesSetBefore(parsed: ParsedSuite, step: Step, facts: Facts): readonly string[] {
  return namesFromScripts(parsed, step, facts, ({ before }) => before)
}

/** The settings of a suite, with those of the configuration that it does not have. */
export function settingsOfRun({ suite }: ParsedSuite, { configuration }: Facts): Settings {
  const shared = mapping(configuration?.value)['settings']
  if (configuration === undefined || shared === undefined) return suite.settings
  return { ...buildSettings(shared, configuration), ...suite.settings }
}

/** True where a script may take the steps of a suite out of their order. */
export function mayJump(parsed: ParsedSuite, facts: Facts): boolean {
  const { scripts } = facts
  if (scripts === undefined) return false
  return allSteps(parsed).some(step =>
    listed(scriptsAround(step, parsed, facts.sharedScripts)).some(
      script => scripts.get(script)?.jumps === true,
    ),
  )
}

/** The variables that some of the scripts around a step may set. */
function namesFromScripts(
  parsed: ParsedSuite,
  step: Step,
  { scripts, sharedScripts }: Facts,
  some: (scripts: Scripts) => readonly Script[],
): readonly string[] {
  if (scripts === undefined) return none
  return some(scriptsAround(step, parsed, sharedScripts)).flatMap(script => scripts.get(script)?.sets ?? [])
}
