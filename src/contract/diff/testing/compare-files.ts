import assert from 'node:assert/strict'
import type { ApiDescription } from '../../../api-description/api-description.ts'
import { readLocalFile } from '../../../api-description/documents/read-local-file.ts'
import { loadDescription } from '../../../api-description/load-description.ts'
import { describedBy } from '../../../api-description/testing/description.ts'
import type { Change } from '../../../model/contract-change.ts'
import { compareDescriptions } from '../compare-descriptions.ts'

/** The description in a file. */
export async function descriptionIn(file: string): Promise<ApiDescription> {
  const loaded = await loadDescription(file, readLocalFile)
  assert.ok(loaded.ok, `${file}: ${loaded.ok ? '' : String(loaded.problems[0]?.message)}`)
  return loaded.value
}

/** The changes from one document to another. */
export async function changesBetween(before: unknown, after: unknown): Promise<readonly Change[]> {
  return compareDescriptions(await describedBy(before), await describedBy(after))
}

/** `breaking request-body-became-enum`, sorted, each once. */
export function inWords(changes: readonly Change[]): readonly string[] {
  return [...new Set(changes.map(({ level, rule }) => `${level} ${rule}`))].sort()
}
