import assert from 'node:assert/strict'
import path from 'node:path'
import { describe, it } from 'node:test'
import { type Files, withFolder } from '../testing/run-program.ts'
import type { LoadOptions } from './load-options.ts'
import { type ReadSuite, readSuite } from './read-suite.ts'
import { mayLeadTo, openNames, referencedFiles } from './referenced-files.ts'

const options: LoadOptions = {
  rowLimit: 100,
  outerVariables: () => new Set(['baseUrl']),
  collections: () => Promise.resolve(new Map()),
}

/** Reads `a.apitest.yaml` in a folder with these files. */
async function reading<Value>(
  files: Files,
  use: (read: ReadSuite, folder: string) => Value,
  more: Partial<LoadOptions> = {},
): Promise<Value> {
  return withFolder(files, async folder => {
    const read = await readSuite(path.join(folder, 'a.apitest.yaml'), { ...options, ...more })
    assert.ok(read.ok, JSON.stringify(read))
    return use(read.value, folder)
  })
}

const using = (file: string): string => `suite: A\nsteps:\n  - use: ${file}\n`
const plain = (more = ''): string => `suite: B\n${more}steps:\n  - request: GET http://x/{{id}}\n`

describe('a suite that is read', () => {
  it('has the suites that it uses, and those that they use, each once even in a circle', () =>
    reading(
      {
        'a.apitest.yaml': using('b/b.apitest.yaml'),
        'b/b.apitest.yaml': using('../c.apitest.yaml'),
        'c.apitest.yaml': using('a.apitest.yaml'),
      },
      ({ facts, uses }, folder) => {
        const names = ['b/b.apitest.yaml', 'c.apitest.yaml', 'a.apitest.yaml'].map(name =>
          path.join(folder, name),
        )
        assert.deepEqual([...facts.uses.keys()], names)
        assert.deepEqual([...uses.keys()], names)
      },
    ))

  it('knows of each suite that it uses why it is none', () =>
    reading(
      {
        'a.apitest.yaml': ['gone', 'list', 'broken', 'empty'].reduce(
          (text, name) => `${text}  - use: ${name}.apitest.yaml\n`,
          'suite: A\nsteps:\n',
        ),
        'list.apitest.yaml': '- a\n',
        'broken.apitest.yaml': 'suite: A\nsteps: [\n',
        'empty.apitest.yaml': '\n',
      },
      ({ facts, uses }) => {
        assert.deepEqual(
          [...facts.uses.values()],
          [
            { state: 'missing' },
            { state: 'unreadable', reason: 'it is no suite' },
            { state: 'unreadable', reason: 'it is no suite: line 2 is not valid YAML' },
            { state: 'unreadable', reason: 'the file is empty' },
          ],
        )
        assert.equal(uses.size, 0)
      },
    ))

  it('has the rows of its file, named from its folder, and those of its steps', () =>
    reading(
      {
        'a.apitest.yaml':
          'suite: A\ndata: data/rows.csv\nsteps:\n  - request: GET http://x/{{id}}\n    data: [{ at: 1 }, { at: 2 }]\n',
        'data/rows.csv': 'id,expected_status\n1,200\n2,404\n3,200\n',
      },
      ({ data, facts }) => {
        assert.deepEqual(
          data.rows?.map(({ values }) => values['id']),
          ['1', '2', '3'],
        )
        assert.deepEqual(
          [...data.stepRows.values()].map(rows => rows.length),
          [2],
        )
        assert.deepEqual(facts.columns, ['id', 'expected_status'])
        assert.deepEqual([...facts.stepColumns.values()], [['at']])
      },
    ))

  it('has the rows that it is given in place of its own, but not the suites that it uses', () =>
    reading(
      {
        'a.apitest.yaml': `${using('b.apitest.yaml')}data: [{ id: 1 }]\n`,
        'b.apitest.yaml': plain('data: [{ id: 5 }, { id: 6 }]\n'),
      },
      ({ data, uses }, folder) => {
        assert.deepEqual(
          data.rows?.map(({ number }) => number),
          [7],
        )
        assert.equal(uses.get(path.join(folder, 'b.apitest.yaml'))?.data.rows?.length, 2)
      },
      { rows: [{ number: 7, values: { id: 9 } }] },
    ))

  it('has as many rows as may run, and tells of more', async () => {
    const files = { 'a.apitest.yaml': plain('data: [{ id: 1 }, { id: 2 }, { id: 3 }]\n') }
    const rows = ({ data }: ReadSuite): readonly unknown[] => [
      data.rows?.length ?? 0,
      data.problems.map(({ code }) => code),
    ]
    assert.deepEqual(await reading(files, rows, { rowLimit: 2 }), [0, ['data-too-long']])
    assert.deepEqual(await reading(files, rows, { rowLimit: 2, firstRows: 2 }), [2, ['data-too-long']])
  })

  it('is the text that stands for it where that is not saved', () =>
    withFolder({}, async folder => {
      const file = path.join(folder, 'a.apitest.yaml')
      const read = await readSuite(file, { ...options, texts: new Map([[file, plain()]]) })
      assert.ok(read.ok)
      assert.equal(read.value.parsed.suite.name, 'B')
      assert.equal(read.value.facts.isSaved, true)
      const missing = await readSuite(path.join(folder, 'b.apitest.yaml'), options)
      assert.deepEqual(missing.ok ? [] : missing.problems.map(({ code }) => code), ['file-unreadable'])
    }))

  it('knows which of the files that it sends or is judged by are not there', () =>
    reading(
      {
        'a.apitest.yaml': `suite: A
steps:
  - request: POST http://x/
    file: gone.bin
  - request: POST http://x/
    multipart: { one: { file: here.bin }, two: { file: folder } }
    validations: [{ schema: gone.schema.json }]
`,
        'here.bin': '1',
        'folder/a.txt': '1',
      },
      ({ facts }, folder) => {
        assert.deepEqual([...facts.missingFiles].map(file => path.relative(folder, file)).sort(), [
          'gone.bin',
          'gone.schema.json',
        ])
        assert.deepEqual(
          [...(facts.folders ?? [])].map(file => path.relative(folder, file)),
          ['folder'],
        )
      },
    ))
})

describe('the files that a suite names', () => {
  const text = `suite: A
data: rows.csv
settings: { tls: { ca: keys/ca.pem } }
steps:
  - use: used.apitest.yaml
  - request: POST http://x/
    file: "bodies/{{name}}.json"
    validations: [{ schema: gone.schema.json }]
`
  const files: Files = {
    'a.apitest.yaml': text,
    'used.apitest.yaml': 'suite: B\nsteps:\n  - request: POST http://x/\n    file: own.bin\n',
    'keys/ca.pem': 'x',
    'bodies/one.json': '1',
    'bodies/one.txt': '1',
    'bodies/two.json': '2',
  }

  it('are those of its keys, there or not, those that names with values may mean, and those of the suites it uses', () =>
    withFolder(files, async folder => {
      const found = await referencedFiles(path.join(folder, 'a.apitest.yaml'))
      assert.deepEqual(found.map(file => path.relative(folder, file)).sort(), [
        'bodies/one.json',
        'bodies/two.json',
        'gone.schema.json',
        'keys/ca.pem',
        'own.bin',
        'rows.csv',
        'used.apitest.yaml',
      ])
    }))

  it('may become any that fits a name which is filled in while it runs', () =>
    withFolder(files, async folder => {
      const [name, ...others] = await openNames(path.join(folder, 'a.apitest.yaml'))
      assert.ok(name !== undefined)
      assert.deepEqual([name.written, others], ['bodies/{{name}}.json', []])
      const led = ['bodies/new.json', 'bodies/deep/new.json', 'bodies/new.txt', 'other/new.json'].map(file =>
        mayLeadTo(name, path.join(folder, file)),
      )
      assert.deepEqual(led, [true, true, false, false])
    }))

  it('are none where there is no suite', () =>
    withFolder({}, async folder => {
      assert.deepEqual(await referencedFiles(path.join(folder, 'a.apitest.yaml')), [])
    }))
})
