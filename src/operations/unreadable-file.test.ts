import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, it } from 'node:test'
import { withFolder } from '../testing/run-program.ts'
import { loadConfiguration } from './opening/load-configuration.ts'
import { collectionFacts } from './opening/collection-facts.ts'
import { loadSuites } from './suites/load-suites.ts'

const options = { rowLimit: 100, outerVariables: () => new Set<string>(), collections: collectionFacts }
const suite = 'suite: A\nsteps:\n  - use: other\n'

async function messagesOf(folder: string): Promise<readonly string[]> {
  const { problems } = await loadSuites([path.join(folder, 'a.apitest.yaml')], options)
  return problems.map(({ code, message, span }) => `${span?.start.line ?? 0} ${code} ${message}`)
}

describe('files that cannot be read', () => {
  it('are those in another encoding, with the line', () =>
    withFolder({}, async folder => {
      const file = path.join(folder, 'a.apitest.yaml')
      await writeFile(file, Buffer.from('suite: A\n# café\n', 'latin1'))
      assert.deepEqual(await messagesOf(folder), ['2 file-unreadable the file is not written in UTF-8'])
      await writeFile(file, Buffer.from('\uFEFFsuite: A', 'utf16le'))
      assert.deepEqual(await messagesOf(folder), [
        '1 file-unreadable the file is written in UTF-16, not in UTF-8',
      ])
    }))

  it('are not shown when a suite uses them', () =>
    withFolder({ 'a.apitest.yaml': suite, other: 'root:x:0\n' }, async folder => {
      assert.deepEqual(await messagesOf(folder), ['3 use-unreadable other cannot be read: it is no suite'])
      await writeFile(path.join(folder, 'other'), 'a: 1\nroot: x: 0\n')
      assert.deepEqual(await messagesOf(folder), [
        '3 use-unreadable other cannot be read: it is no suite: line 2 is not valid YAML',
      ])
    }))

  it('a folder with the name of the configuration is not one', () =>
    withFolder({}, async folder => {
      await mkdir(path.join(folder, 'apitest.config.yaml'))
      const found = await loadConfiguration(folder, undefined)
      assert.ok(found.ok)
      const given = await loadConfiguration(folder, 'apitest.config.yaml')
      assert.match(given.ok ? '' : (given.problems[0]?.message ?? ''), /cannot be read: it is a folder/)
    }))
})
