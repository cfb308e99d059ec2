import type { SuiteInput } from '../operations/suite-input.ts'

/** Where a command runs: its working folder, and what --env, --env-file and --config say. */
export function surroundingsOf({
  env,
  envFile,
  config,
}: {
  readonly env?: string | undefined
  readonly envFile?: string | undefined
  readonly config?: string | undefined
}): Omit<SuiteInput, 'paths' | 'variables'> {
  return {
    workingFolder: process.cwd(),
    processEnvironment: process.env,
    ...(env === undefined ? {} : { environment: env }),
    ...(envFile === undefined ? {} : { environmentFile: envFile }),
    ...(config === undefined ? {} : { configurationFile: config }),
  }
}
