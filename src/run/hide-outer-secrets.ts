import type { PlannedSuite } from '../plan/plan.ts'
import { createScope, type ProcessEnvironment } from '../template/scope.ts'
import type { Secrets } from '../util/secrets.ts'
import { outerLayers } from './outer-layers.ts'
import { hideVariables, secretVariables } from './secret-variables.ts'

/** Hides what is secret before any step has run: the secrets of suite, environment and configuration. */
export function hideOuterSecrets(
  planned: PlannedSuite,
  processEnvironment: ProcessEnvironment,
  secrets: Secrets,
): void {
  const layers = [
    { name: '--var', values: planned.values.commandLine } as const,
    { name: 'row', values: {} } as const,
    ...outerLayers(planned),
  ]
  const scope = createScope(layers, processEnvironment, secret => {
    secrets.add(secret)
  })
  hideVariables(secretVariables(planned), scope, secrets)
}
