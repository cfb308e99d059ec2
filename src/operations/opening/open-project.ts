import type { Result } from '../../model/problem.ts'
import type { RunContext } from '../../run/run-context.ts'
import type { Host } from '../operation.ts'
import { type Secretive, SecretReader } from './secret-commands.ts'
import { type ProductionInput, unaskedChanges } from '../production.ts'
import { setUpFirst } from './set-up-first.ts'
import { callContext } from '../calls/call-context.ts'

/** How a project is opened. */
interface Opening {
  /** Parts of the context that are other than those of any call. */
  readonly context?: Partial<RunContext>
  /** True where secrets of commands stay masks, because nothing is sent. */
  readonly keepsMasks?: boolean
  /** The reader that has read secrets of it before. */
  readonly reader?: SecretReader
}

/**
 * Does work that is no run of suites in a project: with the secrets of commands that it needs, in a context of calls, and after
 * the setup; where something is sent, only once it is known that changes in production are meant. What that context keeps open is
 * closed when the work is over. Secrets are masked in problems.
 */
export async function openProject<Prepared extends Secretive, Value>(
  prepared: Prepared,
  input: ProductionInput,
  { interrupt, session }: Pick<Host, 'interrupt' | 'session'>,
  work: (filled: Prepared, run: RunContext) => Promise<Value>,
  { context, keepsMasks = false, reader = new SecretReader(interrupt) }: Opening = {},
): Promise<Result<Value>> {
  const sends = !keepsMasks && context?.rehearses !== true
  const unasked = sends ? unaskedChanges(prepared, input) : []
  if (unasked.length > 0) return { ok: false, problems: unasked }
  const filled = keepsMasks ? ({ ok: true, value: prepared } as const) : await reader.fill(prepared)
  if (!filled.ok) return filled
  const run: RunContext = { ...callContext(filled.value, interrupt, session), ...context }
  try {
    return await setUpFirst(filled.value, run, own => work(filled.value, own))
  } finally {
    if (run.resources !== session) await run.resources.close()
  }
}
