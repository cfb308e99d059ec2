import assert from 'node:assert/strict'
import path from 'node:path'
import { describe, it } from 'node:test'
import { suiteProblems } from '../../check/check-suite.ts'
import { collectionFile, readCollectionFile } from '../../compile/collection-file.ts'
import { collectionToSuites } from '../../compile/collection-to-suites.ts'
import { suiteText } from '../../parse/suite-text.ts'
import { suitesToCollection } from '../../compile/suites-to-collection.ts'
import validateCollections from '../../generated/collections-validator.js'
import type { Collection } from '../../model/collection.ts'
import { suiteLayout } from '../../parse/suite-layout.ts'
import { layOut } from '../../document/index.ts'
import { parseSuite } from '../../parse/parse-suite.ts'
import { corpusDocuments, documentsIn } from '../../testing/corpus.ts'
import { mapping } from '../../util/read-values.ts'
import { importAs } from './importers.ts'
import { readFileText } from './read-source.ts'

const documents = [
  ...['fixtures/openapi', 'fixtures/postman', 'fixtures/har'].flatMap(documentsIn),
  ...corpusDocuments('imports/openapi', 'imports/postman', 'imports/har'),
].filter(file => !path.basename(file).includes('environment'))

async function imported(file: string): Promise<Collection | undefined> {
  const text = readFileText(path.resolve(file), file)
  assert.ok(text.ok)
  const directory = process.cwd()
  const result = await importAs(text.value, {
    source: file,
    workingFolder: directory,
    directory,
    processEnvironment: {},
    interrupt: new AbortController().signal,
  })
  if (!result.ok && result.problems[0]?.message.endsWith('nothing to make a request of') === true)
    return undefined
  assert.ok(result.ok, result.ok ? '' : result.problems[0]?.message)
  return result.value.imported.collection
}

/** As it would be read again: what is undefined is not there. */
function stored<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value)) as Value
}

/** Checks that a text is in the form of `apitest fmt`; one that begins with an empty line has blanks there. */
async function expectOneForm(text: string): Promise<void> {
  const [written, form] = [text, await layOut(text, suiteLayout)].map(one => one?.replace(/^ +$/gm, ''))
  assert.equal(form, written)
}

describe('a document that was imported', () => {
  for (const file of documents)
    it(`is the same collection after it was suites: ${path.basename(file)}`, async () => {
      const collection = await imported(file)
      if (collection === undefined) return
      assert.ok(validateCollections({ version: 1, collections: [stored(collection)] }))
      const files = collectionToSuites(collection)
      const suites = await Promise.all(
        files.map(async ({ name, suite }) => {
          const text = suiteText(suite)
          const parsed = await parseSuite(text, path.resolve(name))
          assert.deepEqual(await suiteProblems(parsed), [], name)
          await expectOneForm(text)
          return { name, suite: mapping(parsed.source.value) }
        }),
      )
      const beside = collectionFile(collection, files, 'out')
      const again =
        beside === undefined
          ? suitesToCollection(suites, 'out')
          : readCollectionFile(
              stored(beside as unknown as { collection: Collection }).collection,
              suites,
              'out',
              '',
            )
      assert.deepEqual(stored(again), stored(collection))
    })
})
