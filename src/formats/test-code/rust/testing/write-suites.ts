import { readFileSync } from 'node:fs'
import path from 'node:path'
import { suitesToCollection } from '../../../../compile/suites-to-collection.ts'
import type { JsonObject } from '../../../../model/json.ts'
import { type ExportedTests, exportTests } from '../../export-tests.ts'
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

/** The rows of a file in the folder `suites`. */
export function readRows(file: string): readonly JsonObject[] {
  const text = readFileSync(path.join('suites', file), 'utf8')
  if (file.endsWith('.json')) {
    const read = JSON.parse(text) as JsonObject[] & { rows?: JsonObject[] }
    return read.rows ?? read
  }
  const [head = '', ...lines] = text.trim().split('\n')
  return lines.map(line =>
    Object.fromEntries(head.split(',').map((key, at) => [key, line.split(',')[at] ?? ''])),
  )
}
