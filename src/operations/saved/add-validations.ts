import type { JsonObject } from '../../model/json.ts'
import { type Result, usageProblem } from '../../model/problem.ts'
import { list, mapping } from '../../parse/read-values.ts'
import type { Operation } from '../operation.ts'
import { itemAt, replaceItem } from './change-items.ts'
import { stepProblems } from './step-problems.ts'
import { type PlaceInput, updatePlace } from './saved-input.ts'

/** What is added to a saved request, in the words of the suite language. */
export interface AddValidationsInput extends PlaceInput {
  readonly validations: readonly JsonObject[]
  readonly extracts: JsonObject
}

/** Adds validations and extracts to a saved request, behind those it has; answers with the names that lead to it. */
export const addValidations: Operation<AddValidationsInput, Result<readonly string[]>> = {
  name: 'collections validate',
  permission: 'project',
  description: 'Adds validations and extracts to a saved request.',
  async run(input) {
    const problems = await stepProblems(withMore({ request: 'GET http://127.0.0.1/' }, input))
    if (problems.length > 0) return { ok: false, problems }
    return updatePlace(input, (saved, place) => {
      const item = itemAt(saved, place)
      if (item?.kind !== 'request')
        return {
          ok: false,
          problems: [usageProblem(`"${input.place}" is not a request`, 'Name one of its requests.')],
        }
      const step = withMore(item.step, input)
      return { ok: true, value: replaceItem(saved, place, () => [{ ...item, step }]) }
    })
  },
}

function withMore(step: JsonObject, { validations, extracts }: AddValidationsInput): JsonObject {
  const allValidations = [...list(step['validations']), ...validations]
  const allExtracts = { ...mapping(step['extracts']), ...extracts }
  return {
    ...step,
    ...(allValidations.length === 0 ? {} : { validations: allValidations }),
    ...(Object.keys(allExtracts).length === 0 ? {} : { extracts: allExtracts }),
  }
}
