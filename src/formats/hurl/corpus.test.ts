import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, it } from 'node:test'
import { suitesToRun } from '../../compile/suites-to-run.ts'
import type { Imported } from '../../model/conversion.ts'
import { corpusFolders } from '../../testing/corpus.ts'
import { runText } from '../../testing/run-text.ts'
import { holdAgainst, sentToShop } from '../testing/shop.ts'
import { importedText } from './testing/import-text.ts'

describe('samples of Hurl', () => {
  for (const root of corpusFolders('interchange')) {
    const folder = path.join(root, 'hurl')
    for (const name of readdirSync(folder).filter(file => file.endsWith('.hurl')))
      it(`${name} sends what it says, and passes`, async () => {
        const imported = importedText(readFileSync(path.join(folder, name), 'utf8'))
        const sent = await sentToShop(root, port => run(imported, folder, port))
        holdAgainst(path.join(folder, name.replace('.hurl', '.expected.json')), sent, imported)
      })
  }
})

async function run({ collection }: Imported, folder: string, port: number): Promise<void> {
  const variables = { base: `http://127.0.0.1:${port}`, password: 'demo-password', n: '7' }
  for (const suite of suitesToRun(collection ?? assert.fail(), [])) {
    const { messages, summary } = await runText(JSON.stringify({ ...suite, variables }), {
      files: { 'files/stock.csv': readFileSync(path.join(folder, 'files/stock.csv'), 'utf8') },
    })
    assert.deepEqual([messages, summary.problems], [[], []])
  }
}
