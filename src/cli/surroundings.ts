import type { SuiteInput } from '../operations/suites/suite-input.ts'

/** Where a command runs: its working folder, and what --env, --env-file, --config and --allow say. */
export function surroundingsOf({
  env,
  envFile,
  config,
  allow,
}: {
  readonly env?: string | undefined
  readonly envFile?: string | undefined
  readonly config?: string | undefined
  readonly allow?: readonly string[] | undefined
}): Omit<SuiteInput, 'paths' | 'variables'> {
  return {
    workingFolder: process.cwd(),
    processEnvironment: process.env,
    ...(env === undefined ? {} : { environment: env }),
    ...(envFile === undefined ? {} : { environmentFile: envFile }),
    ...(config === undefined ? {} : { configurationFile: config }),
    ...(allow === undefined ? {} : { allow }),
  }
}
