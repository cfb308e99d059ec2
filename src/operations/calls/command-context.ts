import path from 'node:path'
import type { ActionContext } from '../../actions/action.ts'
import type { RunResources } from '../../actions/resources.ts'
import type { JsonObject } from '../../model/json.ts'
import { hideValue } from '../../run/secret-variables.ts'
import { createScope, type Scope } from '../../template/scope.ts'
import type { Secrets } from '../../secrets/index.ts'
import type { ScopeInput } from '../input-keys.ts'
import { layersAround } from '../opening/layers-around.ts'
import { environmentOf } from '../opening/outer-options.ts'
import type { ResolvedInput } from '../opening/resolve-scope.ts'
import { randomUuid } from '../../util/random-name.ts'

/** The variables of --var, the environment and the configuration; its secrets are masked from now on. */
export function commandScope(
  { variables, ...input }: Pick<ScopeInput, 'environment'> & { readonly variables: JsonObject },
  { configuration, processEnvironment, missingEnvironmentFile }: ResolvedInput,
  secrets: Secrets,
): Scope {
  const layers = layersAround(variables, environmentOf({}, input, configuration), configuration)
  for (const { secret, values } of layers)
    if (secret === true) for (const value of Object.values(values)) hideValue(value, secrets.add)
  return createScope(layers, processEnvironment, secrets.add, { mask: secrets.mask, missingEnvironmentFile })
}

/** The facts that a command knows when it uses an action outside of suites. */
interface CommandFacts {
  readonly workingFolder: string
  /** Milliseconds. */
  readonly timeout: number
  readonly interrupt: AbortSignal
  readonly settings: ActionContext['settings']
  readonly secrets: Secrets
  readonly resources: RunResources
}

/** The surroundings of an action that no suite runs. */
export function commandContext(
  facts: CommandFacts,
  { configuration, processEnvironment }: Pick<ResolvedInput, 'configuration' | 'processEnvironment'>,
): ActionContext {
  const { workingFolder, timeout, interrupt, settings, secrets, resources } = facts
  return {
    directory: workingFolder,
    timeout,
    signal: interrupt,
    settings,
    wantsBody: false,
    // Whoever typed the command wants it to run.
    allowExec: true,
    resources,
    session: resources,
    runId: randomUuid(),
    processEnvironment,
    toolFolder: path.join(configuration.directory, '.tool'),
    mask: secrets.mask,
    messageMatcher: () => ({
      description: '',
      mismatch: () => Promise.resolve(undefined),
      isLate: () => false,
    }),
    hide: secrets.add,
    runSuite: () => Promise.reject(new Error('A command runs no suite.')),
    runSteps: () => Promise.reject(new Error('A call has no steps.')),
  }
}
