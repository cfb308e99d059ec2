import { withNearestConfiguration } from '../opening/load-configuration.ts'
import { negativeKeys } from '../convert/negative-keys.ts'
import { type OperationChoice, usualCap, usualParameterCap } from '../../contract/live/select-operations.ts'
import { type NegativeOptions, usualNegativeCases } from '../../contract/negative/negative-options.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import type { Argument } from '../../parse/argument-source.ts'
import { withScheme } from '../../util/with-scheme.ts'
import { allowKey, ignoreFileKey, type Placed, placed, scopeKeys, setupKey } from '../input-keys.ts'
import type { Host } from '../operation.ts'
import {
  byHand,
  fileName,
  flag,
  list,
  object,
  optional,
  published,
  text,
  typed,
  type ValueOf,
  whole,
} from '../schema.ts'

/** The input of a contract check. */
export const checkInput = object({
  baseUrl: text('Where the API is, such as http://127.0.0.1:4010'),
  spec: fileName('read', 'OpenAPI or Swagger document, file or URL'),
  ignoreFile: byHand(ignoreFileKey),
  tags: optional(list(text('A tag'), 'Operations with one of these tags only')),
  operations: optional(
    list(text('An operation'), 'These operations only: operationId, "GET /users/{id}", or a pattern with *'),
  ),
  exclude: optional(list(text('An operation'), 'All but these operations, written the same way')),
  includeWrites: optional(flag('Call operations that may change data, too; DELETE comes last')),
  maxOperations: optional(whole(`Operations to call at most (${usualCap} by default)`, 1)),
  maxParameters: optional(
    whole(
      `Optional parameters to try at most, each in one more request (${usualParameterCap} by default; 0: none)`,
      0,
    ),
  ),
  negative: optional(
    flag('Send requests, too, that break one rule of the description each, and expect that they are refused'),
  ),
  negativeCases: negativeKeys.negativeCases,
  seed: negativeKeys.seed,
  values: optional(
    list(
      object({
        name: text('id, or getUser.id of one operation'),
        value: typed<JsonValue>({ description: 'Its value, of any type' }),
      }),
      'Values of parameters; those of a later one win',
    ),
  ),
  valuesFile: optional(fileName('read', 'YAML or JSON file of values, by parameter or by operation')),
  collection: optional(text('Saved collection whose requests give values')),
  settings: optional(
    published<JsonObject>(
      'suite.schema.json#/definitions/settings',
      'Credentials, headers and transport of every request, as under `settings` of a suite',
    ),
  ),
  allow: allowKey,
  setup: byHand(setupKey),
  ...scopeKeys,
})

type Given = ValueOf<typeof checkInput>

/** The same as the parts of a check get it. */
export type CheckContractInput = Placed<
  Omit<Given, keyof OperationChoice | 'negative' | 'negativeCases' | 'seed'>
> &
  Required<Pick<Given, 'values' | 'settings'>> & {
    readonly choice: OperationChoice
    /** Which requests are sent that break a rule; absent where none are. */
    readonly negativeOptions?: NegativeOptions
    /** The arguments that the settings came from; paths begin in the settings. */
    readonly given: readonly Argument[]
  }

/** The input with its usual values, and the words that its settings were made of. */
export function contractCheckInput(input: Given, host: Host): CheckContractInput {
  const { tags = [], operations = [], exclude = [], includeWrites = false, ...others } = input
  const { maxOperations = usualCap, maxParameters = usualParameterCap, ...placedKeys } = others
  const { negative, negativeCases: most = usualNegativeCases, seed = 1, ...kept } = placedKeys
  const { values = [], settings = {} } = kept
  return {
    ...withNearestConfiguration(placed(kept, host), input.spec, host.workingFolder),
    baseUrl: input.baseUrl.trim() === '' ? '' : withScheme(input.baseUrl.trim()),
    choice: { tags, operations, exclude, includeWrites, maxOperations, maxParameters },
    ...(negative === true ? { negativeOptions: { seed, most } } : {}),
    values,
    settings,
    given: host.words?.settings ?? [],
  }
}
