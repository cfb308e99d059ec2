import { type Result, problemsIn } from '../../model/problem.ts'
import type { Service } from '../../model/configuration.ts'
import { type RunningService, type ServiceContext, startService } from './start-service.ts'
import { interrupted } from './service-problem.ts'

/** Everything that was started for a run. */
export interface RunningServices {
  /** Ends what was started, all at once; what was found running stays. */
  stop(): Promise<void>
}

/**
 * Makes all services ready, side by side. When one fails, the others are ended, too, and the error is reported.
 * After an interruption nothing is left running either.
 */
export async function startServices(
  definitions: readonly Service[],
  context: ServiceContext,
): Promise<Result<RunningServices>> {
  const failed = new AbortController()
  const signal = AbortSignal.any([context.signal, failed.signal])
  const results = await Promise.all(
    definitions.map(async definition => {
      const result = await startService(definition, { ...context, signal })
      if (!result.ok) failed.abort()
      return result
    }),
  )
  const running = results.flatMap(result => (result.ok ? [result.value] : []))
  if (running.length === definitions.length) return { ok: true, value: { stop: () => stopAll(running) } }
  await stopAll(running)
  const problems = problemsIn(...results)
  return { ok: false, problems: problems.length === 0 ? [interrupted()] : problems }
}

async function stopAll(services: readonly RunningService[]): Promise<void> {
  await Promise.all(services.map(service => service.stop()))
}
