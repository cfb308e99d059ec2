import { requestCount } from '../../compile/suites-to-run.ts'
import type { Imported } from '../../model/conversion.ts'
import { errorProblem, type Result } from '../../model/problem.ts'
import { isObject } from '../../util/is-json.ts'
import { isCollection } from './collection-text.ts'

/** Reads a collection that `apitest compile --to collection` wrote to a file. */
export function importCollection(text: string, source: string): Result<Imported> {
  const document = parsed(text)
  const collection = isObject(document) ? document['collection'] : undefined
  if (!isCollection(collection)) {
    const message = `${source} holds no collection of apitest`
    return { ok: false, problems: [errorProblem({ code: 'import-unreadable', message })] }
  }
  const requests = requestCount(collection.items)
  const report = { requests, created: requests, merged: [], skipped: [], losses: [], notes: [] }
  return { ok: true, value: { collection, environments: [], report } }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
