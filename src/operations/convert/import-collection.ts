import type { Imported } from '../../model/conversion.ts'
import type { Result } from '../../model/problem.ts'
import { jsonIn } from '../../util/json-in.ts'
import { isObject } from '../../util/is-json.ts'
import { wholeReport } from './whole-report.ts'
import { unreadable } from './read-source.ts'
import { isCollection } from './collection-text.ts'

/** Reads a collection that `apitest compile --to collection` wrote to a file. */
export function importCollection(text: string, source: string): Result<Imported> {
  const document = jsonIn(text)
  const collection = isObject(document) ? document['collection'] : undefined
  if (!isCollection(collection)) return unreadable(`${source} holds no collection of apitest`)
  return { ok: true, value: { collection, environments: [], report: wholeReport(collection) } }
}
