import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { compareDescriptions } from './compare-descriptions.ts'
import { descriptionIn } from './testing/compare-files.ts'

const folder = path.resolve('../shared/corpus/contracts/diff')
const index = path.join(folder, 'index.json')

/** What oasdiff calls otherwise than we do. */
const sameAs: Readonly<Record<string, readonly string[]>> = {
  'api-security-scope-added': ['api-global-security-scope-added'],
  'api-security-added': ['api-global-security-added'],
}

interface Pair {
  readonly id: string
  readonly old: string
  readonly new: string
  readonly accept: readonly string[]
  readonly expectedBreaking: readonly string[]
}

const pairs = existsSync(index) ? (JSON.parse(readFileSync(index, 'utf8')) as { pairs: Pair[] }).pairs : []

test(
  'the corpus of pairs is there',
  { skip: pairs.length === 0 && 'no ../shared/corpus/contracts/diff' },
  () => {
    assert.ok(pairs.length > 20)
  },
)

for (const { id, accept, expectedBreaking, ...files } of pairs)
  test(`pair ${id}: ${accept.join(' or ')}`, async () => {
    const before = await descriptionIn(path.join(folder, files.old))
    const after = await descriptionIn(path.join(folder, files.new))
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
