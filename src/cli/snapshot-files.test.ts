import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, it } from 'node:test'
import { httpServer } from '../actions/http/testing/http-server.ts'
import { type Finished, runLine, withFolder } from '../testing/run-program.ts'

const environment = { CI: '' }
const run = (folder: string, ...words: string[]): Promise<Finished> => runLine(folder, words, { environment })
const update = (folder: string, ...words: string[]): Promise<Finished> =>
  run(folder, ...words, '--update-snapshots')

/** A suite of a step that sends nothing, with a snapshot of what it sets. */
const setting = (name: string, more = ''): string =>
  `suite: A\n${more}steps:\n  - set: { a: 1 }\n    validations: [{ snapshot: "${name}" }]\n`

const plain = 'suite: A\nsteps:\n  - set: { a: 1 }\n    validations: [{ variable a: 1 }]\n'

describe('files of snapshots', () => {
  it('are not named by secrets', async () => {
    const secrets = 'secrets: { key: topsecretkey }\nvariables: { other: "{{key}}" }\n'
    const copied = (name: string): string =>
      `suite: A\n${secrets}steps:\n  - set: { copy: "{{key}}" }\n  - set: { a: 1 }\n    validations: [{ snapshot: "${name}" }]\n`
    for (const [suite, exitCode] of [
      [setting('s-{{key}}', secrets), 2],
      [setting('s-{{other | sha256}}', secrets), 2],
      [copied('s-{{copy}}'), 1],
      [copied('s-{{copy | base64url}}'), 1],
    ] as const)
      await withFolder({ 'a.apitest.yaml': suite }, async folder => {
        const ended = await update(folder, 'a.apitest.yaml')
        assert.equal(ended.exitCode, exitCode, suite)
        const told = ended.output + ended.errors
        assert.match(told, /the name is made of a secret/)
        assert.doesNotMatch(told, /s-topsecretkey|s-dG9w/)
        assert.ok(!existsSync(path.join(folder, 'snapshots')))
      })
  })

  it('are of one suite alone', () =>
    withFolder({ 't.apitest.yaml': plain, 't.apitest.yml': setting('one') }, async folder => {
      const { exitCode, errors } = await run(folder, 'check', '.')
      assert.equal(exitCode, 2)
      assert.match(
        errors,
        /t\.apitest\.yml.*its snapshots would stand in the folder of those of t\.apitest\.yaml/,
      )
      await mkdir(path.join(folder, 'snapshots/t'), { recursive: true })
      await writeFile(path.join(folder, 'snapshots/t/one.json'), '{}')
      assert.equal((await update(folder, 't.apitest.yaml')).exitCode, 0)
      assert.ok(existsSync(path.join(folder, 'snapshots/t/one.json')))
    }))

  it('stay where they cannot be snapshots of the suite', () =>
    withFolder(
      {
        ...{
          't.apitest.yaml': setting('one'),
          's.apitest.yaml': setting('one'),
          't.yaml': 'openapi: 3.1.0\n',
        },
        ...{ 'snapshots/t/weird name.json': '{}', 'snapshots/t/old.json': '{}\n', 'out/mine.json': '{}' },
      },
      async folder => {
        await mkdir(path.join(folder, 'snapshots/t/folder.json'))
        await symlink(path.join(folder, 'out/mine.json'), path.join(folder, 'snapshots/t/link.json'))
        await symlink(path.join(folder, 'out'), path.join(folder, 'snapshots/s'))
        assert.equal((await update(folder, 't.apitest.yaml')).exitCode, 0)
        const names = (await readdir(path.join(folder, 'snapshots/t'))).toSorted()
        assert.deepEqual(names, ['folder.json', 'link.json', 'one.json', 'weird name.json'])
        const { exitCode, output } = await update(folder, 's.apitest.yaml')
        assert.equal(exitCode, 1)
        assert.match(output, /symbolic link, and links in .* are not followed/)
        await writeFile(path.join(folder, 's.apitest.yaml'), plain)
        assert.equal((await update(folder, 's.apitest.yaml')).exitCode, 0)
        assert.deepEqual(await readdir(path.join(folder, 'out')), ['mine.json'])
      },
    ))

  it('of suites that are only used are deleted when nobody names them, and so is what a killed update left', () =>
    withFolder(
      {
        'a.apitest.yaml': 'suite: A\nsteps:\n  - use: used.apitest.yaml\n    with: { id: 1 }\n',
        'used.apitest.yaml': setting('one', 'inputs: [id]\n'),
        'snapshots/used/old.json': '{}\n',
      },
      async folder => {
        const { pid } = process
        const { ownerName } = await import('../util/lock-owner.ts')
        // No process has so high a number.
        const dead = ownerName().replace(new RegExp(`^${pid}-`), '999999999-')
        const left = path.join(folder, `snapshots/used/gone.json.${dead}.partial`)
        await writeFile(left, '{')
        const { exitCode, output } = await update(folder, 'a.apitest.yaml')
        assert.equal(exitCode, 0, output)
        assert.match(output, /the snapshot used\/old\.json was deleted/)
        assert.deepEqual(await readdir(path.join(folder, 'snapshots/used')), ['one.json'])
      },
    ))

  it('are of one kind', async () => {
    let answer = '{"a": 1}'
    await using server = await httpServer((_, response) => response.end(answer))
    const suite = `suite: A\nsteps:\n  - request: GET ${server.url}/\n    validations: [{ snapshot: one }]\n`
    await withFolder({ 'a.apitest.yaml': suite }, async folder => {
      await update(folder, 'a.apitest.yaml')
      answer = 'text'
      assert.match(
        (await run(folder, 'a.apitest.yaml')).output,
        /but one\.json, and the body is of another kind/,
      )
      await update(folder, 'a.apitest.yaml')
      assert.deepEqual(await readdir(path.join(folder, 'snapshots/a')), ['one.txt'])
      await writeFile(path.join(folder, 'snapshots/a/one.json'), '{}')
      const both = await run(folder, 'a.apitest.yaml')
      assert.equal(both.exitCode, 1)
      assert.match(both.output, /one\.json is there, too/)
      assert.equal((await update(folder, 'a.apitest.yaml')).exitCode, 0)
      assert.deepEqual(await readdir(path.join(folder, 'snapshots/a')), ['one.txt'])
    })
  })

  it('are of one kind in a run', async () => {
    await using server = await httpServer((request, response) =>
      response.end(request.url === '/json' ? '{"a": 1}' : 'text'),
    )
    const step = (at: string): string =>
      `  - request: GET ${server.url}/${at}\n    validations: [{ snapshot: one }]\n`
    const files = {
      'a.apitest.yaml': `suite: A\nsettings: { stop-on-failure: false }\nsteps:\n${step('json')}${step('text')}`,
    }
    await withFolder(files, async folder => {
      const { exitCode, output } = await update(folder, 'a.apitest.yaml')
      assert.equal(exitCode, 1)
      assert.match(output, /one is taken by the step "GET [^"]*json", whose body is another/)
      assert.deepEqual(await readdir(path.join(folder, 'snapshots/a')), ['one.json'])
      await writeFile(path.join(folder, 'snapshots/a/one.txt'), 'text')
      assert.equal((await run(folder, 'a.apitest.yaml')).exitCode, 1)
    })
  })

  it('are not taken by the same step in an earlier run of --repeat, which differs', async () => {
    let count = 0
    let body = (): string => `{"n": ${count}}`
    await using server = await httpServer((_, response) => {
      count++
      response.end(body())
    })
    const files = {
      'a.apitest.yaml': `suite: A\nsteps:\n  - request: GET ${server.url}/\n    validations: [{ snapshot: one }]\n`,
      'snapshots/a/one.json': '{"n": 1}',
    }
    await withFolder(files, async folder => {
      for (const how of [run, update]) {
        count = 0
        const { exitCode, output } = await how(folder, 'a.apitest.yaml', '--repeat', '2')
        assert.equal(exitCode, 1)
        assert.match(output, /snapshot one: the body differs[^]*at \/n: expected 1, got 2/)
        assert.doesNotMatch(output, /is taken by/)
      }
      count = 0
      body = () => (count === 1 ? '{"n": 1}' : 'text')
      const { exitCode, output } = await update(folder, 'a.apitest.yaml', '--repeat', '2')
      assert.equal(exitCode, 1)
      assert.match(output, /snapshot one: the body was of another kind in an earlier run/)
    })
  })

  it('and saved bodies are of the last attempt at a group or a used suite', async () => {
    let count = 0
    await using server = await httpServer((_, response) => response.end(`answer ${++count}`))
    const step = `request: GET ${server.url}/\n        save-to: x.txt\n        validations: [{ snapshot: one }, { text: { matches: "answer 3" } }]\n`
    const used = `suite: U\ninputs: []\nsteps:\n  - name: In\n    ${step.replaceAll('        ', '    ')}`
    const files = {
      'group.apitest.yaml': `suite: A\nsteps:\n  - name: G\n    retry: { attempts: 3, interval: 1ms }\n    steps:\n      - name: In\n        ${step}`,
      'use.apitest.yaml': `suite: B\nsteps:\n  - use: u.apitest.yaml\n    retry: { attempts: 3, interval: 1ms }\n`,
      'u.apitest.yaml': used,
    }
    await withFolder(files, async folder => {
      for (const [suite, of] of [
        ['group', 'group'],
        ['use', 'u'],
      ] as const) {
        const file = path.join(folder, `snapshots/${of}/one.txt`)
        count = 0
        const { exitCode, output } = await update(folder, `${suite}.apitest.yaml`)
        assert.equal(exitCode, 0, output)
        assert.equal(await readFile(file, 'utf8'), 'answer 3')
        assert.equal(await readFile(path.join(folder, `.tool/saved/${of}/x.txt`), 'utf8'), 'answer 3')
        count = 0
        assert.equal((await run(folder, `${suite}.apitest.yaml`)).exitCode, 0)
      }
    })
  })
})

describe('bodies and files of snapshots', () => {
  it('are compared exactly: keys that are there twice fail, and such as are one when masked', async () => {
    let answer = '{"a": 1, "a": 2}'
    await using server = await httpServer((_, response) => response.end(answer))
    const suite = `suite: A\nsecrets: { key: topsecretkey, other: othersecret }\nsteps:\n  - request: GET ${server.url}/\n    validations: [{ snapshot: one }]\n`
    await withFolder({ 'a.apitest.yaml': suite, 'snapshots/a/one.json': '{"a": 2}' }, async folder => {
      const twice = await update(folder, 'a.apitest.yaml')
      assert.equal(twice.exitCode, 1)
      assert.match(twice.output, /the body has the key "a" twice/)
      answer = '{"topsecretkey": 1, "othersecret": 2}'
      const lost = await update(folder, 'a.apitest.yaml')
      assert.equal(lost.exitCode, 1)
      assert.match(lost.output, /keys of one object are the same once the secrets in them are masked/)
      answer = '{"a": 2}'
      await writeFile(path.join(folder, 'snapshots/a/one.json'), '{"a": 1, "a": 2}')
      assert.match((await run(folder, 'a.apitest.yaml')).output, /one\.json has the key "a" twice/)
    })
  })

  it('are read with the line ends that git writes, and with a byte order mark', async () => {
    let answer = 'one\ntwo\n'
    await using server = await httpServer((_, response) => response.end(answer))
    const suite = `suite: A\nsteps:\n  - request: GET ${server.url}/\n    validations: [{ snapshot: one }]\n`
    const files = {
      ...{ 'a.apitest.yaml': suite, 'snapshots/a/one.txt': 'one\r\ntwo\r\n' },
      ...{ 'b.apitest.yaml': suite, 'snapshots/b/one.json': '\uFEFF{\r\n  "a": 1\r\n}\r\n' },
    }
    await withFolder(files, async folder => {
      const text = await run(folder, 'a.apitest.yaml')
      assert.equal(text.exitCode, 0, text.output)
      answer = 'one\n\ntwo\n'
      assert.equal((await run(folder, 'a.apitest.yaml')).exitCode, 1)
      answer = '{"a": 1}'
      const json = await run(folder, 'b.apitest.yaml')
      assert.equal(json.exitCode, 0, json.output)
    })
  })

  it('that are not written say why', () =>
    withFolder(
      {
        'a.apitest.yaml': setting('one').replace('}]', '}, { variable a: 2 }]'),
        'b.apitest.yaml': setting('one').replace(
          'set: { a: 1 }\n    validations: [{ snapshot: "one" }]',
          'set: { a: "<integer>" }\n    validations: [{ snapshot: { name: one, mask: { $.a: <integer> } } }]',
        ),
      },
      async folder => {
        const { output } = await update(folder, 'a.apitest.yaml')
        assert.match(output, /it is not written, because the step fails otherwise/)
        assert.doesNotMatch(output, /--update-snapshots writes it/)
        assert.match((await run(folder, 'b.apitest.yaml')).output, /expected <integer>, got "<integer>"/)
      },
    ))
})
