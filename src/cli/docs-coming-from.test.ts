import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import path from 'node:path'
import { describe, it } from 'node:test'
import { promisify } from 'node:util'
import { runNewman } from '../formats/postman/testing/run-newman.ts'
import { k6Environment, withoutK6 } from '../formats/k6/testing/run-script.ts'
import type { JsonObject } from '../model/json.ts'
import { laterTier } from '../testing/parts.ts'
import { withPlayground } from '../testing/page-suites.ts'
import { fencesOf, readPages } from '../testing/pages.ts'
import { pythonWith, withoutPackages } from '../testing/python-tools.ts'
import { runLine, withFolder } from '../testing/run-program.ts'

const run = promisify(execFile)
const pages = await readPages()
const python = 'fixtures/test-code/python.txt'
const withoutHurl =
  laterTier('hurl') ||
  (spawnSync('hurl', ['--version']).error !== undefined && 'hurl is not installed on this machine.')

/** Our suite is run as those of all pages are. */
describe('the test of another tool, beside which ours stands', () => {
  it('passes in Newman', { skip: laterTier('newman') }, () =>
    withTheirs('postman', async (folder, files) => {
      const text = files['orders.postman_collection.json'] ?? ''
      const { run: ran } = await runNewman(JSON.parse(text) as JsonObject, {})
      assert.deepEqual(ran.failures, [], folder)
      assert.equal(ran.executions.flatMap(({ assertions }) => assertions ?? []).length, 4)
    }),
  )

  it('passes as a collection of Postman here', () =>
    withTheirs('postman', async folder => {
      await passes(folder, ['import', 'orders.postman_collection.json'])
      assert.match(await passes(folder, ['run', 'Orders']), /Requests {2}2/)
    }))

  it('passes in Hurl', { skip: withoutHurl }, () =>
    withTheirs('hurl', async (folder, _, url) => {
      await run('hurl', ['--test', '--variable', `baseUrl=${url}`, 'orders.hurl'], { cwd: folder })
    }),
  )

  it('passes as a file of Hurl here', () =>
    withTheirs('hurl', async (folder, _, url) => {
      assert.match(await passes(folder, ['orders.hurl', '--var', `baseUrl=${url}`]), /Requests {2}2/)
    }))

  it('passes as a collection of Bruno here', () =>
    withTheirs('bruno', async (folder, _, url) => {
      await passes(folder, ['import', 'orders'])
      assert.match(await passes(folder, ['run', 'Orders', '--var', `baseUrl=${url}`]), /Requests {2}2/)
    }))

  it('passes in k6', { skip: withoutK6 }, () =>
    withTheirs('k6', async folder => {
      const options = { cwd: folder, env: k6Environment }
      const { stdout } = await run('k6', ['run', '--quiet', '--no-color', 'products.js'], options)
      assert.match(stdout, /checks_succeeded[. ]*: 100\.00%/)
    }),
  )

  it('passes in pytest', { skip: withoutPackages(python) }, () =>
    withTheirs('pytest', async folder => {
      const { stdout } = await run(pythonWith(python) ?? '', ['-m', 'pytest', '-q', 'test_orders.py'], {
        cwd: folder,
      })
      assert.match(stdout, /1 passed/)
    }),
  )

  it('of k6 puts load on the playground here', () =>
    withTheirs('k6', async folder => {
      const { exitCode, output, errors } = await runLine(folder, ['load', 'ours.apitest.yaml'])
      // On a busy machine the figures are unreliable, which is exit code 3.
      assert.ok(exitCode === 0 || exitCode === 3, output + errors)
      assert.match(output, /Error rate {2}0 %/)
    }))
})

/** A folder with the files that a page shows, ours as `ours.apitest.yaml`, and a playground in place of the one they name. */
async function withTheirs(
  name: string,
  use: (folder: string, files: Readonly<Record<string, string>>, url: string) => Promise<void>,
): Promise<void> {
  const fences = fencesOf(pages.find(({ file }) => file === `docs/coming-from/${name}.md`)?.text ?? '')
  await withPlayground(async url => {
    const files = Object.fromEntries(
      fences
        .filter(fence => fence.name !== '' || fence.text.startsWith('suite:'))
        .map(fence => [
          fence.name === '' ? 'ours.apitest.yaml' : fence.name,
          fence.text.replaceAll('http://127.0.0.1:4010', url),
        ]),
    )
    await withFolder(files, folder => use(folder, files, url))
  })
}

/** Returns the output of a command, which ends with exit code 0. */
async function passes(folder: string, words: readonly string[]): Promise<string> {
  const { exitCode, output, errors } = await runLine(folder, words)
  assert.equal(exitCode, 0, `${path.basename(folder)} ${words.join(' ')}\n${output}${errors}`)
  return output
}
