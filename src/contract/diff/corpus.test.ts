import assert from 'node:assert/strict'
import path from 'node:path'
import { test } from 'node:test'
import { describedBy } from '../../api-description/testing/description.ts'
import type { ApiDescription } from '../../api-description/api-description.ts'
import { corpusList, type Listed } from '../../testing/corpus.ts'
import { compareDescriptions } from './compare-descriptions.ts'
import { descriptionIn } from './testing/compare-files.ts'

/** The names of oasdiff that differ from ours. */
const sameAs: Readonly<Record<string, readonly string[]>> = {
  'api-security-scope-added': ['api-global-security-scope-added'],
  'api-security-added': ['api-global-security-added'],
}

interface Verdict {
  readonly accept: readonly string[]
  readonly expectedBreaking: readonly string[]
}

/** Two documents, each in a file of its own or in the list; where it is known, the verdict on the way back, too. */
interface Pair extends Listed, Verdict {
  readonly id: string
  readonly old: string | object
  readonly new: string | object
  readonly back?: Verdict
}

for (const pair of corpusList('contracts/diff', 'index.json', 'pairs') as readonly Pair[]) {
  testPair(pair)
  if (pair.back !== undefined)
    testPair({ ...pair, ...pair.back, id: `${pair.id}, back`, old: pair.new, new: pair.old })
}

function testPair({ folder, id, accept, expectedBreaking, ...documents }: Pair): void {
  test(`pair ${id}: ${accept.join(' or ')}`, async () => {
    const before = await descriptionOf(folder, documents.old)
    const after = await descriptionOf(folder, documents.new)
    const changes = compareDescriptions(before, after)
    assert.ok(accept.includes(changes[0]?.level ?? 'safe'), JSON.stringify(changes[0]))
    const breaking = new Set(changes.filter(({ level }) => level === 'breaking').map(({ rule }) => rule))
    if (!accept.includes('breaking')) return
    for (const rule of expectedBreaking)
      assert.ok(
        [rule, ...(sameAs[rule] ?? [])].some(name => breaking.has(name)),
        `${rule} in ${[...breaking].join(' ')}`,
      )
  })
}

function descriptionOf(folder: string, document: string | object): Promise<ApiDescription> {
  return typeof document === 'string' ? descriptionIn(path.join(folder, document)) : describedBy(document)
}
