import newman, { type RunSummary } from 'newman'
import type { JsonObject } from '../../../model/json.ts'

/** Runs a collection in Postman's own runner, with variables that win over its own. File names count from here. */
export async function runNewman(collection: JsonObject, variables: JsonObject): Promise<RunSummary> {
  const values = Object.entries(variables).map(([key, value]) => ({ key, value, enabled: true }))
  return new Promise((resolve, reject) => {
    newman.run({ collection, environment: { values }, reporters: [] }, (error, summary) => {
      if (error === null) resolve(summary)
      else reject(error)
    })
  })
}
