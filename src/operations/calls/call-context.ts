import path from 'node:path'
import { RunResources } from '../../actions/resources.ts'
import type { RunContext } from '../../run/run-context.ts'
import { Tally } from '../../run/tally.ts'
import { createSchemaLibrary } from '../../validations/index.ts'
import { hideGivenCredentials } from './hide-given-credentials.ts'
import { randomUuid } from '../../util/random-name.ts'
import type { PreparedRun } from '../opening/prepared-run.ts'

/**
 * Makes the context of calls that are in no suite: one at a time, without events, and without commands. The caller
 * closes its resources.
 */
export function callContext(
  {
    configuration,
    processEnvironment,
    secrets,
  }: Pick<PreparedRun, 'configuration' | 'processEnvironment' | 'secrets'>,
  interrupt: AbortSignal,
  session?: RunResources,
): RunContext {
  return {
    id: randomUuid(),
    emit: () => undefined,
    secrets,
    filledIn: call => {
      hideGivenCredentials(call, secrets)
    },
    resources: new RunResources(session),
    schemas: createSchemaLibrary(),
    processEnvironment,
    interrupt,
    insist: interrupt,
    allowsExec: () => false,
    toolFolder: path.join(configuration.directory, '.tool'),
    workers: 1,
    tally: new Tally(),
  }
}
