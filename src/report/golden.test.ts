import assert from 'node:assert/strict'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { test } from 'node:test'
import { loadReporter, textReporterNames } from './index.ts'
import { plainOptions, streamOf, textOf } from './testing/events.ts'
import { runs } from './testing/runs.ts'

/** Reporters whose text a person reads and looks at again when it changes. `UPDATE_FIXTURES=1` writes it anew. */
for (const name of textReporterNames)
  for (const [run, events] of Object.entries(runs))
    test(`${name} says the same about the ${run} run`, async () => {
      const reporter = await loadReporter(name)
      const actual = await textOf(reporter(streamOf(events), plainOptions))
      const shown = name === 'html' ? withoutLooks(actual) : actual
      await expectFile(`fixtures/report/${name}/${run}.${extensions[name]}`, shown)
    })

test('pretty says the same about the failing run, everything shown', async () => {
  const reporter = await loadReporter('pretty')
  const options = { ...plainOptions, color: true, verbose: true }
  await expectFile(
    'fixtures/report/pretty/failing-verbose.ansi',
    await textOf(reporter(streamOf(runs['failing'] ?? []), options)),
  )
})

const extensions = {
  pretty: 'txt',
  dot: 'txt',
  tap: 'tap',
  junit: 'xml',
  json: 'json',
  ndjson: 'ndjson',
  html: 'html',
  har: 'har',
  github: 'txt',
  markdown: 'md',
}

/** The page without its style and script, which a browser judges. */
function withoutLooks(page: string): string {
  return page.replace(/<(style|script)>[^]*?<\/\1>/g, '<$1></$1>').replace(/sha256-[^&]*/, 'sha256-')
}

async function expectFile(file: string, actual: string): Promise<void> {
  if (process.env['UPDATE_FIXTURES'] !== undefined) {
    await mkdir(path.dirname(file), { recursive: true })
    await writeFile(file, actual)
  }
  assert.equal(actual, await readFile(file, 'utf8'), `${file} differs; UPDATE_FIXTURES=1 writes it anew`)
}
