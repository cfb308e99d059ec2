import assert from 'node:assert/strict'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, it } from 'node:test'
import { httpServer } from '../actions/http/testing/http-server.ts'
import { type Finished, runLine, runProgram, withFolder } from '../testing/run-program.ts'

/** A project whose secrets are outputs of commands; each that runs leaves a line in `ran`. */
const project = (server: string, allow = 'allow-exec: true'): Readonly<Record<string, string>> => ({
  'apitest.config.yaml': `${allow}
environment: first
variables: { server: ${server} }
secrets:
  token: { command: [node, tell.cjs, token] }
  unused: { command: [node, tell.cjs, unused] }
  overruled: { command: [node, tell.cjs, overruled] }
environments:
  first: { secrets: { own: { command: 'node tell.cjs first' } }, variables: { overruled: fixed } }
  second: { secrets: { own: { command: 'node tell.cjs second' } } }
`,
  'tell.cjs': `require('fs').appendFileSync('ran', process.argv[2] + '\\n')
console.log('s3cr3t {{of}} ' + process.argv[2])`,
  'suites/a.apitest.yaml': `suite: A
variables: { mine: "Bearer {{token}}" }
settings: { headers: { X-Own: "{{own}}" } }
steps:
  - { request: "GET {{server}}/", headers: { X-Mine: "{{mine}}", X-Other: "{{overruled}}" } }
  - { request: "GET {{server}}/", when: { own: { not-equals: x } } }
`,
  'openapi.json': JSON.stringify({
    openapi: '3.0.3',
    info: { title: 'A', version: '1' },
    paths: { '/': { get: { operationId: 'a', responses: { 200: { description: 'ok' } } } } },
  }),
  'pact.json': JSON.stringify({
    ...{
      consumer: { name: 'c' },
      provider: { name: 'p' },
      metadata: { pactSpecification: { version: '2.0.0' } },
    },
    interactions: [
      { description: 'a', request: { method: 'GET', path: '/' }, response: { status: 200 } },
      { description: 'b', request: { method: 'GET', path: '/b' }, response: { status: 200 } },
    ],
  }),
  'suites/b.apitest.yaml': `suite: B\nsteps:\n  - { request: "GET {{server}}/", auth: { bearer: "{{token | base64}}" } }\n`,
})

type Run = (...args: readonly string[]) => Promise<Finished>

async function inProject(
  use: (
    run: Run,
    seen: readonly { headers: object }[],
    ran: () => readonly string[],
    folder: string,
  ) => Promise<void>,
  allow?: string,
): Promise<void> {
  await using api = await httpServer((_, response) => response.end('{}'))
  await withFolder(project(api.url, allow), async folder => {
    const file = path.join(folder, 'ran')
    const ran = (): readonly string[] =>
      existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n').toSorted() : []
    await use((...args) => runLine(folder, [...args]), api.seen, ran, folder)
  })
}

const seenIn = (seen: readonly { headers: object }[], name: string): ReadonlySet<unknown> =>
  new Set(
    seen.flatMap(({ headers }) =>
      Object.entries(headers).flatMap(([key, value]: [string, unknown]) => (key === name ? [value] : [])),
    ),
  )

describe('secrets of commands', () => {
  it('are read once per run, and only those that something names', () =>
    inProject(async (run, seen, ran) => {
      const { output, errors, exitCode } = await run('suites', '--workers', '4', '--verbose')
      assert.equal(exitCode, 0, output + errors)
      assert.deepEqual(ran(), ['first', 'token'])
      assert.deepEqual(seenIn(seen, 'x-mine'), new Set(['Bearer s3cr3t {{of}} token']))
      assert.deepEqual(seenIn(seen, 'x-own'), new Set(['s3cr3t {{of}} first']))
      assert.deepEqual(seenIn(seen, 'x-other'), new Set(['fixed']))
      assert.ok(!(output + errors).includes('s3cr3t'))
    }))

  it('are read for a script that has their names', () =>
    inProject(async (run, _, ran, folder) => {
      const suite = (source: string): string => `suite: C
settings: { scripts: { before: ["${source}"] } }
steps: [{ request: "GET {{server}}/" }]
`
      const file = path.join(folder, 'c.apitest.yaml')
      writeFileSync(file, suite('pm.variables.set("a", 1)'.replaceAll('"', "'")))
      assert.equal((await run('c.apitest.yaml')).exitCode, 0)
      assert.deepEqual(ran(), [])
      writeFileSync(file, suite("pm.variables.set('a', pm.environment.get('unused'))"))
      assert.equal((await run('c.apitest.yaml')).exitCode, 0)
      assert.deepEqual(ran(), ['unused'])
    }))

  it('differ from environment to environment', () =>
    inProject(async (run, seen, ran) => {
      assert.equal((await run('suites/a.apitest.yaml', '--env', 'second')).exitCode, 0)
      assert.deepEqual(ran(), ['overruled', 'second', 'token'])
      assert.deepEqual(seenIn(seen, 'x-own'), new Set(['s3cr3t {{of}} second']))
    }))

  it('are not read where nothing is sent', () =>
    inProject(async (run, _, ran) => {
      for (const args of [
        ['check', 'suites'],
        ['suites', '--list'],
        ['suites', '--dry-run'],
      ])
        assert.equal((await run(...args)).exitCode, 0)
      const { output } = await run('send', '{{server}}/{{token}}', '--curl')
      assert.match(output, /\*\*\*/)
      assert.deepEqual(ran(), [])
    }))

  it('are not read where the command line gives them', () =>
    inProject(async (run, _, ran) => {
      assert.equal((await run('suites/b.apitest.yaml', '--var', 'token=mine')).exitCode, 0)
      assert.deepEqual(ran(), [])
    }))

  for (const line of [
    'send GET {{server}}/{{token}}',
    'poll {{server}}/?q={{token}} --interval 10ms',
    'load {{server}}/?q={{token}} --callers 2 --for 300ms --threads 2',
    'load suites/b.apitest.yaml --callers 2 --for 300ms --threads 2',
    'wait {{server}}/?q={{token}}',
    'contract check {{server}} --spec openapi.json --bearer {{token}}',
    'pact verify pact.json --provider {{server}} --bearer {{token}}',
    'ws {{server}}/?q={{token}}',
    'suites/b.apitest.yaml --repeat 3',
  ])
    it(`are read once by: ${line}`, () =>
      inProject(async (run, seen, ran) => {
        const { output, errors } = await run(...line.split(' '))
        assert.deepEqual(ran(), ['token'], output + errors)
        assert.ok(seen.length > 0, output + errors)
        assert.ok(!(output + errors).includes('s3cr3t'))
      }))

  for (const [why, suite, read] of [
    ['a column that every row has', 'data: [{ token: a }, { token: b }]\nsteps: [STEP]', []],
    ['a column that some rows have', 'data: [{ token: a }, { other: b }]\nsteps: [STEP]', ['token']],
    ['a column of the step', 'steps: [{ STEP, data: [{ token: a }] }]', []],
    ['a variable of the step', 'steps: [{ STEP, variables: { token: a } }]', []],
    [
      'a variable of the step, for its condition',
      `steps: [{ STEP, variables: { token: a }, when: { token: { not-equals: a } } }]`,
      ['token'],
    ],
    ['a variable that is made of it', 'steps: [{ STEP, variables: { token: "{{token}}" } }]', ['token']],
    ['a variable of the group', 'steps: [{ steps: [STEP], variables: { token: a } }]', []],
    ['a variable of the suite', 'variables: { token: a }\nsteps: [STEP]', []],
    ['what the caller gives', 'steps: [{ use: used.apitest.yaml, with: { token: a } }]', []],
    ['no variable of the caller', 'variables: { token: a }\nsteps: [{ use: used.apitest.yaml }]', ['token']],
    ['no variable of a suite that is used', 'steps: [{ use: made.apitest.yaml }]', ['token']],
    [
      'credentials of the step',
      'settings: { auth: { bearer: "{{token}}" } }\nsteps: [{ request: "GET {{server}}/", auth: none }]',
      [],
    ],
    [
      'nothing that is sent',
      'settings: { auth: { bearer: "{{token}}" } }\nsteps: [{ set: { a: 1 }, validations: [{ $.a: 1 }] }]',
      [],
    ],
  ] as const)
    it(`are read where need be, beside ${why}`, () =>
      inProject(async (run, seen, ran, folder) => {
        const step = 'request: "GET {{server}}/{{token}}"'
        const write = (name: string, text: string): void => {
          writeFileSync(path.join(folder, `${name}.apitest.yaml`), `suite: A\n${text}\n`)
        }
        write('used', 'inputs: []\nsteps: [{ STEP }]'.replace('STEP', step))
        write(
          'made',
          'inputs: []\nvariables: { a: "{{token}}" }\nsteps: [{ request: "GET {{server}}/{{a}}" }]',
        )
        write('own', `${suite}\n`.replace('[STEP]', `[{ ${step} }]`).replace('STEP', step))
        const { output, errors, exitCode } = await run('own.apitest.yaml')
        assert.equal(exitCode, 0, output + errors)
        assert.deepEqual(ran(), read)
        assert.ok(seen.every(call => !JSON.stringify(call).includes('***')))
      }))

  it('are not read where no command may run', () =>
    inProject(async (run, seen, ran) => {
      const refused =
        /error secret-unread {2}the secret "token" is the output of a command, and this run may not start programs\n.*Set allow-exec in .*--var token=…\./
      for (const args of [
        ['suites/b.apitest.yaml'],
        ['send', '{{server}}/{{token}}'],
        ['wait', '{{server}}/{{token}}'],
      ]) {
        const { output, errors, exitCode } = await run(...args)
        assert.match(output + errors, refused)
        assert.equal(exitCode, 2)
      }
      assert.deepEqual([ran(), seen.length], [[], 0])
      assert.equal((await run('suites/b.apitest.yaml', '--allow-exec')).exitCode, 0)
    }, ''))

  it('are read for the suites below the folders where commands may run', () =>
    inProject(async (run, _, ran) => {
      assert.equal((await run('suites/b.apitest.yaml')).exitCode, 2)
      assert.deepEqual(ran(), [])
    }, 'allow-exec: [others]'))
})

/** Runs a suite that needs the secret of a command, and tells why it does not run. */
async function refusal(secret: string, name = 'token'): Promise<string> {
  const files = {
    'apitest.config.yaml': `allow-exec: true\nsecrets: { ${name}: ${secret} }\n`,
    'a.apitest.yaml': 'suite: A\nsteps:\n  - request: GET http://127.0.0.1:1/{{token}}\n',
  }
  let told = ''
  await withFolder(files, async folder => {
    const { output, errors, exitCode } = await runLine(folder, ['a.apitest.yaml'])
    assert.equal(exitCode, 2, output + errors)
    told = output + errors
  })
  return told
}

describe('a command that gives no secret', () => {
  for (const [secret, message, hint] of [
    [
      '{ command: [node, -e, "console.log(1e9 * 7); console.error(1e9 * 7); process.exit(4)"] }',
      /the command of the secret "token" ended with exit code 4/,
      /Run it by hand to see what it says: `node -e .*`\./,
    ],
    [
      '{ command: [no-such-vault, kv] }',
      /could not be run: spawn no-such-vault ENOENT/,
      /not installed, or not on the PATH/,
    ],
    ['{ command: no-such-vault kv }', /ended with exit code 127/, /not installed, or not on the PATH/],
    [
      '{ command: [node, -e, "setTimeout(() => {}, 9000)"], timeout: 200ms }',
      /did not end within 200 ms \(timeout\)/,
      /log in before/,
    ],
    ['{ command: [node, -e, " "] }', /gave nothing \(exit code 0\)/, /Run it by hand/],
    [
      '{ command: [node, -e, "console.log(7e9 + `x`.repeat(70000))"] }',
      /gave more than 64 KiB/,
      /Run it by hand/,
    ],
  ] as const)
    it(`is told of: ${secret}`, async () => {
      const told = await refusal(secret)
      assert.match(told, /apitest\.config\.yaml:2:12 {2}error secret-unread/)
      assert.match(told, message)
      assert.match(told, hint)
      assert.ok(!told.includes('7000000000'), told)
    })

  for (const [secret, problem] of [
    ['{ command: [] }', /error bad-value {2}"command" must/],
    ['{ command: 7 }', /error bad-value {2}"command" must/],
    ['{ command: vault, shell: true }', /error unknown-key {2}"shell"/],
    ['{ command: vault, timeout: soon }', /error bad-value {2}"timeout" must be/],
    [
      '{ comand: [vault] }',
      /error unknown-key {2}the secret "token" is a mapping with "comand", which runs nothing/,
    ],
    ['{ cmd: [vault] }', /Write `command` for what is to be run\./],
    [
      '{ command: [vault, "{{env.PATH_OF}}"] }',
      /error bad-value {2}\{\{env\.PATH_OF\}\} is not filled in in a command/,
    ],
  ] as const)
    it(`is refused as it is written: ${secret}`, async () => {
      assert.match(await refusal(secret), problem)
    })

  it('is given the braces of its words as they are, with a warning where they name a variable', async () => {
    const config = (word: string): string => `allow-exec: true
variables: { path: a }
secrets: { token: { command: [node, -p, "'long ' + process.argv[1]", "${word}"] } }
`
    const suite =
      'suite: A\nsteps:\n  - set: { a: "{{token}}" }\n    validations: [{ $.a: { contains: "{" } }]\n'
    for (const [word, told] of [
      [
        '{{path}}',
        /warning bad-value {2}\{\{path\}\} is not filled in in a command: the program is given the braces/,
      ],
      ['{{.path}}', undefined],
      ['{{unknown}}', undefined],
    ] as const)
      await withFolder({ 'apitest.config.yaml': config(word), 'a.apitest.yaml': suite }, async folder => {
        const { output, errors, exitCode } = await runLine(folder, ['a.apitest.yaml'])
        assert.equal(exitCode, 0, output + errors)
        if (told === undefined) assert.doesNotMatch(output + errors, /bad-value/)
        else assert.match(output + errors, told)
      })
  })

  it('is refused in a suite', async () => {
    const text = 'suite: A\nsecrets: { token: { command: [vault] } }\nsteps:\n  - set: { a: "{{token}}" }\n'
    await withFolder({ 'a.apitest.yaml': text }, async folder => {
      const { output, errors } = await runLine(folder, ['check', 'a.apitest.yaml'])
      assert.match(
        output + errors,
        /error misplaced-key {2}the secret "token" of a suite cannot be the output of a command/,
      )
      assert.match(output + errors, /Move it to `secrets` of apitest\.config\.yaml/)
    })
  })
})

describe('the command of a secret that is interrupted', () => {
  const url = 'http://127.0.0.1:1'
  const lines = [
    `send ${url}/{{token}}`,
    `wait ${url}/{{token}}`,
    `contract check ${url} --spec openapi.json -H X:{{token}}`,
    `pact verify pact.json --provider ${url} -H X:{{token}}`,
    `mock start --foreground --proxy ${url}/{{token}}`,
    `load ${url}/{{token}} --requests 1`,
  ]
  it('gives the exit code 130', { skip: process.platform === 'win32' }, async () => {
    // The command is the one who presses Ctrl-C: by then, it is being waited for.
    const command = `'kill -INT $PPID; exec sleep 60'`
    const files = {
      ...project(url),
      'apitest.config.yaml': `allow-exec: true\nsecrets: { token: { command: [sh, -c, ${command}] } }\n`,
    }
    await withFolder(files, async folder => {
      const ended = await Promise.all(
        lines.map(async line => {
          const { exitCode, output, errors } = await runProgram(folder, line.split(' '))
          return { line, exitCode, isTold: /secret "token" was interrupted/.test(output + errors) }
        }),
      )
      assert.deepEqual(
        ended,
        lines.map(line => ({ line, exitCode: 130, isTold: true })),
      )
    })
  })
})
