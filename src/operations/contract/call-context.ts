import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { RunResources } from '../../actions/resources.ts'
import type { RunContext } from '../../run/run-context.ts'
import { runUsedSuite } from '../../run/run-used-suite.ts'
import { Tally } from '../../run/tally.ts'
import type { Secrets } from '../../util/secrets.ts'
import { createSchemaLibrary } from '../../validations/index.ts'
import type { PreparedCheck } from './prepare-contract-check.ts'

/** What the calls of a check share. Who asks for it closes its resources. */
export function callContext(
  { configuration, processEnvironment }: PreparedCheck,
  interrupt: AbortSignal,
  secrets: Secrets,
): RunContext {
  return {
    id: randomUUID(),
    emit: () => undefined,
    secrets,
    resources: new RunResources(),
    schemas: createSchemaLibrary(),
    processEnvironment,
    interrupt,
    insist: interrupt,
    allowsExec: () => false,
    toolFolder: path.join(configuration.directory, '.tool'),
    workers: configuration.workers ?? 4,
    tally: new Tally(),
    useSuite: runUsedSuite,
  }
}
