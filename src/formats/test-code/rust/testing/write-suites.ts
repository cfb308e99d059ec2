import { suitesToCollection } from '../../../../compile/suites-to-collection.ts'
import type { JsonObject } from '../../../../model/json.ts'
import { type ExportedTests, exportTests } from '../../export-tests.ts'
import { readRows } from '../../testing/read-suite.ts'
import { rustFrameworks } from '../frameworks.ts'

/** Writes suites as tests in Rust. Files of rows lie in the folder `suites`. */
export async function writeSuites(
  suites: readonly { readonly name: string; readonly suite: JsonObject }[],
): Promise<ExportedTests> {
  const collection = suitesToCollection(suites, 'suites')
  const [framework] = rustFrameworks
  if (framework === undefined) throw new Error('There is no framework of Rust.')
  return exportTests(collection, framework, { readRows })
}
