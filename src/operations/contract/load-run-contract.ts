import { existsSync } from 'node:fs'
import path from 'node:path'
import { misspeltPaths } from '../../api-description/misspelt-paths.ts'
import { RunContract } from '../../contract/run-contract.ts'
import type { CoverageThresholds } from '../../model/contract.ts'
import { errorProblem, type Result, refusal } from '../../model/problem.ts'
import type { RunInput } from '../suites/run-input.ts'
import { maskUrlCredentials } from '../../secrets/index.ts'
import { defined } from '../../util/defined.ts'
import { loadSpec } from './load-spec.ts'
import { ignoredExchanges, readIgnoreFile } from './read-ignore-file.ts'

/** Reads the description that a run is held against. */
export async function loadRunContract(
  input: RunInput & { readonly spec: string },
  thresholds: CoverageThresholds | undefined,
  interrupt: AbortSignal,
): Promise<Result<RunContract>> {
  const description = await loadSpec({ ...input, source: input.spec, interrupt })
  const spec = maskUrlCredentials(input.spec)
  if (!description.ok) return description
  if (description.value.operations.length === 0) {
    const message = `${spec} has no operations, so nothing can be held against it`
    const [broken] = description.value.broken
    const reason = broken === undefined ? undefined : `Path "${broken.path}" is left out: ${broken.reason}.`
    const hint = misspeltPaths(description.value) ?? reason
    return refusal(errorProblem({ code: 'nothing-selected', message, hint }))
  }
  const ignore = await readIgnoreFile(input, ignoredExchanges)
  if (!ignore.ok) return ignore
  const file = path.resolve(input.workingFolder, input.spec)
  const options = defined({ file: existsSync(file) ? file : undefined, thresholds, ignore: ignore.value })
  return { ok: true, value: new RunContract(spec, description.value, options) }
}
