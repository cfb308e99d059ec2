import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, it } from 'node:test'
import { httpServer } from '../../actions/http/testing/http-server.ts'
import { suitesToRun } from '../../compile/suites-to-run.ts'
import { corpusFolders } from '../../testing/corpus.ts'
import { runText } from '../../testing/run-text.ts'
import { list, mapping, text } from '../../util/read-values.ts'
import { holdAgainst, sentToShop } from '../testing/shop.ts'
import { exportArazzo } from './export-arazzo.ts'
import { importArazzo } from './import-arazzo.ts'
import { importedIn } from './testing/import-text.ts'

describe('samples of Arazzo', () => {
  for (const root of corpusFolders('interchange')) {
    const folder = path.join(root, 'arazzo')
    for (const name of readdirSync(folder).filter(file => file.endsWith('.arazzo.yaml')))
      it(`${name} sends what it says, and passes`, async () => {
        const imported = await importedIn(folder, name)
        const suites = suitesToRun(imported.collection ?? assert.fail(), [])
        const sent = await sentToShop(root, async port => {
          for (const suite of suites.filter(({ inputs }) => inputs === undefined)) {
            const written = JSON.stringify(suite).replaceAll(':4555', `:${port}`)
            const { messages, summary } = await runText(written)
            assert.deepEqual([messages, summary.problems], [[], []])
          }
        })
        const [written] = exportArazzo(imported.collection ?? assert.fail()).files
        assert.equal(written?.text, readFileSync(path.join(folder, name), 'utf8'))
        const expected = path.join(folder, name.replace('.arazzo.yaml', '.expected.json'))
        holdAgainst(expected, sent, imported)
        const lost = list(mapping(JSON.parse(readFileSync(expected, 'utf8')))['told']).map(mapping)
        // A jump is carried out in other words: that is a note.
        const losses = lost.filter(({ kind, what }) => kind === 'loss' && !text(what)?.startsWith('goto'))
        assert.equal(imported.report.losses.length, losses.length)
      })
  }
})

describe('samples of our own', () => {
  const folder = 'fixtures/arazzo'
  const sent: Readonly<Record<string, readonly string[]>> = {
    'order.arazzo.yaml': ['GET /v1/pens?color=blue', 'POST /v1/orders {"pen":2,"note":"for blue"}'],
    'selectors.arazzo.yaml': ['GET /v1/pens?color=red&color=blue', 'GET /v1/pens/2'],
  }
  for (const [name, expected] of Object.entries(sent))
    it(`${name} sends what it says, passes, and is written as it was`, async () => {
      await using server = await httpServer((request, response) => {
        response.statusCode = request.method === 'POST' ? 201 : 200
        response.setHeader('content-type', 'application/json')
        response.end('{"total": 2, "pens": [{"id": 2, "color": "blue", "price": 2}, {"id": 3, "price": 9}]}')
      })
      const { collection = assert.fail(), report } = await importedIn(folder, name)
      for (const suite of suitesToRun(collection, [])) {
        const written = JSON.stringify(suite).replaceAll('http://127.0.0.1:4556', server.url)
        const { messages, summary } = await runText(written)
        assert.deepEqual([messages, summary.problems], [[], []])
      }
      assert.deepEqual(
        server.seen.map(({ method, url, body }) => `${method} ${url} ${String(body)}`.trim()),
        expected,
      )
      assert.deepEqual(report.losses, [])
      const { files } = exportArazzo(collection)
      assert.deepEqual(files, [{ name: files[0]?.name, text: readFileSync(path.join(folder, name), 'utf8') }])
    })

  it('is refused with its line where it is cut off', async () => {
    const name = 'broken.arazzo.yaml'
    const text = readFileSync(path.join(folder, name), 'utf8')
    const made = await importArazzo(text, name, { folder, read: () => assert.fail(), isStored: false })
    assert.ok(!made.ok)
    assert.deepEqual(
      made.problems.map(({ code, span }) => [code, span?.file, span?.start.line]),
      [['import-unreadable', path.join(folder, name), 7]],
    )
  })
})
