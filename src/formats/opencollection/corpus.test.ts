import assert from 'node:assert/strict'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { describe, it } from 'node:test'
import { corpusFolders } from '../../testing/corpus.ts'
import { runLine, withFolder } from '../../testing/run-program.ts'
import { list, mapping, text as textOf } from '../../util/read-values.ts'
import { holdSent, sentToShop } from '../testing/shop.ts'
import { importedFiles, requestsIn } from './testing/import-files.ts'

/** The texts of a sample, in one file or in a folder. */
function filesOf(sample: string, below = ''): Readonly<Record<string, string>> {
  const at = path.join(sample, below)
  if (statSync(at).isFile()) return { 'opencollection.yml': readFileSync(at, 'utf8') }
  return Object.assign(
    {},
    ...readdirSync(at).map(name => {
      const file = path.join(below, name)
      const isFolder = statSync(path.join(sample, file)).isDirectory()
      return isFolder ? filesOf(sample, file) : { [file]: readFileSync(path.join(sample, file), 'utf8') }
    }),
  ) as Record<string, string>
}

/** Runs a sample where it lies, against the shop at this port. */
async function runSample(sample: string, port: number, words: readonly string[]): Promise<void> {
  const files = Object.fromEntries(
    Object.entries(filesOf(sample)).map(([file, text]) => [file, text.replaceAll(':4555', `:${port}`)]),
  )
  // The shop has no WebSocket.
  const { [path.join('Live', 'Updates.yml')]: _, ...plain } = files
  const ran = await withFolder(plain, folder =>
    runLine(folder, ['.', ...words, '--allow', 'env.PASSWORD', '--allow-losses'], {
      environment: { PASSWORD: 'demo-password' },
    }),
  )
  assert.equal(ran.exitCode, 0, ran.output + ran.errors)
}

const samples = ['opencollection/shop', 'opencollection/bundled.yml', 'bruno/shop', 'bruno/notes']

describe('samples of collections of Bruno', () => {
  for (const root of corpusFolders('interchange'))
    for (const name of samples) {
      const sample = path.join(root, name)
      const expected = mapping(
        JSON.parse(readFileSync(path.join(root, `${name.replace('.yml', '')}.expected.json`), 'utf8')),
      )

      it(`${name} sends what it says, and all of its checks pass`, async () => {
        const environment = Object.keys(mapping(expected['environments']))
        const words = environment.length === 0 && !name.endsWith('.yml') ? [] : ['--env', 'local']
        holdSent(expected, await sentToShop(root, port => runSample(sample, port, words)))
      })

      it(`${name} is imported with its names and environments, and tells what is not carried over`, async () => {
        const { collection, report } = await importedFiles(filesOf(sample))
        const requests = list(expected['requests']).map(mapping)
        assert.deepEqual(
          requestsIn(collection?.items ?? []).map(({ step }) => step['name']),
          requests.map(one => textOf(one['name'])?.split(' / ').at(-1)),
        )
        for (const [key, wanted] of Object.entries(mapping(expected['environments']))) {
          const { variables, secrets, disabled } =
            collection?.environments.find(one => one.name === key) ?? {}
          const { variables: values, secrets: hidden, disabled: off } = mapping(wanted)
          assert.deepEqual(
            { variables, secrets, disabled },
            { variables: values, secrets: hidden ?? {}, disabled: off },
          )
        }
        const told = [...report.losses, ...report.notes].map(({ what }) => what).join('\n')
        for (const one of list(expected['told']).map(mapping)) {
          // The words are free; those of bodies are the names that they have in both languages.
          const what = (textOf(one['what']) ?? '')
            .replaceAll('body:', '')
            .replace(/^(auth: none|descriptions) .*/, '$1')
          assert.ok(told.includes(what), `${what} in ${told}`)
        }
      })
    }
})
