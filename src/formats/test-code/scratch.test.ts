import { test } from 'node:test'
import { readFileSync, writeFileSync, mkdirSync } from 'node:fs'
import path from 'node:path'
import { parse } from 'yaml'
import type { FolderContents } from '../../model/collection.ts'
import { folderContents, suitesToCollection } from '../../compile/suites-to-collection.ts'
import type { JsonObject } from '../../model/json.ts'
import { exportTests } from './export-tests.ts'
import { frameworks } from './frameworks.ts'

test('scratch', async () => {
  const names = (
    process.env['SUITES'] ?? 'catalogue users orders cart rows reset failures variables files'
  ).split(' ')
  const suites = names.map(name => ({
    name: `${name}.apitest.yaml`,
    suite: { ...(parse(readFileSync(`suites/${name}.apitest.yaml`, 'utf8')) as JsonObject) },
  }))
  const collection = suitesToCollection(suites, 'suites')
  for (const framework of frameworks.filter(({ name }) =>
    (process.env['FRAMEWORKS'] ?? name).split(' ').includes(name),
  )) {
    const readSuite = (file: string): FolderContents =>
      folderContents({
        name: file,
        suite: parse(readFileSync(path.join('suites', file), 'utf8')) as JsonObject,
      })
    const { files, report } = await exportTests(collection, framework, {
      readSuite,
      readRows: file => {
        const text = readFileSync(path.join('suites', file), 'utf8')
        if (file.endsWith('.json')) {
          const read = JSON.parse(text) as JsonObject[] & { rows?: JsonObject[] }
          return read.rows ?? read
        }
        const [head = '', ...lines] = text.trim().split('\n')
        return lines.map(line =>
          Object.fromEntries(head.split(',').map((key, at) => [key, line.split(',')[at] ?? ''])),
        )
      },
    })
    const folder = path.join(process.env['OUT'] ?? '/tmp/out', framework.name)
    mkdirSync(folder, { recursive: true })
    for (const { name, text } of files) writeFileSync(path.join(folder, name), text)
    console.log(framework.name, files.map(({ name, cases }) => `${name} ${cases.length}`).join(', '))
    for (const loss of report.losses) console.log('  lost', loss.where, '|', loss.what, '|', loss.why)
    for (const loss of report.notes) console.log('  note', loss.where, '|', loss.what, '|', loss.why)
  }
})
