import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, it } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { runLine, runShell, withFolder } from '../../testing/run-program.ts'

const openApi = JSON.stringify({
  openapi: '3.0.0',
  info: { title: 'Shop', version: '1' },
  servers: [{ url: 'http://127.0.0.1:4010' }],
  paths: {
    '/users/{id}': {
      get: {
        tags: ['users'],
        summary: 'One user',
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' }, example: 7 }],
        responses: { 200: { description: 'ok' } },
      },
    },
  },
})
const curl = `curl -X POST http://127.0.0.1:4010/users -H 'Content-Type: application/json' -d '{"name":"Ada"}'`
const har = JSON.stringify({
  log: {
    version: '1.2',
    creator: { name: 'x', version: '1' },
    entries: [
      {
        _resourceType: 'fetch',
        startedDateTime: '2026-01-01T00:00:00Z',
        time: 1,
        request: {
          method: 'GET',
          url: 'http://127.0.0.1:4010/api/users/12',
          headers: [],
          queryString: [],
          cookies: [],
        },
        response: { status: 200, headers: [], content: { mimeType: 'application/json', text: '{}' } },
      },
      {
        _resourceType: 'image',
        request: {
          method: 'GET',
          url: 'http://127.0.0.1:4010/a.png',
          headers: [],
          queryString: [],
          cookies: [],
        },
        response: { status: 200, headers: [], content: { mimeType: 'image/png' } },
      },
    ],
  },
})
const postman = JSON.stringify({
  info: { name: 'Shop', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
  item: [{ name: 'One', request: { method: 'GET', url: 'http://127.0.0.1:4010/users' } }],
})

const files = { 'a.json': openApi, 'b.txt': curl, 'c.har': har, 'd.json': postman }

describe('apitest import', () => {
  it('F11: names what it made, by folder, and the second time only what is new', () => {
    const item = (name: string) => ({ name, request: { method: 'GET', url: 'http://127.0.0.1/' } })
    const many = Array.from({ length: 30 }, (_, index) => item(`Request ${index}`))
    const collection = (...items: readonly object[]) =>
      JSON.stringify({ ...(JSON.parse(postman) as object), item: items })
    const before = collection(item('One'), { name: 'Users', item: [item('Ada')] })
    const after = collection(
      item('One'),
      item('Two'),
      { name: 'Users', item: [item('Ada'), item('Grace'), { name: 'Admins', item: [item('Alan')] }] },
      { name: 'Many', item: many },
    )
    return withFolder({ 'a.json': before, 'b.json': after }, async folder => {
      const first = await runLine(folder, ['import', 'a.json'])
      assert.equal(first.output, 'Shop  2 requests imported\n  One\n  Users/  Ada\n')
      const second = await runLine(folder, ['import', 'b.json'])
      assert.equal(
        second.output,
        [
          'Shop  33 requests imported',
          '  Two',
          '  Users/  Grace',
          '  Users/Admins/  Alan',
          `  Many/  ${many
            .slice(0, 8)
            .map(({ name }) => name)
            .join(', ')} and 22 more`,
          '2 requests there before, left as they are\n',
        ].join('\n'),
      )
    })
  })

  it('tells formats apart, from files and the standard input', () =>
    withFolder(files, async folder => {
      for (const [file, format] of [
        ['a.json', 'openapi'],
        ['b.txt', 'curl'],
        ['c.har', 'har'],
        ['d.json', 'postman'],
      ]) {
        const { output, exitCode, errors } = await runShell(
          folder,
          `APITEST import - --json < ${String(file)}`,
        )
        assert.equal(exitCode, 0, errors)
        const answer = JSON.parse(output) as { format: string; report: { requests: number } }
        assert.equal(answer.format, format)
        assert.ok(answer.report.requests >= 1)
      }
    }))

  it('writes a file of requests again under its own name', () =>
    withFolder(
      {
        'in/Order_Form.rest': 'GET http://127.0.0.1:4010/orders\n',
        'in/Health.hurl': 'GET http://127.0.0.1:4010/health\nHTTP 200\n',
      },
      async folder => {
        for (const [name, format] of [
          ['Order_Form.rest', 'http'],
          ['Health.hurl', 'hurl'],
        ] as const) {
          await runLine(folder, ['import', `in/${name}`, '--name', format])
          await runLine(folder, ['compile', format, '--to', format, '-o', 'out'])
          const [before, after] = [path.join(folder, 'in', name), path.join(folder, 'out', name)]
          assert.equal(await readFile(after, 'utf8'), await readFile(before, 'utf8'))
        }
      },
    ))
  it('counts what it skips, and masks nothing away', () =>
    withFolder(files, async folder => {
      const { output } = await runLine(folder, ['import', 'c.har'])
      assert.match(output, /1 request imported/)
      assert.match(output, /skipped 1 /)
    }))

  it('adds to a collection of the same name, and leaves what somebody changed', () =>
    withFolder(files, async folder => {
      await runLine(folder, ['import', 'd.json'])
      await runLine(folder, ['collections', 'validate', 'Shop/One', '--validate', 'status: 201'])
      const again = await runLine(folder, ['import', 'd.json'])
      assert.match(again.output, /0 requests imported\n1 request there before, left as they are/)
      const kept = await runLine(folder, ['collections', 'show', 'Shop/One'])
      assert.match(kept.output, /status: 201/)
      const instead = await runLine(folder, ['import', 'd.json', '--replace'])
      assert.match(instead.output, /^Shop {2}1 request imported, in the place of 1 request\n/)
      const replaced = await runLine(folder, ['collections', 'show', 'Shop/One'])
      assert.doesNotMatch(replaced.output, /201/)
    }))

  it('calls what comes from the standard input after the first host', () =>
    withFolder(files, async folder => {
      for (const file of ['b.txt', 'c.har']) {
        const { output } = await runShell(folder, `APITEST import - < ${file}`)
        assert.match(output, /^127\.0\.0\.1 {2}1 request imported/)
      }
    }))

  it('leaves the environments that somebody made when another collection takes the place', () =>
    withFolder(files, async folder => {
      await runLine(folder, ['import', 'd.json'])
      await runLine(folder, ['environments', 'set', 'local', 'user=ada', '--collection', 'Shop'])
      await runLine(folder, ['import', 'd.json', '--replace'])
      const { output } = await runLine(folder, ['environments', 'show', 'local', '--collection', 'Shop'])
      assert.match(output, /user = ada/)
    }))

  it('leaves what is marked as production so, whatever is imported again', () =>
    withFolder({}, async folder => {
      const servers = { servers: [{ url: 'http://a' }, { url: 'http://b' }] }
      const description = JSON.stringify({ ...(JSON.parse(openApi) as object), ...servers })
      await writeFile(path.join(folder, 'a.json'), description)
      await runLine(folder, ['import', 'a.json', '--name', 'Shop'])
      const list = async (): Promise<readonly { name: string; production?: boolean }[]> =>
        JSON.parse((await runLine(folder, ['environments', '--json'])).output) as { name: string }[]
      const [first] = await list()
      await runLine(folder, [
        'environments',
        'set',
        first?.name ?? '',
        '--production',
        '--collection',
        'Shop',
      ])
      for (const more of [[], ['--replace']]) {
        const again = await runLine(folder, ['import', 'a.json', '--name', 'Shop', ...more])
        assert.equal(again.exitCode, 0, again.errors)
        assert.deepEqual(
          (await list()).map(({ production }) => production),
          [true, undefined],
        )
      }
    }))

  it('refuses a name that nothing could be found by', () =>
    withFolder(files, async folder => {
      const { exitCode, errors } = await runLine(folder, ['import', 'd.json', '--name', ' '])
      assert.equal(exitCode, 2)
      assert.match(errors, /--name is empty/)
    }))

  it('saves a copy of a description that comes from a URL', () =>
    withFolder({}, async folder => {
      const server = createServer((_, response) => response.end(openApi)).listen(0, '127.0.0.1')
      await once(server, 'listening')
      const { port } = server.address() as AddressInfo
      const { output, errors } = await runLine(folder, ['import', `http://127.0.0.1:${port}/openapi.json`])
      server.closeAllConnections()
      server.close()
      assert.match(
        output,
        new RegExp(`saved as \\.tool/specs/127\\.0\\.0\\.1-${port}-openapi\\.json`),
        errors,
      )
      const copy = await readFile(path.join(folder, `.tool/specs/127.0.0.1-${port}-openapi.json`), 'utf8')
      assert.equal(copy, openApi)
    }))

  const insomnia = `type: spec.insomnia.rest/5.0
name: One
spec: { contents: ${openApi} }
---
type: collection.insomnia.rest/5.0
name: Two
collection: [{ name: a, url: "http://127.0.0.1/", method: GET }]
`

  it('makes a collection of each in a project of Insomnia, and saves the descriptions in it', () =>
    withFolder({ 'project.yaml': insomnia }, async folder => {
      const { output, errors } = await runLine(folder, ['import', 'project.yaml'])
      assert.match(
        output,
        /One[^]*saved as \.tool\/specs\/one-openapi\.json[^]*Two {2}1 request imported/,
        errors,
      )
      const copy = await readFile(path.join(folder, '.tool/specs/one-openapi.json'), 'utf8')
      assert.deepEqual(JSON.parse(copy), JSON.parse(openApi))
      assert.match((await runLine(folder, ['import', 'project.yaml'])).output, /1 request there before/)
      const named = await runLine(folder, ['import', 'project.yaml', '--name', 'Three'])
      assert.match(named.errors, /--name is the name of one collection, and project\.yaml holds 2/)
      assert.match(
        (await runLine(folder, ['compile', 'project.yaml', '--to', 'suite'])).errors,
        /holds 2 collections/,
      )
      const ran = await runLine(folder, ['project.yaml'])
      assert.match(
        ran.errors + ran.output,
        /project\.yaml is a collection or an environment of Insomnia.*apitest import project\.yaml/s,
      )
    }))

  const bad: Readonly<Record<string, readonly [text: string, message: RegExp]>> = {
    'an empty file': ['', /bad\.json is empty/],
    'another file': ['hello', /neither an API description, nor/],
    'half a file': [openApi.slice(0, 200), /bad\.json:1:201 .*this is not JSON/],
    'JSON with a mistake': ['{"openapi": "3.0.0",\n "paths" {}}', /bad\.json:2:10 .*this is not JSON/],
    'a list': ['[1]', /neither/],
    'a recording of nothing but images': [
      har.replace('"fetch"', '"image"'),
      /bad\.json has nothing to make a request of\n.*Left out: 2 images/,
    ],
    'a Postman collection of nothing that can be sent': [
      postman.replace(/"item":\[.*\]/, '"item":[5]'),
      /bad\.json has nothing to make a request of\n.*Left out: 1 neither a folder nor a request/,
    ],
    'a description without operations': [
      JSON.stringify({ openapi: '3.1.0', paths: [] }),
      /bad\.json has nothing to make a request of\n.*an object was expected, not a list/,
    ],
  }
  for (const [what, [text, message]] of Object.entries(bad))
    it(`refuses ${what}`, () =>
      withFolder({ 'bad.json': text }, async folder => {
        const { exitCode, output, errors } = await runLine(folder, ['import', 'bad.json'])
        assert.equal(exitCode, 2)
        assert.match(output + errors, message)
        assert.doesNotMatch(errors, /\n\s+at /)
      }))

  it('refuses a file that is not there, a format that is none, and nothing', () =>
    withFolder({}, async folder => {
      assert.match((await runLine(folder, ['import', 'no.json'])).errors, /there is no file no\.json/)
      assert.match((await runLine(folder, ['import', 'wsdl', 'no.xml'])).errors, /"wsdl" is not a format/)
      assert.match((await runLine(folder, ['import'])).errors, /import needs a file, a URL/)
      assert.match((await runLine(folder, ['import', ''])).errors, /import needs a file, a URL/)
      const formatOnly = await runLine(folder, ['import', 'openapi'])
      assert.match(
        formatOnly.errors,
        /usage {2}import openapi needs a file.*\n.*Write apitest import openapi FILE\./,
      )
    }))
})

describe('Ctrl-C', () => {
  for (const command of ['import -', 'compile - --to suite'])
    it(`ends apitest ${command} at once, whatever it is about`, () =>
      withFolder({}, async folder => {
        const program = path.resolve('bin/apitest.cjs')
        const child = spawn(process.execPath, [program, ...command.split(' ')], { cwd: folder })
        await setTimeout(2_000)
        child.kill('SIGINT')
        const [exitCode, signal] = (await once(child, 'close')) as readonly unknown[]
        assert.deepEqual([exitCode, signal], [null, 'SIGINT'])
      }))
})

describe('apitest compile', () => {
  const withSecrets = {
    'apitest.config.yaml':
      'environments: { test: { secrets: { pin: literal-of-the-environment } } }\nenvironment: test\n',
    'a.apitest.yaml': [
      'suite: Shop',
      'secrets: { password: literal-of-the-suite, key: "k-{{env.KEY}}-literal-beside-it", token: "Bearer {{env.TOKEN}}" }',
      'steps:',
      '  - request: POST http://127.0.0.1:1/login',
      '    json: { password: "{{password}}", key: "{{key}}", pin: "{{pin}}", token: "{{token}}" }',
    ].join('\n'),
  }
  for (const [target, read] of [
    ['k6', /password = __ENV\.PASSWORD$/m],
    ['node-test', /password = process\.env\.PASSWORD;$/m],
    ['curl', /"\$\{PASSWORD:\?must be set\}"/],
    ['postman', /"key": "password",\s*"value": "\{\{env\.PASSWORD\}\}",\s*"type": "secret"/],
  ] as const)
    it(`C7: writes no literal secret for ${target}, but where it comes from`, () =>
      withFolder(withSecrets, async folder => {
        const args = ['compile', 'a.apitest.yaml', '--to', target, '-o', 'out']
        const { exitCode, output, errors } = await runLine(folder, args)
        assert.equal(exitCode, 0, errors)
        const [file = ''] = output.trim().split('\n')
        const text = await readFile(path.join(folder, file), 'utf8')
        assert.doesNotMatch(text, /literal/)
        assert.match(text, read)
        assert.match(errors, /note .*PASSWORD: secrets are not written to files; set it in the environment/)
      }))

  it('tells that what is made does not know of production, and keeps the mark in a collection', () =>
    withFolder(withSecrets, async folder => {
      for (const words of [
        ['collections', 'save', 'Mine', 'GET', '{{baseUrl}}/a'],
        ['environments', 'set', 'live', 'baseUrl=http://a', '--production', '--collection', 'Mine'],
      ])
        assert.equal((await runLine(folder, words)).exitCode, 0)
      const note = /note .*Mine: environment live: what is made has its values, and does not know/
      const compile = (...words: readonly string[]) => runLine(folder, ['compile', ...words, '-o', 'out'])
      assert.match((await compile('Mine', '--to', 'postman')).errors, note)
      assert.doesNotMatch((await compile('Mine', '--to', 'suite')).errors, note)
      const { errors } = await runLine(folder, ['compile', 'Mine', '--to', 'collection', '-o', 'mine.json'])
      assert.doesNotMatch(errors, note)
      assert.match(await readFile(path.join(folder, 'mine.json'), 'utf8'), /"production": true/)
      const configuration =
        'environment: live\nenvironments: { live: { production: true, variables: { a: 1 } }, b: {} }\n'
      await writeFile(path.join(folder, 'apitest.config.yaml'), configuration)
      assert.match(
        (await compile('a.apitest.yaml', '--to', 'k6')).errors,
        /note .*environment live: what is made/,
      )
    }))

  it('tells what was saved already', () =>
    withFolder(files, async folder => {
      const words = ['compile', 'd.json', '--to', 'collection']
      assert.equal((await runLine(folder, words)).output, 'Shop  1 request saved\n  One\n')
      const again = await runLine(folder, words)
      assert.equal(again.output, 'Shop  0 requests saved\n1 request there before, left as they are\n')
    }))

  it('refuses a source that is empty', () =>
    withFolder({}, async folder => {
      const { exitCode, errors } = await runLine(folder, ['compile', '', '--to', 'curl'])
      assert.equal(exitCode, 2)
      assert.match(errors, /usage {2}the source is empty/)
    }))

  it('writes suites that a check finds sound, and back', () =>
    withFolder(files, async folder => {
      for (const file of Object.keys(files)) {
        const out = `out-${file}`
        const made = await runLine(folder, ['compile', file, '--to', 'suite', '-o', `./${out}/`])
        assert.equal(made.exitCode, 0, made.errors)
        const checked = await runLine(folder, ['check', out])
        assert.equal(checked.exitCode, 0, checked.output + checked.errors)
        const again = await runLine(folder, ['compile', out, '--to', 'suite', '-o', `./${out}/`])
        assert.equal(again.exitCode, 0, again.errors)
      }
    }))

  it('tells as JSON what was made, with its text or where it is', () =>
    withFolder({ 'shop.json': openApi }, async folder => {
      const compiled = async (...args: readonly string[]): Promise<unknown> => {
        const { output } = await runLine(folder, ['compile', 'shop.json', '--json', ...args])
        return JSON.parse(output)
      }
      const report = { requests: 1, created: 1, merged: [], skipped: [], losses: [], notes: [] }
      const toFiles = await compiled('--to', 'suite', '-o', 'out')
      assert.deepEqual(toFiles, {
        files: [{ name: 'out/users.apitest.yaml' }, { name: 'out/collection.json' }],
        report,
      })
      const printed = (await compiled('--to', 'curl')) as {
        readonly files: readonly { readonly text: string }[]
      }
      assert.match(printed.files[0]?.text ?? '', /127\.0\.0\.1/)
      const saved = await compiled('--to', 'collection')
      const made = [{ folder: 'users', requests: ['One user'] }]
      assert.deepEqual(saved, { collection: 'Shop', added: 1, present: 0, replaced: 0, made, report })
    }))

  it('names what comes of one saved request after the request', () =>
    withFolder(files, async folder => {
      await runLine(folder, ['import', 'd.json'])
      const words = ['compile', 'Shop/One', '--to', 'suite', '-o', 'out', '--json']
      assert.match((await runLine(folder, words)).output, /one\.apitest\.yaml/)
    }))

  it('prints one file, and wants a folder for several', () =>
    withFolder(files, async folder => {
      const one = await runLine(folder, ['compile', 'd.json', '--to', 'suite'])
      assert.match(one.output + one.errors, /suite: Shop|this makes 2 files/)
      const several = await runLine(folder, ['compile', 'a.json', '--to', 'suite'])
      assert.equal(several.exitCode, 2)
      assert.match(several.errors, /Say where they go with -o FOLDER/)
    }))

  it('means braces in the names of folders as such, in a run and in suites', () => {
    const request = { name: 'One {{b}}', request: 'http://127.0.0.1:4010/users' }
    const braces = { ...(JSON.parse(postman) as object), item: [{ name: '{{v}}', item: [request] }] }
    return withFolder(
      { 'd.json': JSON.stringify({ ...braces, variable: [{ key: 'b', value: '1' }, { key: 'c\nd' }] }) },
      async folder => {
        const { output } = await runLine(folder, ['import', 'd.json'])
        assert.match(output, /variable "c\\nd": no placeholder can have this name/)
        await runLine(folder, ['compile', 'Shop', '--to', 'suite', '-o', 'out'])
        assert.match(await readFile(path.join(folder, 'out/v.apitest.yaml'), 'utf8'), /suite: .*\\\{\{v\}\}/)
        for (const place of ['Shop', 'Shop/{{v}}', 'out']) {
          const run = await runLine(folder, ['run', place, '--dry-run'])
          assert.equal(run.exitCode, 0, run.errors)
          assert.match(run.output, /\{\{v\}\}/)
        }
        await runLine(folder, ['compile', 'out', '--to', 'collection', '--name', 'Back'])
        const back = await runLine(folder, ['collections', 'show', 'Back/{{v}}'])
        assert.equal(back.exitCode, 0, back.errors)
      },
    )
  })

  it('refuses an output below a file, and under an empty name', () =>
    withFolder(files, async folder => {
      const below = await runLine(folder, ['compile', 'd.json', '--to', 'suite', '-o', 'a.json/x'])
      assert.equal(below.exitCode, 2)
      assert.match(below.errors, /-o a\.json\/x cannot be written: ENOTDIR/)
      const unnamed = await runLine(folder, ['compile', 'd.json', '--to', 'collection', '--name', ''])
      assert.equal(unnamed.exitCode, 2)
      assert.match(unnamed.errors, /--name is empty/)
    }))

  it('writes into a file that is there, whatever it is called', () =>
    withFolder({ ...files, plain: '' }, async folder => {
      const { exitCode, errors } = await runLine(folder, [
        'compile',
        'd.json',
        '--to',
        'curl',
        '-o',
        'plain',
        '--force',
      ])
      assert.equal(exitCode, 0, errors)
      assert.match(await readFile(path.join(folder, 'plain'), 'utf8'), /curl/)
    }))

  it('writes over nothing that says something else, unless told to', () =>
    withFolder({ ...files, 'out/shop.apitest.yaml': 'mine' }, async folder => {
      const words = ['compile', 'd.json', '--to', 'suite', '-o', 'out']
      const refused = await runLine(folder, words)
      assert.equal(refused.exitCode, 2)
      assert.equal(await readFile(path.join(folder, 'out/shop.apitest.yaml'), 'utf8'), 'mine')
      assert.equal((await runLine(folder, [...words, '--force'])).exitCode, 0)
    }))

  it('lists what is lost, in a report too, and with --strict writes nothing', () =>
    withFolder(
      { 'a.apitest.yaml': '# why\nsuite: A\nsteps:\n  # how\n  - set: { a: 1 }\n' },
      async folder => {
        const words = ['compile', 'a.apitest.yaml', '--to', 'collection', '-o', 'a.json']
        const made = await runLine(folder, [...words, '--report', 'loss.json'])
        assert.match(
          made.errors,
          /lost .*a\.apitest\.yaml: 2 comments: a collection has no place for comments/,
        )
        const report = JSON.parse(await readFile(path.join(folder, 'loss.json'), 'utf8')) as {
          losses: unknown[]
        }
        assert.equal(report.losses.length, 1)
        const strict = await runLine(folder, [...words, '--strict', '--force'])
        assert.equal(strict.exitCode, 2)
        assert.match(strict.errors, /compile-loss/)
      },
    ))

  it('takes a saved secret from the environment, under no name that the system has a meaning for', () =>
    withFolder({}, async folder => {
      await runLine(folder, ['collections', 'create', 'Shop'])
      await runLine(folder, ['collections', 'save', 'Shop', 'GET', 'http://a/{{user}}/{{apiKey}}'])
      await runLine(folder, ['collections', 'set', 'Shop', 'user=geheim-1', 'apiKey=geheim-2', '--secret'])
      await runLine(folder, ['compile', 'Shop', '--to', 'suite', '-o', 'out'])
      const output = await readFile(path.join(folder, 'out/shop.apitest.yaml'), 'utf8')
      assert.match(output, /user: "\{\{env\.USER_\}\}"\n *apiKey: "\{\{env\.API_KEY\}\}"/)
    }))

  it('refuses a suite with problems, and names them', () =>
    withFolder({ 'a.apitest.yaml': 'suite: A\nsteps: [{ requst: GET http://a/ }]' }, async folder => {
      const { exitCode, output, errors } = await runLine(folder, [
        'compile',
        'a.apitest.yaml',
        '--to',
        'postman',
      ])
      assert.equal(exitCode, 2)
      assert.match(output + errors, /unknown-key/)
    }))
})
