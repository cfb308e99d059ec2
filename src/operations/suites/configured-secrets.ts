import { hideOuterSecrets } from '../../run/hide-outer-secrets.ts'
import { Secrets } from '../../secrets/index.ts'
import type { PreparedRun } from './prepare-run.ts'

/**
 * What no output may show before the first step runs: a service that cannot start may print its password, and a server
 * may tell one file the password of another that comes later.
 */
export function configuredSecrets({ plan, processEnvironment }: PreparedRun): Secrets {
  const secrets = new Secrets()
  for (const planned of plan.suites) hideOuterSecrets(planned, processEnvironment, secrets)
  return secrets
}
