import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, it } from 'node:test'
import { httpServer } from '../actions/http/testing/http-server.ts'
import { runLine, withFolder } from '../testing/run-program.ts'

const nodeProject = { 'package.json': JSON.stringify({ type: 'module', scripts: { test: 'node --test' } }) }

/**
 * Compares the requests of steps with those of the tests that were made of them: URLs, and headers whose names begin
 * with `x-`.
 */
async function bothSend(
  files: (url: string) => Readonly<Record<string, string>>,
  source = 'main.apitest.yaml',
): Promise<void> {
  await using server = await httpServer(({ url }, response) =>
    response
      .setHeader('content-type', 'application/json')
      .end(JSON.stringify({ url, token: 'tok', none: null })),
  )
  await withFolder({ ...nodeProject, ...files(server.url) }, async folder => {
    const { output, errors } = await runLine(folder, ['generate', 'tests', source, '--run'])
    assert.match(output, /^(\d+) tests: \1 as in apitest$/m, output + errors)
    const sent = server.seen.map(({ url, headers }) => [
      url,
      headers.authorization ?? '',
      ...Object.entries(headers)
        .filter(([name]) => name.startsWith('x-'))
        .sort(),
    ])
    assert.ok(sent.length > 1 && sent.length % 2 === 0, JSON.stringify(sent))
    assert.deepEqual(sent.slice(sent.length / 2), sent.slice(0, sent.length / 2))
  })
}

const signIn = (url: string, more = ''): string => `suite: Sign in
inputs: [user]
variables: { base: ${url}, role: guest }
steps:
  - { name: login, request: "GET {{base}}/login?u={{user}}&r={{role}}", extracts: { token: $.token } }
${more}`

describe('tests of a suite that another one uses', () => {
  it('1: have its variables for themselves, and hand on what it extracts', () =>
    bothSend(url => ({
      'lib/sign.apitest.yaml': signIn(
        url,
        '  - { name: again, set: { role: "{{user}}-set" }, when: { user: bob } }\n' +
          '  - { name: then, request: "GET {{base}}/then?r={{role}}", validations: [{ variable user: { exists: true } }] }\n',
      ),
      'lib/outer.apitest.yaml': `suite: Outer
inputs: []
variables: { base: ${url}, user: outer, own: 1 }
steps:
  - { name: sign, use: sign.apitest.yaml, with: { user: bob } }
  - { name: outer, request: "GET {{base}}/outer?u={{user}}&o={{own}}&r={{role}}" }
after:
  - { name: clean, request: "DELETE {{base}}/clean?u={{user}}" }
`,
      'main.apitest.yaml': `suite: Main
variables: { base: ${url}, user: shadow }
steps:
  - { name: as bob, use: lib/sign.apitest.yaml, with: { user: bob } }
  - { name: mine, request: "GET {{base}}/mine?u={{user}}&r={{role}}&t={{token}}" }
  - { name: as ada, use: lib/sign.apitest.yaml, with: { user: ada } }
  - { name: outer, use: lib/outer.apitest.yaml }
  - { name: changes, set: { user: changed } }
  - { name: as me, use: lib/sign.apitest.yaml, with: { user: "{{user}}" } }
  - { name: end, request: "GET {{base}}/end?u={{user}}" }
`,
    })))

  it('1: have them for themselves in every row', () =>
    bothSend(url => ({
      'lib/sign.apitest.yaml': signIn(url),
      'main.apitest.yaml': `suite: Main
variables: { base: ${url} }
data: [{ who: ann, role: a }, { who: ben, role: b }]
steps:
  - { name: sign, use: lib/sign.apitest.yaml, with: { user: "{{who}}" } }
  - { name: mine, request: "GET {{base}}/mine?r={{role}}" }
`,
    })))

  it('2: see the environment before its own variables', () =>
    bothSend(url => ({
      'apitest.config.yaml': `environment: local\nenvironments: { local: { variables: { base: "${url}" } } }`,
      'lib/sign.apitest.yaml': signIn('http://127.0.0.1:1'),
      'main.apitest.yaml': `suite: Main
steps:
  - { name: as bob, use: lib/sign.apitest.yaml, with: { user: bob } }
  - { name: mine, request: "GET {{base}}/mine" }
`,
    })))

  it('3: are sent with the settings and variables of the configuration, and not with those of its caller', () => {
    const main = (url: string, name: string): string => `suite: ${name}
variables: { base: ${url}, q: mine }
settings: { headers: { X-Own: own, X-Team: red }, auth: none }
steps:
  - { name: sign, use: lib/sign.apitest.yaml, with: { user: bob } }
  - { name: mine, request: "GET {{base}}/mine?q={{q}}&p={{p}}" }
  - { name: other, request: "GET {{base}}/other", auth: { bearer: "{{tok}}" } }
`
    const files = (url: string): Readonly<Record<string, string>> => ({
      'apitest.config.yaml': `variables: { q: from-configuration, p: 1 }
secrets: { tok: configured-secret }
settings: { headers: { X-Team: blue }, auth: { bearer: "{{tok}}" } }
`,
      'suites/lib/sign.apitest.yaml': signIn(url, '  - { name: q, request: "GET {{base}}/q?q={{q}}" }\n'),
      'suites/main.apitest.yaml': main(url, 'Main'),
    })
    return bothSend(files, 'suites/main.apitest.yaml').then(() => bothSend(files, 'suites'))
  })
})

/** Generates the tests of a suite, and returns them with the messages. */
async function generated(
  files: Readonly<Record<string, string>>,
  ...more: readonly string[]
): Promise<{ readonly told: string; readonly text: string }> {
  return withFolder({ ...nodeProject, ...files }, async folder => {
    const { errors, output } = await runLine(folder, ['generate', 'tests', 'main.apitest.yaml', ...more])
    const file = path.join(folder, 'test/main.test.js')
    return { told: errors + output, text: await readFile(file, 'utf8') }
  })
}

const oneStep = (rest: string, more = ''): Readonly<Record<string, string>> => ({
  'main.apitest.yaml': `suite: Main\nsteps:\n  - { name: one, ${rest} }\n${more}`,
})

describe('what is told of tests', () => {
  it('6: a variable that may be null in a form, which a run leaves out', async () => {
    const more =
      '  - { name: two, request: "POST http://h/", form: { n: "{{n}}", s: "{{n}}!", k: "{{k}}" }, variables: { k: 1 } }\n'
    const { told } = await generated(oneStep('request: GET http://h/, extracts: { n: $.n }', more))
    assert.match(told, /Main \/ two: form n: it is sent even where \{\{n\}\} is null/)
    assert.doesNotMatch(told, /form [sk]/)
  })

  it('11: a variable of any environment is read from that of the process', async () => {
    const { text } = await generated({
      ...oneStep('request: "GET http://h/?r={{region}}&c={{code}}"', 'variables: { region: usual }\n'),
      'apitest.config.yaml':
        'environments: { dev: { variables: { region: eu, code: 1 } }, prod: { variables: { region: us, code: 2 } } }',
    })
    assert.match(text, /const region = process\.env\.REGION \?\? "usual";/)
    assert.match(text, /const code = process\.env\.CODE;/)
  })

  it('12: that tests run after one that failed, once', async () => {
    const more = '  - { name: two, request: "GET http://h/" }\n'
    const note = /stop-on-failure: tests after one that failed still run/g
    const usual = await generated(oneStep('request: GET http://h/', more))
    assert.equal([...usual.told.matchAll(note)].length, 1)
    const off = `${more}settings: { stop-on-failure: false }\n`
    const others = [
      await generated(oneStep('request: GET http://h/')),
      await generated(oneStep('request: GET http://h/', off)),
    ]
    for (const { told } of others) assert.doesNotMatch(told, note)
  })

  it('13: names in the environment that differ, of variables that differ by their punctuation', async () => {
    const { told, text } = await generated(
      oneStep('request: "GET http://h/?a={{card_token}}&b={{card-token}}"'),
    )
    assert.match(text, /process\.env\.CARD_TOKEN\b/)
    assert.match(text, /process\.env\.CARD_TOKEN_2\b/)
    assert.match(told, /\{\{card-token\}\}: nothing sets it; give it in the environment as CARD_TOKEN_2$/m)
  })

  it('18: nothing, where a name in a path has a hyphen', async () => {
    const { told, text } = await generated(
      oneStep('request: GET http://h/, validations: [{ $.x-a.b-c: 1 }, { $.headers.x-team: blue }]'),
    )
    assert.doesNotMatch(told, /lost/)
    assert.match(text, /\["x-team"\]/)
  })

  it('22: which key of a step that uses a suite stands in the way', async () => {
    const files = {
      'lib/sign.apitest.yaml': signIn('http://h'),
      ...oneStep(
        'request: GET http://h/',
        '  - { name: sign, use: lib/sign.apitest.yaml, with: { user: x }, when: { a: 1 } }\nvariables: { a: 1 }\n',
      ),
    }
    assert.match((await generated(files)).told, /Main \/ sign: use: .* none of them is one for when$/m)
  })

  it('no secret of a used suite is in its tests, also where a step changes it', async () => {
    const { text } = await generated({
      'lib/a.apitest.yaml':
        'suite: A\ninputs: []\nsecrets: { one: literal-secret, two: literal-secret }\nsteps:\n' +
        '  - { name: a, request: "GET http://h/?{{one}}&{{two}}" }\n  - { name: b, set: { two: 2 } }\n',
      ...oneStep('use: lib/a.apitest.yaml', '  - { name: two, request: GET http://h/ }\n'),
    })
    assert.doesNotMatch(text, /literal-secret/)
    assert.match(text, /process\.env\.TWO/)
  })

  it('23: once and truly, what the environment has to give', async () => {
    const { told } = await generated({
      ...oneStep(
        'request: "GET http://h/?a={{a}}&b={{b}}&c={{c}}&d={{d}}"',
        'secrets: { d: literal-secret }\n',
      ),
      'apitest.config.yaml': 'variables: { a: 1 }\nsecrets: { b: literal-secret }\n',
    })
    const notes = [...told.matchAll(/^note +Main: (?:\{\{)?(\w+).*$/gm)].map(([line]) =>
      line.replace(/^note +/, ''),
    )
    assert.deepEqual(
      notes.filter(line => !line.includes('cookies')),
      [
        'Main: {{b}}: a secret is not written down; give it in the environment as B',
        'Main: {{d}}: a secret is not written down; give it in the environment as D',
        'Main: {{c}}: nothing sets it; give it in the environment as C',
      ],
    )
  })
})
