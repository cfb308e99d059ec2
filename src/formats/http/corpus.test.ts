import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, it } from 'node:test'
import { suitesToRun } from '../../compile/suites-to-run.ts'
import type { Imported } from '../../model/conversion.ts'
import { corpusFolders } from '../../testing/corpus.ts'
import { runText } from '../../testing/run-text.ts'
import { list, mapping } from '../../util/read-values.ts'
import { holdAgainst, sentToShop } from '../testing/shop.ts'
import { importedFrom } from './testing/import-file.ts'

describe('samples of files of requests', () => {
  for (const root of corpusFolders('interchange')) {
    const folder = path.join(root, 'http')
    for (const name of readdirSync(folder).filter(file => file.endsWith('.http')))
      it(`${name} sends what it says`, async () => {
        const text = readFileSync(path.join(folder, name), 'utf8')
        const expected = path.join(folder, name.replace('.http', '.expected.json'))
        const sent = await sentToShop(root, port =>
          run(importedFrom(text.replaceAll(':4555', `:${port}`), folder), folder, port),
        )
        // The rule about the environment is told by the operation.
        holdAgainst(expected, sent, importedFrom(text, folder), what => !what.startsWith('{{$processEnv'))
      })
  }
})

/** Variables that nothing sets: the clients send their braces. */
const unset = { unset_price: String.raw`\{{unset_price}}` }

/** Runs what a sample became against the shop at this port. */
async function run(imported: Imported, folder: string, port: number): Promise<void> {
  const local = imported.collection?.environments.find(one => one.name === 'local')
  const own = {
    ...local?.variables,
    base: `http://127.0.0.1:${port}`,
    ...imported.collection?.variables,
    ...unset,
  }
  for (const suite of suitesToRun(imported.collection ?? assert.fail(), [])) {
    const { environment: _, ...rest } = suite
    const steps = list(rest['steps'])
      .map(mapping)
      .filter(step => step['websocket'] === undefined)
    const { messages } = await runText(
      JSON.stringify({ ...rest, steps, variables: own, secrets: local?.secrets ?? {} }),
      {
        files: { 'files/stock.csv': readFileSync(path.join(folder, 'files/stock.csv'), 'utf8') },
        input: { processEnvironment: { SHOP_PASSWORD: 'demo-password', PASSWORD: 'demo-password' } },
      },
    )
    assert.deepEqual(messages, [])
  }
}
