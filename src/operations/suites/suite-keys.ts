import { scopeKeys } from '../calls/call-keys.ts'
import { type Host, workspaceOf } from '../operation.ts'
import { list, type ObjectOf, optional, text } from '../schema.ts'
import type { SuiteInput } from './suite-input.ts'

/** What imported collections may read, for this run only. */
export const allowKey = optional(
  list(text('env.TOKEN, ../logo.png'), 'Something an imported collection may read: env.TOKEN, ../logo.png'),
)

/** Keys of every operation that reads suites. */
export const suiteKeys = {
  paths: list(text('A path'), 'Suites, folders of suites, or names of what is saved'),
  allow: allowKey,
  ...scopeKeys,
  environment: optional(text('Environment to use: of apitest.config.yaml, or a saved one')),
} as const

/** What the parts of the program that read suites are told. */
export function suiteInput(input: ObjectOf<typeof suiteKeys>, host: Host): SuiteInput {
  return { ...input, ...workspaceOf(host), variables: input.variables ?? {} }
}
