import newman, { type RunSummary } from 'newman'
import type { JsonObject } from '../../../model/json.ts'

/** Result of a run, and the cursors of the items in whose scripts a callback threw, which fails nothing in Postman. */
interface NewmanRun extends RunSummary {
  readonly thrown: ReadonlySet<string>
}

/** Runs a collection in Postman's own runner, with variables that win over its own. File names count from here. */
export async function runNewman(collection: JsonObject, variables: JsonObject): Promise<NewmanRun> {
  const values = Object.entries(variables).map(([key, value]) => ({ key, value, enabled: true }))
  const thrown = new Set<string>()
  return new Promise((resolve, reject) => {
    newman
      .run({ collection, environment: { values }, reporters: [] }, (error, { run }) => {
        if (error === null) resolve({ run, thrown })
        else reject(error)
      })
      .on('exception', (_, { cursor }) => thrown.add(cursor.ref))
  })
}
