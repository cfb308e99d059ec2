import assert from 'node:assert/strict'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { describe, it } from 'node:test'
import { corpusFolders } from '../../../testing/corpus.ts'
import { runLine, withFolder } from '../../../testing/run-program.ts'
import { list, mapping, text } from '../../../util/read-values.ts'
import { holdSent, type Sent, sentToShop } from '../../testing/shop.ts'
import { importedFiles } from './testing/import-files.ts'

describe('samples of folders of Postman', () => {
  for (const root of corpusFolders('interchange'))
    for (const name of ['Shop', 'Odd'])
      it(`${name} sends what it says, and tells what it does not`, async () => {
        const samples = path.join(root, 'postman-v3')
        const expected = mapping(
          JSON.parse(readFileSync(path.join(samples, `${name}.expected.json`), 'utf8')),
        )
        const files = filesIn(samples)
        const sent = await sentToShop(root, port => run(files, name, port))
        holdSent(expected, sent.map(withoutCookie))
        const { report } = await importedFiles(files, `postman/collections/${name}`)
        const told = { loss: report.losses, note: report.notes }
        for (const one of list(expected['told']).map(mapping)) {
          const kind = one['kind'] === 'loss' ? 'loss' : 'note'
          const where = text(one['where']) ?? ''
          const found = told[kind].some(
            ({ where: place, what }) => place.endsWith(where) && what === one['what'],
          )
          assert.ok(found, `${kind} ${where}: ${text(one['what'])}`)
        }
        assert.equal(
          report.losses.length,
          list(expected['told']).filter(one => mapping(one)['kind'] === 'loss').length,
        )
      })
})

/** The request without the cookie that follows from the sign-in. */
function withoutCookie(request: Sent): Sent {
  return { ...request, headers: request.headers.filter(([name]) => !/^cookie$/i.test(name)) }
}

/** The texts of a folder by their names in it. */
function filesIn(folder: string): Readonly<Record<string, string>> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return Object.fromEntries(
    names
      .filter(name => statSync(path.join(folder, name)).isFile())
      .map(name => [name.replaceAll(path.sep, '/'), readFileSync(path.join(folder, name), 'utf8')]),
  )
}

/** Runs a collection where it lies, but for its WebSocket, which the shop has not. */
async function run(files: Readonly<Record<string, string>>, name: string, port: number): Promise<void> {
  const moved = Object.entries(files)
    .filter(([file]) => !file.endsWith('live.request.yaml'))
    .map(([file, content]) => [file, content.replaceAll(':4555', `:${port}`)] as const)
  await withFolder(Object.fromEntries(moved), async folder => {
    const options = ['--env', 'local', '--allow-losses', '--allow', '../../files/stock.csv']
    const { exitCode, output, errors } = await runLine(folder, [`postman/collections/${name}`, ...options])
    assert.equal(exitCode, 0, output + errors)
  })
}
