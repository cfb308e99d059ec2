import assert from 'node:assert/strict'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { test } from 'node:test'
import { loadReporter, reporterNames } from './index.ts'
import { plainOptions, streamOf, textOf } from './testing/events.ts'
import { runs } from './testing/runs.ts'

/** Reporters whose text a person reads and looks at again when it changes. `UPDATE_FIXTURES=1` writes it anew. */
for (const name of reporterNames)
  for (const [run, events] of Object.entries(runs))
    test(`${name} says the same about the ${run} run`, async () => {
      const reporter = await loadReporter(name)
      const actual = await textOf(reporter(streamOf(events), plainOptions))
      await expectFile(`fixtures/report/${name}/${run}.${extensions[name]}`, actual)
    })

test('pretty says the same about the failing run, everything shown', async () => {
  const reporter = await loadReporter('pretty')
  const options = { ...plainOptions, color: true, verbose: true }
  await expectFile(
    'fixtures/report/pretty/failing-verbose.ansi',
    await textOf(reporter(streamOf(runs['failing'] ?? []), options)),
  )
})

const extensions = { pretty: 'txt', dot: 'txt', tap: 'tap', junit: 'xml', json: 'json', ndjson: 'ndjson' }

async function expectFile(file: string, actual: string): Promise<void> {
  if (process.env['UPDATE_FIXTURES'] !== undefined) {
    await mkdir(path.dirname(file), { recursive: true })
    await writeFile(file, actual)
  }
  assert.equal(actual, await readFile(file, 'utf8'), `${file} differs; UPDATE_FIXTURES=1 writes it anew`)
}
