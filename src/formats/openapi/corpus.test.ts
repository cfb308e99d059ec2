import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, it } from 'node:test'
import type { Operation } from '../../api-description/api-description.ts'
import { loadDescription } from '../../api-description/load-description.ts'
import { reading } from '../../api-description/testing/description.ts'
import { checkSuite } from '../../check/check-suite.ts'
import { collectionToSuites } from '../../compile/collection-to-suites.ts'
import { suiteText } from '../../parse/suite-text.ts'
import type { JsonObject } from '../../model/json.ts'
import { parseSuite } from '../../parse/parse-suite.ts'
import { corpusFacts, corpusList, type Listed } from '../../testing/corpus.ts'
import { noFacts } from '../../testing/expect-problems.ts'
import { list, mapping, texts } from '../../util/read-values.ts'
import { importOpenApi } from './import-open-api.ts'
import { type ImportedFile, importedFile, requestsOf } from './testing/imported.ts'
import { shareOfCount } from '../../testing/parts.ts'

const all = corpusFacts('imports/openapi', 'facts.json')

/** A document with the list of its operations. */
interface ListedDocument extends Listed {
  readonly file: string
  readonly operationList: readonly string[]
}

describe('API descriptions', () => {
  for (const { name, file, facts } of all)
    it(name, async () => {
      const result = await importedFile(file)
      assert.deepEqual(rowsOf(result), rowsOfFacts(mapping(facts)))
      assert.equal(result.report.created, mapping(facts)['operations'])
      assert.deepEqual(complaints(result), [])
      expectNoPlaceholders(result)
      await expectSuites(result)
    })
})

describe('API descriptions of contracts', () => {
  const documents = corpusList('contracts/openapi', 'index.json', 'docs') as readonly ListedDocument[]
  for (const { folder, file, operationList } of documents)
    it(file, async () => {
      const result = await importedFile(path.join(folder, file))
      const found = result.description.operations.map(({ method, path: at }) => `${method} ${at}`)
      assert.deepEqual(found.sort(), [...operationList].sort())
      assert.deepEqual(complaints(result), [])
      await expectSuites(result)
    })
})

describe('damaged API descriptions', () => {
  for (const { name, file } of all)
    it(name, async () => {
      const text = readFileSync(file, 'utf8')
      for (let part = 1; part < 20; part++)
        await expectAnswer(text.slice(0, Math.floor((text.length * part) / 20)))
      if (file.endsWith('.json'))
        for (let seed = 0; seed < shareOfCount(25); seed++)
          await expectAnswer(JSON.stringify(damaged(JSON.parse(text), seed)))
    })
})

/** Method, path and first tag of each operation, and of each request the folder. */
function rowsOf({ description, collection }: ImportedFile): readonly string[] {
  const folders = requestsOf(collection.items).map(({ folders: [name] }) => name ?? null)
  const tags = description.operations.map(({ tags: [tag] }) => tag ?? null)
  assert.deepEqual([...folders].sort(), [...tags].sort())
  return description.operations.map(row).sort()
}

function row({ method, path: at, tags }: Operation): string {
  return `${method} ${at} ${tags[0] ?? '-'}`
}

function rowsOfFacts(facts: JsonObject): readonly string[] {
  return list(facts['ops'])
    .map(one => list(one))
    .map(([method, at, tag]) => texts([method, at, tag ?? '-']).join(' '))
    .sort()
}

/** Values that their schemas do not allow. */
function complaints({ report }: ImportedFile): readonly string[] {
  return report.losses
    .filter(({ why }) => why.startsWith('no value'))
    .map(({ what, why }) => `${what}: ${why}`)
}

function expectNoPlaceholders({ collection }: ImportedFile): void {
  const bodies = requestsOf(collection.items).map(({ request }) => request.step['json'] ?? null)
  assert.doesNotMatch(JSON.stringify(bodies), /<(?:string|integer|number|boolean|Error)/)
}

/** The suites of a collection have no problems, but for files and environment variables that are not here. */
async function expectSuites({ collection }: ImportedFile): Promise<void> {
  for (const { suite } of collectionToSuites(collection)) {
    const parsed = await parseSuite(suiteText(suite), '/suites/a.apitest.yaml')
    const problems = await checkSuite(parsed, noFacts)
    assert.deepEqual(
      problems.map(({ code, message, span }) => `${String(span?.start.line)} ${code} ${message}`),
      [],
    )
  }
}

/** A document gives a collection or a problem, never an exception. */
async function expectAnswer(text: string): Promise<void> {
  const address = 'file:///damaged/openapi.json'
  const description = await loadDescription(address, reading({ [address]: text }))
  if (!description.ok) assert.equal(description.problems[0]?.code, 'import-unreadable')
  else await importOpenApi(description.value, { spec: 'openapi.json' })
}

/** A document in which about fifty values are of another type, each time the same for the same seed. */
function damaged(value: unknown, seed: number): unknown {
  let state = seed + 1
  const chance = (): number => (state = (state * 48_271) % 0x7fffffff) / 0x7fffffff
  const others = [null, 0, -1, '', 'text', true, [], {}, [null], { $ref: '#/nowhere' }, { $ref: 7 }]
  const visit = (part: unknown): unknown => {
    if (chance() < 0.01) return others[Math.floor(chance() * others.length)]
    if (Array.isArray(part)) return part.map(visit)
    if (typeof part !== 'object' || part === null) return part
    return Object.fromEntries(Object.entries(part).map(([key, inside]) => [key, visit(inside)]))
  }
  return visit(value)
}
