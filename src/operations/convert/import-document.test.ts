import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readdir, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { describe, it } from 'node:test'
import { readSaved } from '../../store/saved-collections.ts'
import { withFolder } from '../../testing/run-program.ts'
import { hostIn } from '../testing/host-in.ts'
import { importDocument } from './import-document.ts'

/** A description with one operation; `more` is in its schema. */
function description(title: string, more: object = {}): string {
  const content = { 'application/json': { schema: { type: 'object', title, ...more } } }
  const paths = { '/things': { get: { responses: { 200: { description: 'ok', content } } } } }
  return JSON.stringify({ openapi: '3.0.3', info: { title, version: '1' }, paths })
}

/** A server of these documents, which may be changed, and an import of them into a folder. */
async function withDocuments(
  documents: Record<string, string>,
  use: (importFrom: (place: string) => Promise<string>, folder: string, host: string) => Promise<void>,
): Promise<void> {
  const server = createServer((request, response) => response.end(documents[request.url ?? ''] ?? ''))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  try {
    await withFolder({}, folder => {
      const importFrom = async (place: string): Promise<string> => {
        const answer = await importDocument.run({ source: `http://${host}${place}` }, hostIn(folder))
        return answer.ok ? (answer.value.copy ?? '') : (answer.problems[0]?.code ?? '')
      }
      return use(importFrom, folder, host.replace(':', '-'))
    })
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

/** Lists the descriptions that the validations of a collection name. */
function specsOf(folder: string, collection: string): readonly string[] {
  const saved = readSaved(folder)
  const found = saved.ok ? saved.value.collections.find(({ name }) => name === collection) : undefined
  return [...JSON.stringify(found).matchAll(/"spec":"([^"]*)"/g)].map(([, name = '']) => name)
}

const urls = ['/users/v1/openapi.json', '/orders/v1/openapi.json', '/orders/V1/openapi.json', '/api?key=abc']

describe('A8: copies of descriptions', () => {
  it('A8: of one host have a file for each document, which the collection of it names', () =>
    withDocuments(
      Object.fromEntries(urls.map((url, index) => [url, description(`API ${index}`)])),
      async (importFrom, folder, host) => {
        const copies = []
        for (const url of urls) copies.push(await importFrom(url))
        assert.deepEqual(
          copies,
          ['', '-orders-v1-openapi', '-orders-v1-openapi-2', '-api'].map(
            one => `.tool/specs/${host}${one}-openapi.json`,
          ),
        )
        for (const [index, copy] of copies.entries()) {
          assert.match(await readFile(path.join(folder, copy), 'utf8'), new RegExp(`"API ${index}"`))
          assert.deepEqual(specsOf(folder, `API ${index}`), [copy])
        }
        const sources = await readFile(path.join(folder, '.tool/specs/sources.json'), 'utf8')
        assert.doesNotMatch(sources, /abc/)
      },
    ))

  it('A8: are brought up to date by another import of the same document, and by no other', () => {
    const documents: Record<string, string> = { '/a': description('A'), '/b': description('B') }
    return withDocuments(documents, async (importFrom, folder) => {
      const copies = [await importFrom('/a'), await importFrom('/b')]
      documents['/b'] = description('B', { minProperties: 7 })
      assert.equal(await importFrom('/b'), copies[1])
      const texts = await Promise.all(copies.map(copy => readFile(path.join(folder, copy), 'utf8')))
      assert.deepEqual(texts, [documents['/a'], documents['/b']])
    })
  })

  it('A8: stay as they are when the document cannot be imported', () => {
    const documents: Record<string, string> = { '/a': description('A') }
    return withDocuments(documents, async (importFrom, folder) => {
      const copy = await importFrom('/a')
      const before = await readFile(path.join(folder, copy), 'utf8')
      documents['/a'] = '{ "openapi": "3.0.3", "info": {}, "paths": {} }'
      assert.equal(await importFrom('/a'), 'import-unreadable')
      assert.equal(await readFile(path.join(folder, copy), 'utf8'), before)
    })
  })

  it('A8: of imports at the same time are not mixed up, nor with one that nobody knows any more', () => {
    const documents = Object.fromEntries(['/a', '/b', '/c'].map(url => [url, description(url.slice(1))]))
    return withDocuments(documents, async (importFrom, folder, host) => {
      await Promise.all([importFrom('/a'), importFrom('/b')])
      await rm(path.join(folder, '.tool/specs/sources.json'))
      await importFrom('/c')
      for (const title of ['a', 'b', 'c']) {
        const [copy = ''] = specsOf(folder, title)
        assert.match(await readFile(path.join(folder, copy), 'utf8'), new RegExp(`"title":"${title}"`))
      }
      const names = await readdir(path.join(folder, '.tool/specs'))
      assert.equal(names.filter(name => name.startsWith(host)).length, 3)
    })
  })
})
