import assert from 'node:assert/strict'
import { link, readFile, symlink } from 'node:fs/promises'
import path from 'node:path'
import { describe, it } from 'node:test'
import { type Files, runLine, withFolder } from '../testing/run-program.ts'
import { withPracticeServer } from '../testing/practice-server.ts'
import { refuseOverInputs } from './refuse-over-inputs.ts'

describe('C7: writing over what is read', () => {
  const files = {
    'a/users.apitest.yaml': '',
    'a/data.csv': '',
    'a/report.html': '',
    'apitest.config.yaml': '',
  }
  const cases: readonly [string, boolean][] = [
    ['a/users.apitest.yaml', true],
    ['a/new.apitest.yml', true],
    ['apitest.config.yaml', true],
    ['a/data.csv', true],
    ['./a/../a//data.csv', true],
    ['symbolic', true],
    ['hard', true],
    ['folder/data.csv', true],
    ['a/report.html', false],
    ['a/new.html', false],
    ['missing/data.csv', false],
  ]
  it(
    'C7: is refused, under whatever spelling and through whatever link',
    { skip: process.platform === 'win32' },
    () =>
      withFolder(files, async folder => {
        await symlink(path.join(folder, 'a/data.csv'), path.join(folder, 'symbolic'))
        await link(path.join(folder, 'a/data.csv'), path.join(folder, 'hard'))
        await symlink('a', path.join(folder, 'folder'))
        for (const [file, isRefused] of cases) {
          const problems = await refuseOverInputs([{ option: `-r html=${file}`, file }], folder, () => [
            'a/data.csv',
          ])
          assert.equal(problems.length, isRefused ? 1 : 0, file)
        }
      }),
  )

  const project: Files = {
    'users.apitest.yaml':
      'suite: A\ndata: rows.csv\ntls: { ca: ca.pem }\nsteps: [{ request: "POST URL/ok", file: body.bin }, { use: used.yaml }]',
    'used.yaml': 'suite: B\nsteps: [{ request: GET URL/ok }]',
    'apitest.config.yaml': 'env-file: .env\nreporters: [json=configured.txt]',
    '.env': 'A=1',
    'configured.txt': 'an old report',
    'rows.csv': 'a\n1\n',
    'body.bin': '1',
    'ca.pem': 'x',
    'api.json': '{ "openapi": "3.0.3", "info": { "title": "A", "version": "1" }, "paths": {} }',
    '.tool/api-collections.json': '{ "version": 1 }',
  }
  it('C7: is refused by a run before anything is sent', () =>
    withPracticeServer(url =>
      withFolder(
        Object.fromEntries(
          Object.entries(project).map(([file, text]) => [file, text.replaceAll('URL', url)]),
        ),
        async folder => {
          const inputs = Object.keys(project).filter(file => file !== 'configured.txt')
          const reporters = inputs.flatMap((file, index) => [
            '-r',
            `${['html', 'json', 'junit', 'ndjson'][index % 4] ?? ''}=./${file}`,
          ])
          const { exitCode, errors, output } = await runLine(folder, [
            '.',
            '--spec',
            'api.json',
            ...reporters,
          ])
          assert.equal(exitCode, 2, output)
          for (const file of inputs) {
            assert.match(errors, new RegExp(`=./${file} would write over`))
            assert.equal(
              await readFile(path.join(folder, file), 'utf8'),
              project[file]?.replaceAll('URL', url),
            )
          }
          const plain = await runLine(folder, ['.', '-r', 'dot'])
          assert.doesNotMatch(plain.errors, /write over/)
        },
      ),
    ))

  it('C7: is refused for what placeholders name, for snapshots and for saved bodies, there or not', () => {
    const kept = {
      'body-1.json': '1',
      'parts/1.bin': '1',
      'schema-1.json': '{}',
      '1.json': '{ "a": 1 }',
      'x/y.txt': 'text',
      'snapshots/s/user-1.json': '{}',
      'snapshots/used/one.json': '{}',
      'snapshots/.gitignore': '*.partial',
    }
    const suite = [
      'suite: S',
      'variables: { a: 1, b: x }',
      'steps:',
      '  - request: POST http://127.0.0.1:1/',
      '    file: "body-{{a}}.json"',
      '    validations: [{ schema: "schema-{{a}}.json" }, { file: "{{a}}.html" }, { snapshot: "user-{{a}}" }]',
      '    save-to: one.txt',
      '  - request: POST http://127.0.0.1:1/',
      '    multipart: { f: { file: "parts/{{a}}.bin" } }',
      '    validations: [{ schema: "{{a}}.json" }, { file: "{{b}}/y.txt" }]',
      '  - use: used.yaml',
    ].join('\n')
    const used = 'suite: B\nsteps: [{ request: GET http://127.0.0.1:1/ }]'
    const files: Files = { ...kept, 's.apitest.yaml': suite, 'used.yaml': used }
    return withFolder(files, async folder => {
      const wrong = [
        ...Object.keys(kept),
        'snapshots/s/new.json',
        '.tool/saved/s/one.txt',
        'bodies/s/one.txt',
      ]
      for (const file of wrong) {
        const saves = file.startsWith('bodies') ? ['--save-dir', 'bodies'] : []
        const { exitCode, errors } = await runLine(folder, ['s.apitest.yaml', ...saves, '-r', `json=${file}`])
        assert.equal(exitCode, 2, file)
        assert.match(errors, new RegExp(`json=${file} would write over`))
      }
      for (const [file, text] of Object.entries(kept))
        assert.equal(await readFile(path.join(folder, file), 'utf8'), text)
      // A report of an earlier run is no body, though `{{a}}.html` may be its name.
      for (const file of ['report.html', 'report.html', 'snapshots/other.html', 'bodies/report.html']) {
        const words = ['s.apitest.yaml', '--save-dir', 'bodies', '-r', `html=${file}`]
        assert.doesNotMatch((await runLine(folder, words)).errors, /would write over/)
        assert.match(await readFile(path.join(folder, file), 'utf8'), /^<!doctype html>/)
      }
      for (const [file, written] of [
        ['1.json', '{{a}}.json'],
        ['parts/1.bin', 'parts/{{a}}.bin'],
      ]) {
        const { errors } = await runLine(folder, ['s.apitest.yaml', '-r', `html=${file}`])
        assert.ok(errors.includes(`html=${file} would write over what ${written} may lead to`), errors)
      }
    })
  })

  it('C7: is refused for what the program keeps in .tool, there or not, and not for reports beside it', () =>
    withFolder(
      { 'a.json': '{}', '.tool/.gitignore': '*', '.tool/api-collections.json': '{}' },
      async folder => {
        await symlink(path.join(folder, '.tool'), path.join(folder, 'link'))
        const kept = [
          '.gitignore',
          'api-collections.json',
          'last-run.json',
          'runs/new.json',
          'mocks/running.json',
        ]
        const more = [
          'services/api.log',
          'contracts/latest.json',
          'specs/a.json',
          'uploads/b.csv',
          'saved/s/one.txt',
        ]
        for (const name of [...kept, ...more, 'runs'])
          for (const file of [`.tool/${name}`, `link/${name}`])
            for (const isFolder of [false, true]) {
              const problems = await refuseOverInputs([{ option: '-r x', file, isFolder }], folder, () => [])
              const messages = problems.map(({ message }) => message)
              assert.deepEqual(messages, ['-r x would write over what apitest keeps for itself'], file)
            }
        for (const file of ['durations.json', 'report.html', 'reports/runs/a.xml', 'runs.json']) {
          const problems = await refuseOverInputs(
            [{ option: '-r x', file: `.tool/${file}` }],
            folder,
            () => [],
          )
          assert.deepEqual(problems, [], file)
        }
        const words = ['send', 'http://127.0.0.1:1/', '-o', '.tool/api-collections.json']
        assert.match((await runLine(folder, words)).errors, /would write over what apitest keeps for itself/)
      },
    ))

  for (const [title, line, input] of [
    ['merge-reports', 'merge-reports a.json -r json=a.json', 'a.json'],
    ['contract diff', 'contract diff a.json b.json --reporter markdown=b.json', 'b.json'],
    ['contract check', 'contract check http://127.0.0.1:1 --spec a.json -r junit=a.json', 'a.json'],
    ['pact verify', 'pact verify . --provider http://127.0.0.1:1 -r json=b.json', 'b.json'],
    ['compile', 'compile a.json --to k6 --report a.json', 'a.json'],
  ] as const)
    it(`C7: is refused by ${title}`, () =>
      withFolder({ 'a.json': '{}', 'b.json': '{}' }, async folder => {
        const { exitCode, errors } = await runLine(folder, line.split(' '))
        assert.equal(exitCode, 2)
        assert.match(errors, /would write over a file that it is made from/)
        assert.equal(await readFile(path.join(folder, input), 'utf8'), '{}')
      }))

  it('C7: is refused by a run whose configuration has a mistake', () =>
    withFolder(around, async folder => {
      const line = 'run broken/a.apitest.yaml -r json=broken/.env'
      const { exitCode, errors } = await runLine(folder, line.split(' '))
      assert.equal(exitCode, 2)
      assert.match(errors, /would write over a file that it is made from/)
      assert.equal(await readFile(path.join(folder, 'broken/.env'), 'utf8'), around['broken/.env'])
    }))

  const around = {
    'broken/a.apitest.yaml': 'suite: A\nsteps: [{ pause: 1ms }]',
    'a.json': '{}',
    'apitest.config.yaml': 'env-file: .env\nsettings: { tls: { ca: ca.pem } }\nsetup: [{ use: login.yaml }]',
    'broken/apitest.config.yaml': 'env-file: .env\nno-such-key: 1',
    ...{ '.env': 'A=1', 'other.env': 'A=2', 'ca.pem': 'x', 'broken/.env': 'A=1' },
    'login.yaml': 'suite: B\nsteps: [{ request: GET URL/ok, file: body.bin }]',
    'body.bin': '1',
  }
  const scopes = [
    ['.env', []],
    ['other.env', ['--env-file', 'other.env']],
    ['ca.pem', []],
    ['body.bin', []],
    ['broken/.env', ['--config', 'broken/apitest.config.yaml']],
  ] as const
  for (const [title, line] of [
    ['contract check', 'contract check http://127.0.0.1:1 --spec a.json -r json='],
    ['pact verify', 'pact verify a.json --provider http://127.0.0.1:1 -r json='],
    ['compile', 'compile a.json --to k6 --report '],
    ['send', 'send http://127.0.0.1:1/ -o '],
  ] as const)
    it(`C7: is refused by ${title} where the variables, or the setup, come from it`, () =>
      withFolder(around, async folder => {
        for (const [file, more] of scopes) {
          if (title === 'compile' && more.length > 0) continue
          const { exitCode, errors } = await runLine(folder, [...`${line}${file}`.split(' '), ...more])
          assert.equal(exitCode, 2, `${file}: ${errors}`)
          assert.match(errors, /would write over (?:a file that it is made from|a suite)/, file)
          assert.equal(await readFile(path.join(folder, file), 'utf8'), around[file])
        }
      }))
})

describe('A7: writing over what is plainly no report', () => {
  for (const [name, text, what] of [
    ['a.json', '{ "openapi": "3.0.3", "paths": {} }', 'a description of an API'],
    ['a.yaml', '# Shop\n\nopenapi: 3.0.3\n', 'a description of an API'],
    ['postman.json', '{ "info": { "name": "A" }, "item": [] }', 'a description of an API or a collection'],
    ['suite.txt', 'suite: A\nsteps: []\n', 'a suite'],
    ['.', '', ''],
    ['old.json', '{"version":1,"suites":[]}', undefined],
    ['old.xml', '<?xml version="1.0"?>', undefined],
    ['empty.xml', '', undefined],
  ] as const)
    it(`A7: is ${what === undefined ? 'no mistake' : 'refused'}: ${name}`, () =>
      withFolder(what === '' ? {} : { [name]: text }, async folder => {
        const problems = await refuseOverInputs([{ option: '-r junit', file: name }], folder, () => [])
        const expected = what === '' ? '-r junit: . is a folder' : `-r junit would write over ${what}`
        assert.deepEqual(
          problems.map(({ message }) => message),
          what === undefined ? [] : [expected],
        )
      }))

  it('A7: is refused by send for a suite that is there', () =>
    withFolder({ 'a.apitest.yaml': 'suite: A' }, async folder => {
      const { exitCode, errors } = await runLine(folder, [
        'send',
        'http://127.0.0.1:1/',
        '-o',
        'a.apitest.yaml',
      ])
      assert.equal(exitCode, 2)
      assert.match(errors, /--output a\.apitest\.yaml would write over a suite/)
    }))

  it('A7: a link that leads nowhere is told so', { skip: process.platform === 'win32' }, () =>
    withFolder({}, async folder => {
      await symlink('nowhere', path.join(folder, 'a.apitest.yaml'))
      for (const line of ['.', 'a.apitest.yaml']) {
        const { exitCode, output } = await runLine(folder, [line])
        assert.equal(exitCode, 2)
        assert.match(output, /a\.apitest\.yaml is a link to nothing \(nowhere\)/)
      }
    }),
  )
})
