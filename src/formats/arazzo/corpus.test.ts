import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, it } from 'node:test'
import { suitesToRun } from '../../compile/suites-to-run.ts'
import { corpusFolders } from '../../testing/corpus.ts'
import { runText } from '../../testing/run-text.ts'
import { list, mapping, text } from '../../util/read-values.ts'
import { holdAgainst, sentToShop } from '../testing/shop.ts'
import { exportArazzo } from './export-arazzo.ts'
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
