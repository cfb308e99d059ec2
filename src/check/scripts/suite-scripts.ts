import { factsOf } from '../../actions/index.ts'
import type { Script, Scripts } from '../../model/script.ts'
import type { Step } from '../../model/suite.ts'
import { buildScripts } from '../../parse/build-scripts.ts'
import type { ParsedSuite } from '../../parse/parse-suite.ts'
import { valueAt } from '../../util/read-values.ts'
import type { YamlSource } from '../../document/index.ts'
import { allSteps } from '../rule.ts'

const none: Scripts = { before: [], after: [] }

/** The scripts that stand in a suite itself. */
export function scriptsIn({ suite }: Pick<ParsedSuite, 'suite'>): readonly Script[] {
  const all = [suite.settings.scripts, ...allSteps({ suite }).map(({ scripts }) => scripts)]
  return all.flatMap(scripts => (scripts === undefined ? [] : listed(scripts)))
}

/** The scripts that the settings of a configuration have for the requests of all suites. */
export function scriptsInSettings(source: YamlSource): Scripts {
  const path = ['settings', 'scripts']
  return buildScripts(valueAt(source.value, path), source, path) ?? none
}

/** The scripts that run around a step: for a request those of the settings, too. */
export function scriptsAround(
  step: Step,
  { suite }: Pick<ParsedSuite, 'suite'>,
  shared: Scripts = none,
): Scripts {
  const around =
    factsOf(step.action).runsSharedScripts === true ? [shared, suite.settings.scripts ?? none] : []
  const all = [...around, step.scripts ?? none]
  return { before: all.flatMap(({ before }) => before), after: all.flatMap(({ after }) => after) }
}

/** All scripts, whenever they run. */
export function listed({ before, after }: Scripts): readonly Script[] {
  return [...before, ...after]
}

/** Scripts that look at whatever variables there are. */
export const readsAll = /toObject|\b(data|iterationData)\[|\b(get|replaceIn)\((?!['"])/
