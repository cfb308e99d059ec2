import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, it } from 'node:test'
import { type Finished, runLine, withFolder } from '../testing/run-program.ts'

/** A mock that answers with what variables of the command line say. */
const mock = `mocks:
  shop:
    routes:
      - { route: GET /order, answer: { text: "{{order}}", headers: { content-type: application/json } } }
`
const suite = (steps: string, more = ''): string =>
  `suite: A\nvariables: { order: '{"id":1}' }\n${more}${mock}steps:\n${steps}`
const get = (keys: string): string => `  - request: GET {{mocks.shop.url}}/order\n    ${keys}\n`

const environment = { CI: '' }
const run = (folder: string, order?: string, ...words: string[]): Promise<Finished> =>
  runLine(folder, ['a.apitest.yaml', ...(order === undefined ? [] : ['--var', `order=${order}`]), ...words], {
    environment,
  })
const update = (folder: string, order?: string, ...words: string[]): Promise<Finished> =>
  run(folder, order, '--update-snapshots', ...words)

const inFolder = (files: string | Readonly<Record<string, string>>, use: (folder: string) => Promise<void>) =>
  withFolder(typeof files === 'string' ? { 'a.apitest.yaml': files } : files, use)
const kept = (folder: string, name = 'one.json', of = 'a'): Promise<string> =>
  readFile(path.join(folder, 'snapshots', of, name), 'utf8')

const one = suite(get('validations: [{ snapshot: one }]'))

describe('snapshots', () => {
  it('are written on lines, with all digits of numbers, and told', () =>
    inFolder(one, async folder => {
      const order = '{"total": 1.10, "id": 12345678901234567890, "big": 1e400, "list": [], "text": "1.10"}'
      const { exitCode, output } = await update(folder, order)
      assert.equal(exitCode, 0, output)
      assert.match(output, /wrote the snapshot snapshots\/a\/one\.json/)
      assert.equal(await readFile(path.join(folder, 'snapshots/.gitignore'), 'utf8'), '*.partial\n')
      const lines = [
        '"total": 1.10',
        '"id": 12345678901234567890',
        '"big": 1e400',
        '"list": []',
        '"text": "1.10"',
      ]
      assert.equal(await kept(folder), `{\n  ${lines.join(',\n  ')}\n}\n`)
      assert.equal((await run(folder, order)).exitCode, 0)
      assert.match(
        (await run(folder, order.replace('1.10', '1.1'))).output,
        /\(at \/total: expected 1\.10, got 1\.1\)/,
      )
      assert.match(
        (await run(folder, order.replace('e400', 'e401'))).output,
        /\/big: expected 1e400, got 1e401/,
      )
    }))

  it('keep the order of keys, and stay as they are where nothing differs', () =>
    inFolder(one, async folder => {
      await update(folder, '{"b": 1, "a": {"y": 1, "x": 2}}')
      const before = await kept(folder)
      const again = await update(folder, '{"a": {"x": 2, "y": 1}, "b": 1}')
      assert.doesNotMatch(again.output, /wrote/)
      assert.equal(await kept(folder), before)
      await update(folder, '{"c": 0, "a": {"x": 3, "y": 1}, "b": 1}')
      assert.deepEqual(
        await kept(folder),
        '{\n  "b": 1,\n  "a": {\n    "y": 1,\n    "x": 3\n  },\n  "c": 0\n}\n',
      )
    }))

  it('tell all paths that differ', () =>
    inFolder(one, async folder => {
      await update(folder, '{"a": 1, "b": [1, 2], "c": {"d": null}}')
      const { output } = await run(folder, '{"a": 2, "b": [1, 3, 4], "c": {}}')
      assert.match(output, /the body differs \(4 places differ: - expected, \+ found\)/)
      for (const line of [/\/a +1 +2\n/, /\/b\/1 +2 +3\n/, /\/b\/2 +nothing +4\n/, /\/c\/d +null +nothing\n/])
        assert.match(output, line)
    }))

  it('have markers where a mask is, also below another one, and no secrets', () =>
    inFolder(
      suite(
        get(
          'validations: [{ snapshot: { name: one, mask: { $.user: <object>, $.user.id: <integer>, "$.n[-1]": <any> } } }]',
        ),
        'secrets: { key: s3cr3t-key }\n',
      ),
      async folder => {
        const order = '{"user": {"id": 1}, "n": [1, 2], "key": "a s3cr3t-key", "s3cr3t-key": 1}'
        assert.equal((await update(folder, order)).exitCode, 0)
        assert.deepEqual(JSON.parse(await kept(folder)), {
          ...{ user: '<object>', n: [1, '<any>'], key: 'a ***', '***': 1 },
        })
        assert.equal((await run(folder, order.replace('"id": 1', '"id": 2'))).exitCode, 0)
      },
    ))

  it('are of the last attempt', () =>
    inFolder(
      `suite: A\nmocks:\n  shop:\n    routes:\n      - route: GET /order\n        answers: [{ json: { state: open } }, { json: { state: done } }]\nsteps:\n` +
        get(
          'retry: { attempts: 3, interval: 10ms }\n    validations: [{ snapshot: one }, { $.state: done }]',
        ),
      async folder => {
        const { exitCode, output } = await update(folder)
        assert.equal(exitCode, 0, output)
        assert.deepEqual(JSON.parse(await kept(folder)), { state: 'done' })
      },
    ))

  it('are one for each round and row that has a name of its own', () =>
    inFolder(
      suite(
        get('repeat: { times: 2 }\n    validations: [{ snapshot: "round-{{$round}}" }]') +
          get('data: [{ n: 1 }, { n: 2 }]\n    validations: [{ snapshot: "row-{{n}}" }, { snapshot: all }]'),
      ),
      async folder => {
        const { exitCode, output } = await update(folder)
        assert.equal(exitCode, 0, output)
        const names = (await readdir(path.join(folder, 'snapshots', 'a'))).toSorted()
        assert.deepEqual(names, ['all.json', 'round-1.json', 'round-2.json', 'row-1.json', 'row-2.json'])
        assert.equal((await run(folder)).exitCode, 0)
      },
    ))

  it('of used suites stand beside them, whichever worker is first', () => {
    const caller = `suite: B\nsteps:\n  - use: shared/used.apitest.yaml\n    with: {}\n`
    const used = `suite: Used\ninputs: []\nsteps:\n  - set: { a: 1 }\n    validations: [{ snapshot: set }]\n`
    return inFolder(
      {
        'shared/used.apitest.yaml': used,
        ...Object.fromEntries(['a', 'b', 'c', 'd'].map(name => [`${name}.apitest.yaml`, caller])),
      },
      async folder => {
        const { exitCode, output } = await runLine(folder, ['.', '--update-snapshots'], { environment })
        assert.equal(exitCode, 0, output)
        assert.deepEqual(await readdir(path.join(folder, 'shared', 'snapshots', 'used')), ['set.json'])
      },
    )
  })

  it('that nobody names are told by the check, and deleted by an update of the whole suite that passes', () =>
    inFolder(
      suite(
        get('name: First\n    tags: [x]\n    validations: [{ snapshot: "one-{{n}}" }]'),
        'data: [{ n: 1 }]\n',
      ),
      async folder => {
        await update(folder)
        const old = path.join(folder, 'snapshots', 'a', 'two.json')
        const other = path.join(folder, 'snapshots', 'a', 'one-7.json')
        for (const file of [old, other]) await writeFile(file, '{}\n')
        const notes = ['notes.txt', 'schema.json'].map(file => path.join(folder, 'snapshots', 'a', file))
        for (const file of notes) await writeFile(file, '{"type": "object"}')
        const page = path.join(folder, 'snapshots', 'a', 'page.xml')
        await writeFile(page, '<!-- by hand --><a/>\n')
        const packageFile = path.join(folder, 'snapshots', 'a', 'package.json')
        await writeFile(packageFile, '{\n  "type": "module"\n}\n')
        const check = await runLine(folder, ['check', 'a.apitest.yaml'])
        assert.equal(check.exitCode, 0)
        assert.match(
          check.errors,
          /warning snapshot-obsolete {2}no step of the suite names the snapshot a\/two\.json/,
        )
        assert.doesNotMatch(check.errors, /one-/)
        for (const words of [
          ['--tags', 'x'],
          ['--grep', 'First'],
        ])
          await update(folder, undefined, ...words)
        await run(folder)
        await update(folder, 'no JSON')
        assert.ok(existsSync(old))
        const { output } = await update(folder)
        assert.match(output, /the snapshot a\/two\.json was deleted/)
        assert.ok(!existsSync(old) && existsSync(other))
        assert.ok([...notes, page, packageFile].every(existsSync))
        for (const file of ['notes.txt', 'schema.json', 'page.xml', 'package.json'])
          assert.ok(output.includes(`a/${file} stays, which may be no snapshot`), file)
      },
    ))

  it('of suites that are gone are told by the check', () =>
    inFolder(
      { 'a.apitest.yaml': one, 'snapshots/old/one.json': '{}', 'snapshots/a/one.json': '{}' },
      async folder => {
        const { errors } = await runLine(folder, ['check', '.'])
        assert.match(errors, /has the snapshots of a suite old, and there is none beside it/)
      },
    ))

  it('that cannot be written fail', () =>
    inFolder({ 'a.apitest.yaml': one, snapshots: 'a file' }, async folder => {
      const { exitCode, output } = await update(folder)
      assert.equal(exitCode, 1)
      assert.match(output, /snapshot one: .*cannot be (?:read|written)/)
    }))

  it('are refused under load', () =>
    inFolder(one, async folder => {
      const { exitCode, errors } = await runLine(folder, ['load', 'a.apitest.yaml', '--for', '1s'])
      assert.equal(exitCode, 2)
      assert.match(errors, /cannot be put under load: it holds its answer against a snapshot/)
    }))

  it('of a saved request stand apart, and are no remains of a suite', () =>
    inFolder(
      { 'apitest.config.yaml': `variables: { order: "{}" }\n${mock}`, 'x/a.apitest.yaml': one },
      async folder => {
        const inLine = (line: string): Promise<Finished> => runLine(folder, line.split(' '), { environment })
        for (const line of [
          'collections create Shop',
          'collections save Shop GET {{mocks.shop.url}}/order --name First',
          'collections change Shop/First validations=[{"snapshot":"one"}]',
        ])
          assert.equal((await inLine(line)).exitCode, 0, line)
        const order = '--var order={"id":1}'
        assert.equal((await inLine(`Shop/First ${order}`)).exitCode, 1)
        assert.match(
          (await inLine(`Shop/First ${order} --update-snapshots`)).output,
          /saved-snapshots\/.*one\.json/,
        )
        assert.equal((await inLine(`Shop/First ${order}`)).exitCode, 0)
        const { exitCode, errors } = await inLine('check . Shop')
        assert.equal(exitCode, 0, errors)
        assert.doesNotMatch(errors, /snapshot-obsolete/)
      },
    ))

  it('and saved bodies are told as losses where another format has none', () =>
    inFolder(
      'suite: A\nsteps:\n  - name: B\n    request: GET http://127.0.0.1:1/\n    save-to: b\n    validations: [{ snapshot: { name: one, mask: { $.a: <any> } } }]\n',
      async folder => {
        for (const to of ['node-test', 'k6', 'postman', 'curl']) {
          const { errors } = await runLine(folder, ['compile', 'a.apitest.yaml', '--to', to])
          assert.match(errors, /lost +A \/ B: validation snapshot/, to)
          assert.match(errors, /lost +A \/ B: save-to/, to)
        }
        await runLine(folder, ['compile', 'a.apitest.yaml', '--to', 'collection', '-o', 'made'])
        await runLine(folder, ['compile', 'made/a.collection.json', '--to', 'suite', '-o', 'again'])
        const [name = ''] = await readdir(path.join(folder, 'again'))
        const again = await readFile(path.join(folder, 'again', name), 'utf8')
        assert.match(again, /save-to: b\n[^]*- snapshot: \{ name: one, mask: \{ \$\.a: <any> \} \}/)
      },
    ))

  it('are listed in the JSON report', () =>
    inFolder(one, async folder => {
      const { output } = await update(folder, undefined, '--reporter', 'json')
      const report = JSON.parse(output) as { suites: { results: { files: unknown }[] }[] }
      const file = path.join(folder, 'snapshots', 'a', 'one.json')
      assert.deepEqual(report.suites[0]?.results[0]?.files, [{ kind: 'snapshot', file }])
    }))
})
