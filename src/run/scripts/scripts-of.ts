import { factsOf } from '../../actions/index.ts'
import type { Scripts } from '../../model/script.ts'
import type { Settings } from '../../model/settings.ts'
import type { Step } from '../../model/suite.ts'

const none: Scripts = { before: [], after: [] }

/** The scripts around a step: those of the settings around every request, then its own. Undefined where there are none. */
export function scriptsOf(
  { action, scripts = none }: Pick<Step, 'action' | 'scripts'>,
  settings: Settings,
): Scripts | undefined {
  const shared = factsOf(action).runsSharedScripts === true ? (settings.scripts ?? none) : none
  if (shared === none && scripts === none) return undefined
  const before = [...shared.before, ...scripts.before]
  const after = [...shared.after, ...scripts.after]
  return before.length + after.length === 0 ? undefined : { before, after }
}
