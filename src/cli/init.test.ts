import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { describe, it, test } from 'node:test'
import { parse } from 'yaml'
import { initProject } from '../operations/project/init-project.ts'
import { hostIn } from '../operations/testing/host-in.ts'
import { laterTier } from '../testing/parts.ts'
import { freePort } from '../testing/ports.ts'
import { type Files, runLine, runProgram, withFolder } from '../testing/run-program.ts'

const pets = (url: string, more: object = {}): string =>
  JSON.stringify({
    openapi: '3.0.3',
    info: { title: 'Pets', version: '1' },
    servers: [{ url }],
    ...more,
    components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } } },
    paths: {
      '/pets': {
        get: {
          operationId: 'listPets',
          summary: 'List pets: all of them',
          parameters: [{ name: 'limit', in: 'query', schema: { type: 'integer' } }],
          responses: {
            200: {
              description: 'ok',
              content: { 'application/json': { schema: { type: 'array', items: { type: 'object' } } } },
            },
          },
        },
      },
      '/pets/{id}': { get: { responses: { 200: { description: 'ok' } } } },
    },
  })

const httpOf = (port: number): string => `
const http = require('node:http')
const app = { get() {} }
app.get('/health', 0)
http.createServer((request, response) => {
  response.setHeader('content-type', 'application/json')
  response.statusCode = request.url === '/health' || request.url === '/v1/pets' ? 200 : 404
  response.end('[]')
}).listen(${port})`

interface Configured {
  readonly environment: string
  readonly environments: Readonly<
    Record<string, { readonly production?: boolean; readonly variables: { readonly baseUrl: string } }>
  >
}

interface Workflow {
  readonly jobs: { readonly apitest: { readonly steps: readonly { readonly run?: string }[] } }
}

interface Kind {
  readonly title: string
  readonly files: (port: number) => Files
  /** Words of what is told of the first suite. */
  readonly told: RegExp
  /** The text that must be in the configuration. */
  readonly has?: RegExp
  readonly skip?: string | false
}

const missing = (program: string): string | false =>
  spawnSync(program, [program === 'go' ? 'version' : '--version']).error === undefined
    ? false
    : `${program} is not installed`
const withoutFlask =
  laterTier('Flask') || (spawnSync('python3', ['-c', 'import flask']).status !== 0 && 'Python has no Flask')

const kinds: readonly Kind[] = [
  { title: 'nothing at all', files: () => ({}), told: /practice API/, has: /command: apitest playground/ },
  {
    title: 'npm, started by npm start, without a description',
    files: port => ({ 'package.json': '{"scripts":{"start":"node server.js"}}', 'server.js': httpOf(port) }),
    told: /started by "npm start"/,
    has: /url: http:\/\/127\.0\.0\.1:\d+\/health/,
  },
  {
    title: 'npm, started by npm start, with a description',
    files: port => ({
      'package.json': '{"scripts":{"start":"node server.js"}}',
      'server.js': httpOf(port),
      'docs/openapi.json': pets(`http://localhost:${port}/v1`),
    }),
    told: /started by "npm start"/,
    has: /url: http:\/\/localhost:\d+\/v1\/pets/,
  },
  {
    title: 'npm, whose packages are not installed, with a description',
    files: port => ({
      'package.json': '{"scripts":{"start":"node server.js"},"dependencies":{"express":"5"}}',
      'server.js': httpOf(port),
      'api.json': pets('https://pets.example/v1'),
    }),
    told: /a mock made of api\.json/,
    has: /pets-example:\n {4}production: true\n {4}variables:\n {6}baseUrl: https:\/\/pets\.example\/v1/,
  },
  {
    title: 'Python with Flask',
    files: () => ({
      'requirements.txt': 'flask\n',
      'app.py':
        'from flask import Flask\napp = Flask(__name__)\n\n@app.get("/health")\ndef health():\n    return {"status": "ok"}\n',
      '.venv/bin/python': '#!/bin/sh\nexec python3 "$@"\n',
    }),
    told: /started by "\.venv\/bin\/python -m flask --app app:app run/,
    skip: withoutFlask,
  },
  {
    title: 'npm, of which no path is known that it answers without data',
    files: port => ({
      'package.json': '{"scripts":{"start":"node server.js"}}',
      'server.js': httpOf(port)
        .replace("app.get('/health', 0)", "app.get('/orders', 0)")
        .replace("request.url === '/health' ||", ''),
    }),
    told: /nor a path that the API which "npm start" starts answers without data: .*"local"; .*"command: npm start" and "url: http:\/\/127\.0\.0\.1:\d+\/PATH"/,
    has: /command: apitest playground/,
  },
  {
    title: 'Python with FastAPI that is not installed',
    files: () => ({ 'pyproject.toml': '[project]\nname = "a"\ndependencies = ["fastapi"]\n' }),
    told: /practice API.*http:\/\/127\.0\.0\.1:8000/,
    has: /local:\n {4}variables:\n {6}baseUrl: http:\/\/127\.0\.0\.1:8000/,
  },
  {
    title: 'Go',
    files: port => ({
      'go.mod': 'module a\n\ngo 1.19\n',
      'main.go': `package main

import "net/http"

func main() {
	http.HandleFunc("/health", func(w http.ResponseWriter, r *http.Request) { w.Write([]byte("ok")) })
	http.ListenAndServe("127.0.0.1:${port}", nil)
}
`,
    }),
    told: /started by "go run \."/,
    skip: missing('go'),
  },
  {
    title: 'Maven with Spring Boot and a description',
    files: port => ({
      'pom.xml': '<project><artifactId>spring-boot-starter-web</artifactId></project>',
      'src/main/resources/application.properties': `server.port=${port}\n`,
      'src/main/resources/static/openapi.yaml': pets('/v1'),
    }),
    told: /a mock made of src\/main\/resources\/static\/openapi\.yaml/,
    has: /baseUrl: http:\/\/127\.0\.0\.1:\d+\/v1\n/,
  },
  {
    title: 'Rust that is not built',
    files: port => ({
      'Cargo.toml': '[package]\nname = "a"\n',
      'src/main.rs': `fn main() { bind("127.0.0.1:${port}"); }\n`,
    }),
    told: /practice API.*src\/main\.rs listens on it/,
  },
  {
    title: 'Docker Compose with a database beside the API',
    files: port => ({
      'compose.yaml': `services:\n  db: { image: postgres, ports: ["15432:5432"] }\n  shop: { build: ., ports: ["127.0.0.1:\${PORT:-${port}}:80"] }\n`,
      'openapi.yaml': pets('https://pets.example', { security: [{ key: [] }] }),
    }),
    told: /compose\.yaml publishes shop there.*\nThe credentials are read from the environment: \w+/,
    has: /apiKey: "\{\{env\.\w+ \| default change-me\}\}"/,
  },
  {
    title: 'broken files',
    files: () => ({
      'package.json': '{',
      'openapi.yaml': 'openapi: 3.0.0\npaths: [',
      'compose.yml': '{',
      '.git/config': '[',
    }),
    told: /Left out: package\.json is not JSON.*\nLeft out: openapi\.yaml cannot be read.*\n.*practice API/,
  },
]

describe('apitest init', () => {
  for (const { title, files, told, has = /./, skip = false } of kinds)
    it(`prepares a project: ${title}`, { skip }, async () => {
      const given = files(await freePort())
      await withFolder(given, async folder => {
        if (existsSync(path.join(folder, '.venv'))) chmodSync(path.join(folder, '.venv/bin/python'), 0o755)
        const { exitCode, output, errors } = await runLine(folder, ['init', '--yes'])
        assert.equal(exitCode, 0, errors)
        assert.match(output, told)
        assert.match(readFileSync(path.join(folder, 'apitest.config.yaml'), 'utf8'), has)
        const checked = await runLine(folder, ['check'])
        assert.equal(checked.exitCode, 0, checked.errors)
        assert.doesNotMatch(checked.errors, /warning/)
        const formed = await runLine(folder, ['fmt', '--check'])
        assert.equal(formed.exitCode, 0, formed.output)
        const ran = await runProgram(folder, [])
        assert.equal(ran.exitCode, 0, ran.output + ran.errors)
        await changesNothing(folder, given)
      })
    })

  it('writes a workflow, lines for git and settings where there are some, and keeps comments', () => {
    const settings = '// ours\n{\n  "a": "http://b", // c\n  /* "yaml.schemas": 1 */\n}\n'
    const extensions = '{ "recommendations": ["a.b"] }'
    const files = {
      '.git/config': '[remote "origin"]\n  url = git@github.com:a/b.git\n',
      '.gitignore': 'dist',
      '.vscode/settings.json': settings,
      '.vscode/extensions.json': extensions,
    }
    return withFolder(files, async folder => {
      const { output } = await runLine(folder, ['init'])
      assert.match(output, /written +\.github\/workflows\/apitest\.yml/)
      const read = (name: string): string => readFileSync(path.join(folder, name), 'utf8')
      const workflow = parse(read('.github/workflows/apitest.yml')) as Workflow
      const commands = workflow.jobs.apitest.steps.flatMap(({ run }) => run ?? [])
      assert.match(commands[0] ?? '', /^npx --yes apitest-run@\S+ --reporter github/)
      assert.match(read('.gitignore'), /^dist\n# .*\n\.tool\/\*\n!\.tool\/specs\/\n$/)
      assert.match(
        read('.vscode/settings.json'),
        /^\/\/ ours\n\{\n {2}"a": "http:\/\/b", \/\/ c\n {2}\/\* .* \*\/\n {2}"yaml\.schemas": \{/,
      )
      assert.deepEqual(JSON.parse(read('.vscode/extensions.json')), {
        recommendations: ['a.b', 'redhat.vscode-yaml'],
      })
      await changesNothing(folder, { '.git/config': files['.git/config'] })
    })
  })

  it('writes over nothing, and tells what is kept', () => {
    const files = {
      'apitest.config.yaml': 'suites: [a.apitest.yaml]\n',
      'a.apitest.yaml': 'suite: A\nsteps: [{ set: { a: 1 } }]\n',
      '.gitlab-ci.yml': 'test: { script: [true] }\n',
      '.vscode/settings.json': '{ "yaml.schemas": [] }',
      '.vscode/extensions.json': 'not JSON',
    }
    return withFolder(files, async folder => {
      const { exitCode, output } = await runLine(folder, [
        'init',
        '--yes',
        '--base-url',
        'http://127.0.0.1:1',
      ])
      assert.equal(exitCode, 0)
      for (const name of [
        'apitest\\.config\\.yaml',
        '\\.gitlab-ci\\.yml .*include',
        'settings\\.json .*by hand',
        'extensions\\.json .*JSON',
      ])
        assert.match(output, new RegExp(`kept +\\S*${name}`))
      assert.equal(existsSync(path.join(folder, 'suites', 'first.apitest.yaml')), false)
      await changesNothing(folder, files)
    })
  })

  it('leaves suites that are there as red as they were', async () => {
    const port = await freePort()
    const files = {
      'tests/mine.apitest.yaml': `suite: Mine\nvariables: { baseUrl: "http://127.0.0.1:${port}" }\nsteps:\n  - request: GET {{baseUrl}}/api/users/1\n`,
      'openapi.json': pets(`http://127.0.0.1:${port}/v1`),
    }
    await withFolder(files, async folder => {
      const { output } = await runLine(folder, ['init', '--yes'])
      assert.match(output, /^The suite in tests\/ is kept, .* --env names one: local; "local" is http/)
      const ran = await runLine(folder, [])
      assert.match(ran.output, /nothing listens there/, ran.errors)
      await changesNothing(folder, files)
    })
    await withFolder(files, async folder => {
      const { output } = await runLine(folder, ['init', '--base-url', 'http://127.0.0.1:1'])
      assert.match(output, /those that are there ask it in place of their own baseUrl/)
      assert.match((await runLine(folder, [])).output, /127\.0\.0\.1:1\b/)
    })
  })

  it('tells that a first suite is kept', () => {
    const files = { 'suites/first.apitest.yaml': 'suite: Mine\nsteps: [{ set: { a: 1 } }]\n' }
    return withFolder(files, async folder => {
      const { output } = await runLine(folder, ['init'])
      assert.match(output, /^kept +suites\/first\.apitest\.yaml$/m)
      await changesNothing(folder, files)
    })
  })

  for (const name of ['suites', '.github'])
    it(`writes nothing where ${name} is a file`, () =>
      withFolder({ [name]: '' }, async folder => {
        const { exitCode, errors } = await runLine(folder, ['init', '--ci', 'github'])
        assert.equal(exitCode, 2)
        assert.match(errors, new RegExp(`cannot be written: ${name} is no folder\\n +hint: Rename it`))
        assert.deepEqual(readdirSync(folder), [name])
      }))

  it('finishes what it could not write the first time', () =>
    withFolder({}, async folder => {
      await runLine(folder, ['init'])
      const before = textsIn(folder)
      rmSync(path.join(folder, 'suites'), { recursive: true })
      const { output } = await runLine(folder, ['init'])
      assert.match(output, /the first suite is for[^]*^unchanged +apitest\.config\.yaml$/m)
      assert.deepEqual(textsIn(folder), before)
      assert.match((await runLine(folder, ['init'])).output, /^unchanged +suites\/first\.apitest\.yaml$/m)
    }))

  it('keeps the line ends and the byte order mark of what it adds to', () => {
    const files = {
      '.git/config': '',
      '.gitignore': 'dist\r\nlogs\r\n',
      '.vscode/settings.json': '\uFEFF{\r\n  "a": 1\r\n}\r\n',
      '.vscode/extensions.json': '\uFEFF{}\n',
    }
    return withFolder(files, async folder => {
      await runLine(folder, ['init'])
      const read = (name: string): string => readFileSync(path.join(folder, name), 'utf8')
      assert.equal(
        read('.gitignore'),
        'dist\r\nlogs\r\n# What apitest keeps for this machine.\r\n.tool/*\r\n!.tool/specs/\r\n',
      )
      assert.match(read('.vscode/settings.json'), /^\uFEFF\{\r\n {2}"a": 1,\r\n {2}"yaml\.schemas": \{\r\n/)
      assert.doesNotMatch(read('.vscode/settings.json'), /[^\r]\n/)
      assert.match(read('.vscode/extensions.json'), /^\uFEFF\{\n/)
      await changesNothing(folder, {})
    })
  })

  const unread: readonly (readonly [string, string | undefined, RegExp])[] = [
    ['is broken', 'suites: [', /apitest\.config\.yaml:1/],
    ['has a key that there is not', 'suits: []\n', /"suits"/],
    ['leads to nowhere', undefined, /a link to what is not there/],
  ]
  for (const [title, text, told] of unread)
    it(`tells of a configuration that ${title}, and writes nothing then`, () =>
      withFolder({}, async folder => {
        const file = path.join(folder, 'apitest.config.yaml')
        if (text === undefined) symlinkSync('elsewhere.yaml', file)
        else writeFileSync(file, text)
        const before = lstatSync(file).mtimeMs
        const { exitCode, errors } = await runLine(folder, ['init', '--yes'])
        assert.equal(exitCode, 2)
        assert.match(errors, told)
        assert.deepEqual(readdirSync(folder), ['apitest.config.yaml'])
        assert.equal(lstatSync(file).mtimeMs, before)
      }))

  it('tells of a configuration under another extension as a run does, and writes nothing then', () =>
    withFolder({ 'apitest.config.yml': 'suites: [a/]\n' }, async folder => {
      const { exitCode, errors } = await runLine(folder, ['init'])
      assert.equal(exitCode, 2)
      assert.match(errors, /apitest\.config\.yml is read by nobody[^]*hint: Call it apitest\.config\.yaml\./)
      assert.deepEqual(readdirSync(folder), ['apitest.config.yml'])
    }))

  const addresses: readonly (readonly [string, string | undefined])[] = [
    ['https://shop.example/v1', 'shop-example'],
    ['https://10.shop.example', '10-shop-example'],
    ['http://203.0.113.7:8080', '203-0-113-7'],
    ['http://10.1.2.3:8080', undefined],
    ['http://172.16.0.9', undefined],
    ['http://[fd00::1]:8080', undefined],
    ['http://api:8080', undefined],
  ]
  for (const [url, production] of addresses)
    it(`marks ${url} as ${production === undefined ? 'no production' : 'production'}`, () =>
      withFolder({ 'a.json': pets('https://shop.example/v1') }, async folder => {
        const { output } = await runLine(folder, ['init', '--yes', '--base-url', url])
        const { environment, environments } = parse(
          readFileSync(path.join(folder, 'apitest.config.yaml'), 'utf8'),
        ) as Configured
        assert.equal(environment, production ?? 'local')
        assert.equal(environments[environment]?.production, production === undefined ? undefined : true)
        assert.equal(environments[environment]?.variables.baseUrl, url)
        assert.equal(/marked as production/.test(output), production !== undefined)
        const checked = await runLine(folder, ['check'])
        assert.equal(checked.exitCode, 0, checked.errors)
        if (production === undefined) return
        writeFileSync(
          path.join(folder, 'suites', 'more.apitest.yaml'),
          'suite: A\nsteps:\n  - request: POST {{baseUrl}}/a\n',
        )
        const ran = await runLine(folder, [])
        assert.equal(ran.exitCode, 2)
        assert.match(ran.errors + ran.output, /production-unasked/)
      }))

  it('marks the servers of a description that others may use as production', () => {
    const servers = [
      { url: 'https://shop.example/v1' },
      { url: 'https://{region}.shop.example', variables: { region: { default: 'eu' } } },
      { url: 'https://try.shop.example', description: 'Sandbox' },
      { url: 'http://10.1.2.3:8080' },
    ]
    return withFolder({ 'a.json': pets('', { servers }) }, async folder => {
      await runLine(folder, ['init', '--yes'])
      const text = readFileSync(path.join(folder, 'apitest.config.yaml'), 'utf8')
      const { environments } = parse(text) as Configured
      assert.deepEqual(
        Object.values(environments).map(({ production, variables }) => [variables.baseUrl, production]),
        [
          ['http://127.0.0.1:{{service.port}}/v1', undefined],
          ['https://shop.example/v1', true],
          ['https://{{region}}.shop.example', true],
          ['https://try.shop.example', undefined],
          ['http://10.1.2.3:8080', undefined],
        ],
      )
    })
  })

  it('takes a URL, and chooses among descriptions', () =>
    withFolder({ 'a/openapi.json': pets('/v1'), 'b.json': pets('/v2') }, async folder => {
      const port = await freePort()
      const words = [
        'init',
        '--spec',
        'b.json',
        '--base-url',
        `http://127.0.0.1:${port}/v2/`,
        '--ci',
        'gitlab',
      ]
      const { output } = await runLine(folder, words)
      assert.match(output, /Other descriptions: a\/openapi\.json/)
      assert.match(readFileSync(path.join(folder, '.gitlab-ci.yml'), 'utf8'), /npx --yes apitest-run@\d/)
      const ran = await runLine(folder, [])
      assert.match(ran.output, /Passed/, ran.errors)
      assert.match(ran.output, new RegExp(`127\\.0\\.0\\.1:${port}/v2/pets: a mock`))
    }))

  it('refuses what is no URL and no description, and writes nothing then', () =>
    withFolder({ 'a.json': '{}' }, async folder => {
      for (const words of [
        ['--base-url', 'pets'],
        ['--base-url', 'http://me:secret@127.0.0.1:1'],
        ['--base-url', 'http://127.0.0.1:1/?key=1'],
        ['--spec', 'a.json'],
        ['--spec', 'b.json'],
      ])
        assert.equal((await runLine(folder, ['init', ...words])).exitCode, 2)
      assert.deepEqual(readdirSync(folder), ['a.json'])
    }))

  const manager = (name: string, install: RegExp): readonly [string, Files, RegExp] => [
    `installs as ${name} says`,
    { 'package.json': '{}', [name]: '' },
    install,
  ]
  const workflows: readonly (readonly [string, Files, RegExp])[] = [
    manager('pnpm-lock.yaml', /corepack enable\n +- run: pnpm install --frozen-lockfile/),
    manager('yarn.lock', /corepack enable\n +- run: yarn install --frozen-lockfile/),
    manager('bun.lock', /npm install --global bun\n +- run: bun install --frozen-lockfile/),
    ['says that it tests the practice API', {}, /^# Tested is the practice API/],
    [
      'says that a mock answers',
      { 'a.json': pets('/v1') },
      /^# Where the API does not run, a mock made of a\.json/,
    ],
    [
      'says what starts the API',
      { 'Cargo.toml': '[package]\n', 'src/main.rs': '.route("/", get(a)) "0.0.0.0:3998"', 'target/a': '' },
      missing('cargo') === false ? /^# The API is started by "cargo run"/ : /^# Tested is/,
    ],
    [
      'sets Python up',
      { 'pyproject.toml': '[project]\nname = "a"\n' },
      /setup-python@v5[^]*venv\/bin\/pip install \./,
    ],
  ]
  for (const [title, files, has] of workflows)
    it(`writes a workflow that ${title}`, () =>
      withFolder(files, async folder => {
        await runLine(folder, ['init', '--ci', 'github'])
        const workflow = readFileSync(path.join(folder, '.github/workflows/apitest.yml'), 'utf8')
        assert.match(workflow, has)
        assert.ok(parse(workflow))
      }))

  it('reads the port of Flask from what runs it', () =>
    withFolder({ 'app.py': 'app = Flask(__name__)\napp.run(debug=True, port=5055)\n' }, async folder => {
      const { output } = await runLine(folder, ['init'])
      assert.match(output, /127\.0\.0\.1:5055 \(app\.py listens on it\)/)
    }))

  it('reads a description as leniently as most readers, and says what is wrong with one, as the program that is installed', async () => {
    const lenient = `openapi: 3.0.3\ninfo: { title: A, version: '1' }\npaths: {\n  /pets: { get: { responses: { 200: { description: ok } } } }\n}\n`
    await withFolder({ 'openapi.yaml': lenient }, async folder => {
      const { output } = await runProgram(folder, ['init'])
      assert.match(output, /a mock made of openapi\.yaml/)
    })
    await withFolder({ 'openapi.yaml': 'openapi: 3.0.0\npaths: [\n' }, async folder => {
      const { output } = await runProgram(folder, ['init'])
      assert.match(output, /line \d+: not valid YAML: deficient indentation/)
    })
  })

  it('asks the own server for what it answers, where its URL is given', () =>
    withFolder({ 'package.json': '{"main":"server.js"}', 'server.js': httpOf(3999) }, async folder => {
      await runLine(folder, ['init', '--base-url', 'http://127.0.0.1:3999'])
      const suite = readFileSync(path.join(folder, 'suites', 'first.apitest.yaml'), 'utf8')
      assert.match(suite, /GET \{\{baseUrl\}\}\/health\n +validations:\n +- status: 2xx/)
    }))

  it('says that nothing can be written where that is so', async () => {
    // Root may write everywhere but there.
    const answer = await initProject.run({}, hostIn('/proc/self/fdinfo'))
    assert.ok(!answer.ok)
    assert.match(answer.problems[0]?.message ?? '', /^apitest\.config\.yaml cannot be written: /)
  })
})

const withoutTerminal = missing('script')

test('asks in a terminal for what no file says', { skip: withoutTerminal }, () =>
  withFolder({}, folder => {
    const line = `"${process.execPath}" "${path.resolve('bin/apitest.cjs')}" init`
    const { stdout } = spawnSync('script', ['-qec', line, '/dev/null'], {
      cwd: folder,
      input: '127.0.0.1:8080\ngithub\n',
      encoding: 'utf8',
    })
    assert.match(stdout, /Where does the API answer/)
    assert.match(stdout, /build server/)
    assert.match(
      readFileSync(path.join(folder, 'apitest.config.yaml'), 'utf8'),
      /baseUrl: http:\/\/127\.0\.0\.1:8080/,
    )
    assert.ok(existsSync(path.join(folder, '.github/workflows/apitest.yml')))
  }),
)

/** Asserts that each given file is there still, and that another run changes nothing. */
async function changesNothing(folder: string, given: Files): Promise<void> {
  for (const [name, text] of Object.entries(given))
    assert.equal(readFileSync(path.join(folder, name), 'utf8'), text, name)
  const before = textsIn(folder)
  const again = await runLine(folder, ['init', '--yes'])
  assert.equal(again.exitCode, 0, again.errors)
  assert.doesNotMatch(again.output, /^(?:written|added to)/m)
  assert.deepEqual(textsIn(folder), before)
}

function textsIn(folder: string): ReadonlyMap<string, string> {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile())
  const files = names.map(({ parentPath, name }) => path.join(parentPath, name))
  return new Map(
    files.filter(file => !file.includes('.tool')).map(file => [file, readFileSync(file, 'latin1')]),
  )
}
