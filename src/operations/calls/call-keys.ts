import type { JsonObject } from '../../model/json.ts'
import { type Host, workspaceOf } from '../operation.ts'
import { projectKeys } from '../project-folder.ts'
import { flag, map, type ObjectOf, optional, published, text } from '../schema.ts'
import type { CallInput } from './prepare-call.ts'

/** A step of the suite language. */
export const stepSchema = published<JsonObject>(
  'suite.schema.json#/definitions/step',
  'The step, as in a suite; names of files count from the working folder',
)

/** Keys that say with which variables an operation works. */
export const scopeKeys = {
  environment: optional(text('Environment of apitest.config.yaml to use')),
  variables: optional(map(text('Its value'), 'Variables, name: value')),
  environmentFile: optional(text('File of NAME=value lines for {{env.NAME}}')),
  ...projectKeys,
} as const

/** Keys of every operation that makes one call. */
export const callKeys = {
  step: stepSchema,
  before: optional({
    ...stepSchema,
    description: 'A step that is carried out first: it opens the listener that the other collects from',
  }),
  history: optional(flag('Whether the call is kept in the call history, as is usual')),
  ...scopeKeys,
} as const

/** The input of a call as the interpreter is told it. */
export function callInput(input: ObjectOf<typeof callKeys>, host: Host): CallInput {
  const { step, before, variables = {}, ...others } = input
  return {
    ...others,
    ...workspaceOf(host),
    variables,
    step,
    given: host.words?.step ?? [],
    ...(before === undefined ? {} : { before: { step: before, given: host.words?.before ?? [] } }),
  }
}
