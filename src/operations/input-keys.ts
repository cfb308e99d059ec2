import { type Host, type Workspace, workspaceOf } from './operation.ts'
import { projectKeys } from './project-folder.ts'
import { byHand, fileName, flag, list, map, type ObjectOf, optional, text } from './schema.ts'

/** Keys that say with which variables an operation works. */
export const scopeKeys = {
  environment: optional(text('Environment to use: of apitest.config.yaml, or a saved one')),
  variables: optional(map(text('Its value'), 'Variables, name: value')),
  environmentFile: byHand(optional(fileName('read', 'File of NAME=value lines for {{env.NAME}}'))),
  production: byHand(optional(flag('Allow changes in an environment marked production'))),
  ...projectKeys,
} as const

/** Of an operation that does the setup of the configuration first, where it needs what that gives. */
export const setupKey = optional(
  flag('False leaves out the setup of the configuration; what it gives can be variables'),
)

/** The entries that imported collections may read, for this run only. */
export const allowKey = byHand(
  optional(
    list(text('env.TOKEN, ../logo.png'), 'Something an imported collection may read: env.TOKEN, ../logo.png'),
  ),
)

/** Files of other tools that run where they lie, whatever of them cannot be carried out. */
export const allowLossesKey = byHand(
  optional(flag('Run files of other tools although some of them cannot be carried out')),
)

/** The key for the file about exchanges that need not be as a description says. */
export const ignoreFileKey = optional(
  fileName(
    'read',
    'File with what need not be as described; .apitest-contract-ignore.yaml by default, if it exists',
  ),
)

/** Suites that are written in their place. */
export const changedPaths = list(
  fileName('change', 'A path'),
  'Suites, or folders of suites; those of the configuration and itself where there is none',
)

/** Keys of every operation that reads suites. */
export const suiteKeys = {
  paths: list(fileName('read', 'A path'), 'Suites, folders of suites, or names of what is saved'),
  allow: allowKey,
  allowLosses: allowLossesKey,
  ...scopeKeys,
} as const

/** An input as the parts of an operation get it: with where it works, and with variables, if only none. */
export type Placed<Given> = Given & Workspace & { readonly variables: Readonly<Record<string, string>> }

/** The input of every operation with variables. */
export type ScopeInput = Placed<ObjectOf<typeof scopeKeys>> & Pick<SuiteInput, 'allow'>

/** The input of every operation on suites; without paths, the suites of the configuration are meant. */
export type SuiteInput = Placed<ObjectOf<typeof suiteKeys>>

/** An input together with where the host works. */
export function placed<Given extends ObjectOf<typeof scopeKeys>>(given: Given, host: Host): Placed<Given> {
  return { ...given, ...workspaceOf(host), variables: given.variables ?? {} }
}
