import type { JsonObject, JsonValue } from '../../model/json.ts'
import { usageRefusal } from '../../model/problem.ts'
import { list, mapping } from '../../util/read-values.ts'
import { defined } from '../../util/defined.ts'
import { operation } from '../operation.ts'
import { flag, list as listOf, map, object, optional, published, type ValueOf } from '../schema.ts'
import { itemAt, replaceItem } from './change-items.ts'
import { proposeValidations } from './propose-validations.ts'
import { stepProblems } from './step-problems.ts'
import { namesSchema, placeKeys, updatePlace } from './saved-input.ts'

const addInput = object({
  validations: optional(
    listOf(
      published<JsonObject>('suite.schema.json#/definitions/validation', 'As in a suite: `$.id: 1`'),
      'Validations to add',
    ),
  ),
  extracts: optional(
    map(
      published<JsonValue>('suite.schema.json#/definitions/extract', 'What it takes: `$.id`'),
      'Extracts to add, as in a suite: `name: $.id`',
    ),
  ),
  fromLast: optional(flag('Add those, too, that propose-validations proposes by its last answers')),
  ...placeKeys,
})

type AddValidationsInput = ValueOf<typeof addInput>

/** Adds validations and extracts to a saved request, behind those it has; answers with the names that lead to it. */
export const addValidations = operation({
  name: 'add-validations',
  permission: 'project',
  canRehearse: true,
  summary: 'Adds validations and extracts to a saved request, behind those it has.',
  input: addInput,
  answer: namesSchema,
  async run(given, host) {
    const proposed = given.fromLast === true ? await proposeValidations.run(placeOf(given), host) : undefined
    if (proposed?.ok === false) return proposed
    const { proposals = [] } = proposed?.value ?? {}
    const input = {
      ...given,
      validations: [...(given.validations ?? []), ...proposals.map(one => one.validation)],
    }
    const problems = await stepProblems(withMore({ request: 'GET http://127.0.0.1/' }, input))
    if (problems.length > 0) return { ok: false, problems }
    return updatePlace(input, host, (saved, place) => {
      const item = itemAt(saved, place)
      if (item?.kind !== 'request')
        return usageRefusal(`"${input.place}" is not a request`, 'Name one of its requests.')
      const step = withMore(item.step, input)
      return { ok: true, value: replaceItem(saved, place, () => [{ ...item, step }]) }
    })
  },
})

function placeOf({
  place,
  configurationFile,
}: AddValidationsInput): ValueOf<typeof proposeValidations.input> {
  return defined({ place, configurationFile })
}

function withMore(step: JsonObject, { validations = [], extracts = {} }: AddValidationsInput): JsonObject {
  const allValidations = [...list(step['validations']), ...validations]
  const allExtracts = { ...mapping(step['extracts']), ...extracts }
  return {
    ...step,
    ...(allValidations.length === 0 ? {} : { validations: allValidations }),
    ...(Object.keys(allExtracts).length === 0 ? {} : { extracts: allExtracts }),
  }
}
