import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, it } from 'node:test'
import { k6Environment, withoutK6 } from '../formats/k6/testing/run-script.ts'
import { type Files, runLine, withFolder } from '../testing/run-program.ts'
import { type Shop, signIn, withShop } from './testing/login-shop.ts'

const suite = (name: string): string => `suite: ${name}\nsteps:\n  - request: GET {{shop}}/me\n`

const filesOf = ({ url }: Shop): Files => ({
  'apitest.config.yaml': `variables: { shop: ${url} }
setup:
  - name: Sign in
    use: shared/sign-in.apitest.yaml
    with: { user: ada }
settings: { auth: { bearer: "{{token}}" } }
`,
  'shared/sign-in.apitest.yaml': signIn(url),
  'suites/one.apitest.yaml': suite('One'),
  'suites/two.apitest.yaml': suite('Two'),
})

/** Compiles the suites, and gives what is told and the text of all that was written. */
async function compiled(folder: string, target: string): Promise<{ told: string; text: string }> {
  const words = ['compile', 'suites', '--to', target, '--output', 'out']
  const { output, errors, exitCode } = await runLine(folder, words)
  assert.equal(exitCode, 0, errors)
  const names = (await readdir(path.join(folder, 'out'))).toSorted()
  const texts = await Promise.all(names.map(name => readFile(path.join(folder, 'out', name), 'utf8')))
  return { told: output + errors, text: texts.join('\n') }
}

/** Runs the only script of k6 in a folder. */
async function runK6(folder: string): Promise<{ readonly code: number; readonly output: string }> {
  const [name = ''] = await readdir(path.join(folder, 'out'))
  const words = ['run', '--quiet', path.join('out', name)]
  return new Promise(resolve => {
    execFile('k6', words, { cwd: folder, env: k6Environment }, (error, output, errors) => {
      resolve({ code: Number(error?.code ?? 0), output: output + errors })
    })
  })
}

describe('the configuration of suites that are compiled to suites', () => {
  it('is told where it is not read any more', () =>
    withShop(async shop =>
      withFolder(filesOf(shop), folder =>
        withFolder({}, async elsewhere => {
          const words = ['compile', 'suites', '--to', 'suite', '-o']
          const inside = await runLine(folder, [...words, 'again'])
          assert.doesNotMatch(inside.output + inside.errors, /is not read where they are written/)
          const outside = await runLine(folder, [...words, elsewhere])
          const told = outside.output + outside.errors
          assert.match(
            told,
            /\{\{shop\}\}: apitest\.config\.yaml is not read where they are written: write them below/,
          )
          assert.match(told, /settings: apitest\.config\.yaml is not read/)
          assert.match(told, /setup: apitest\.config\.yaml is not read/)
        }),
      ),
    ))
})

describe('the setup of a configuration that is compiled', () => {
  it('stands in each file of tests, with its cleaning up behind all others', () =>
    withShop(async shop =>
      withFolder(filesOf(shop), async folder => {
        const { told } = await compiled(folder, 'node-test')
        assert.match(told, /note +suites \/ Setup \/ Sign in: once: what is written runs it at each place/)
        const names = ['out/one.test.mjs', 'out/two.test.mjs']
        const words = ['--test', '--test-concurrency=1', ...names]
        const { NODE_TEST_CONTEXT: _, ...environment } = process.env
        const child = spawn(process.execPath, words, { cwd: folder, env: environment, stdio: 'ignore' })
        const exitCode = await new Promise(resolve => child.on('exit', resolve))
        const each = ['POST /login {"user":"ada"}', 'GET /me', 'POST /logout']
        assert.deepEqual(shop.calls, [...each, ...each])
        assert.equal(exitCode, 0)
      }),
    ))

  for (const [target, first, told] of [
    [
      'postman',
      /"Setup"[^]*\/login[^]*"One"[^]*\/me[^]*\/logout/,
      /note +suites: setup: it is the first folder/,
    ],
    ['curl', /\/login[^]*## One[^]*\/me[^]*\/logout/, /note +suites: setup: it is the first folder/],
  ] as const)
    it(`stands once in front of all others in ${target}, which is told`, () =>
      withShop(async shop =>
        withFolder(filesOf(shop), async folder => {
          const made = await compiled(folder, target)
          assert.match(made.text, first)
          assert.equal(made.text.match(/(?<!"raw": ".*)\/login\b|"raw": ".*\/login"/g)?.length, 1)
          assert.match(made.told, told)
        }),
      ))

  for (const [under, load, times] of [
    ['20 callers', 'load: { callers: 20, requests: 40, thresholds: [{ error-rate: { at-most: 0 } }] }', 20],
    ['one caller', '', 1],
  ] as const)
    it(`runs once before ${under} of k6, and its cleaning up once behind`, { skip: withoutK6 }, () =>
      withShop(async shop => {
        const cookie = '  - request: GET {{shop}}/cookie\n    validations: [{ status: 200 }]\n'
        const files = { ...filesOf(shop), 'suites/one.apitest.yaml': `${suite('One')}${cookie}${load}\n` }
        const { 'suites/two.apitest.yaml': _, ...others } = files as Files
        await withFolder(others, async folder => {
          const { told, text } = await compiled(folder, 'k6')
          assert.doesNotMatch(told, /once|lost/, text)
          const { code, output } = await runK6(folder)
          assert.equal(code, 0, output + text)
          const calls = [shop.calls[0], shop.calls.at(-1), shop.count('POST'), shop.count('GET /me')]
          assert.deepEqual(calls, ['POST /login {"user":"ada"}', 'POST /logout', 2, times])
          assert.equal(shop.count('GET /cookie'), times)
        })
      }),
    )

  it('gives callers of k6 no cookies where it sends nothing', () =>
    withFolder(
      {
        'apitest.config.yaml': 'setup:\n  - use: shared/names.apitest.yaml\n',
        'shared/names.apitest.yaml': 'suite: Names\nsteps: [{ name: Set, set: { who: ada } }]\n',
        'suites/one.apitest.yaml':
          'suite: One\nsteps: [{ request: "GET http://127.0.0.1:1/{{who}}", validations: [status: 200] }]\n',
      },
      async folder => {
        const { text } = await compiled(folder, 'k6')
        assert.match(text, /export function setup\(\)/)
        assert.doesNotMatch(text, /cookies/i)
      },
    ))

  it('keeps callers of k6 from starting where it fails', { skip: withoutK6 }, () =>
    withShop(async shop => {
      const files = filesOf(shop)
      const failing = (files['apitest.config.yaml'] ?? '').replace('user: ada', 'user: nobody')
      await withFolder({ ...files, 'apitest.config.yaml': failing }, async folder => {
        await compiled(folder, 'k6')
        const { code, output } = await runK6(folder)
        assert.notEqual(code, 0)
        assert.match(output, /the setup did not pass/)
        assert.deepEqual(shop.calls, ['POST /login {"user":"nobody"}'])
      })
    }),
  )

  it('is told where only some of what it gives is wanted, and stays where suites do', () =>
    withShop(async shop => {
      const files = filesOf(shop)
      const some = (files['apitest.config.yaml'] ?? '').replace(
        '    with:',
        '    extracts: { token: $.token }\n    with:',
      )
      await withFolder({ ...files, 'apitest.config.yaml': some }, async folder => {
        const { told } = await compiled(folder, 'k6')
        assert.match(
          told,
          /lost +suites \/ Setup \/ Sign in: use: its steps are tests of their own, and none of them is one for extracts/,
        )
      })
      await withFolder(files, async folder => {
        const { text } = await compiled(folder, 'suite')
        assert.doesNotMatch(text, /Setup|login/)
      })
    }))
})

describe('an environment that is asked for', () => {
  const files = {
    'apitest.config.yaml':
      'environment: local\nenvironments:\n  local: { variables: { host: "http://local" } }\n  live: { variables: { host: "http://live" } }\n',
    'a.apitest.yaml': 'suite: A\nsteps:\n  - request: GET {{host}}/me\n',
  }
  const compile = (words: string): ReturnType<typeof runLine> =>
    withFolder(files, folder => runLine(folder, ['compile', 'a.apitest.yaml', ...words.split(' ')]))

  for (const target of ['k6', 'curl', 'node-test'])
    it(`gives its values to --to ${target}`, async () => {
      const { output, errors, exitCode } = await compile(`--to ${target} --env live`)
      assert.equal(exitCode, 0, errors)
      assert.match(output, /http:\/\/live/)
      assert.doesNotMatch(output, /http:\/\/local/)
    })

  it('is refused where it is not there, and where a run chooses one', async () => {
    const unknown = await compile('--to k6 --env lvie')
    assert.equal(unknown.exitCode, 2)
    assert.match(unknown.output + unknown.errors, /there is no environment "lvie"[^]*Did you mean "live"/)
    const later = await compile('--to suite --env live')
    assert.equal(later.exitCode, 2)
    assert.match(later.output + later.errors, /--env is not for --to suite/)
  })
})
