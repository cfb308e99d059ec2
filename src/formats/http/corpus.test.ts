import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, it } from 'node:test'
import { suitesToRun } from '../../compile/suites-to-run.ts'
import type { Imported } from '../../model/conversion.ts'
import { corpusFolders } from '../../testing/corpus.ts'
import { runText } from '../../testing/run-text.ts'
import { list, mapping, text as textOf } from '../../util/read-values.ts'
import { askShop, comparable, type Sent } from '../testing/shop.ts'
import { importedFrom } from './testing/import-file.ts'

describe('samples of files of requests', () => {
  for (const root of corpusFolders('interchange')) {
    const folder = path.join(root, 'http')
    for (const name of readdirSync(folder).filter(file => file.endsWith('.http')))
      it(`${name} sends what it says`, async () => {
        const expected = mapping(
          JSON.parse(readFileSync(path.join(folder, name.replace('.http', '.expected.json')), 'utf8')),
        )
        const { imported, sent } = await run(root, name)
        const wanted = list(expected['requests'])
          .map(mapping)
          .filter(one => one['method'] !== undefined)
        assert.deepEqual(
          sent.map(comparable),
          wanted.map(one => comparable(one as unknown as Sent)),
        )
        const told = [...imported.report.losses, ...imported.report.notes].map(({ what }) => what).join('\n')
        for (const one of list(expected['told']).map(mapping)) {
          const what = textOf(one['what']) ?? ''
          // The rule about the environment is told by the operation.
          if (!what.startsWith('{{$processEnv')) assert.ok(told.includes(what), `${what} in ${told}`)
        }
      })
  }
})

/** Variables that nothing sets: the clients send their braces. */
const unset = { unset_price: String.raw`\{{unset_price}}` }

/** Imports a sample, and runs it against the shop of the corpus. */
async function run(root: string, name: string): Promise<{ imported: Imported; sent: readonly Sent[] }> {
  const folder = path.join(root, 'http')
  let imported: Imported | undefined
  const sent = await askShop(root, async port => {
    imported = importedFrom(
      readFileSync(path.join(folder, name), 'utf8').replaceAll(':4555', `:${port}`),
      folder,
    )
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
  })
  return { imported: imported ?? assert.fail(), sent }
}
