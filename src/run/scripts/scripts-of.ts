import { factsOf } from '../../actions/index.ts'
import type { Scripts } from '../../model/script.ts'
import type { Settings } from '../../model/settings.ts'
import type { Step } from '../../model/suite.ts'

const none: Scripts = { before: [], after: [] }

/** The scripts around a step: those of the settings around every request, then its own. */
export function scriptsOf({ action, scripts = none }: Step, settings: Settings): Scripts {
  const { before, after } = factsOf(action).runsSharedScripts === true ? (settings.scripts ?? none) : none
  return { before: [...before, ...scripts.before], after: [...after, ...scripts.after] }
}
