import assert from 'node:assert/strict'
import { readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, it } from 'node:test'
import { httpServer } from '../actions/http/testing/http-server.ts'
import { runLine, withFolder } from '../testing/run-program.ts'
import { mapping } from '../util/read-values.ts'

const suiteOf = (url: string, status = 200): string =>
  [
    'suite: Shop',
    `variables: { baseUrl: ${url} }`,
    'secrets: { token: literal-secret }',
    'steps:',
    '  - name: All',
    '    request: GET {{baseUrl}}/items',
    '    auth: { bearer: "{{token}}" }',
    '    validations: [{ status: 200 }, { $.items: { has-length: 2 } }]',
    '    extracts: { id: "$.items[0].id" }',
    '  - name: One',
    '    request: GET {{baseUrl}}/items/{{id}}',
    `    validations: [{ status: ${status} }]`,
    '',
  ].join('\n')

const nodeProject = { 'package.json': JSON.stringify({ type: 'module', scripts: { test: 'node --test' } }) }

describe('apitest generate tests', () => {
  it('writes tests of the framework that the project has, and runs them beside their steps', async () => {
    await using server = await httpServer((_, response) => response.end('{"items":[{"id":7},{"id":8}]}'))
    const files = { ...nodeProject, 'shop.apitest.yaml': suiteOf(server.url) }
    await withFolder(files, async folder => {
      const { output, errors, exitCode } = await runLine(folder, [
        'generate',
        'tests',
        'shop.apitest.yaml',
        '--run',
      ])
      assert.match(errors, /^node:test \(a script of package\.json runs node --test\): 2 tests$/m)
      assert.match(output, /^test\/shop\.test\.js$/m)
      assert.match(output, /^Shop \/ One +passed +passed$/m)
      assert.match(output, /^2 tests: 2 as in apitest$/m)
      assert.equal(exitCode, 0, errors)
      const written = await readFile(path.join(folder, 'test/shop.test.js'), 'utf8')
      assert.doesNotMatch(written + output + errors, /literal-secret/)
      assert.match(written, /process\.env\.TOKEN/)
    })
  })

  it('takes the environment that is asked for, and refuses one that is not there', () =>
    withFolder(
      {
        ...nodeProject,
        'shop.apitest.yaml': suiteOf('"{{base}}"').replace('suite: Shop', 'suite: Shop\nenvironment: test'),
        'apitest.config.yaml':
          'environments: { test: { variables: { base: "http://test.example" } }, live: { variables: { base: "http://live.example" } } }\n',
      },
      async folder => {
        const words = ['generate', 'tests', 'shop.apitest.yaml', '--env']
        const unknown = await runLine(folder, [...words, 'nope'])
        assert.equal(unknown.exitCode, 2)
        assert.match(unknown.errors, /error environment-unknown {2}there is no environment "nope"/)
        assert.match(unknown.errors, /There are test, live\./)
        assert.equal((await runLine(folder, [...words, 'live'])).exitCode, 0)
        const written = await readFile(path.join(folder, 'test/shop.test.js'), 'utf8')
        assert.match(written, /live\.example/)
        assert.doesNotMatch(written, /test\.example/)
      },
    ))

  it('takes several sources, whose tests come to one folder', async () => {
    await using server = await httpServer((_, response) => response.end('{"items":[{"id":7},{"id":8}]}'))
    const files = {
      ...nodeProject,
      'shop.apitest.yaml': suiteOf(server.url),
      'other.apitest.yaml': suiteOf(server.url).replace('suite: Shop', 'suite: Other'),
    }
    await withFolder(files, async folder => {
      const words = ['generate', 'tests', 'shop.apitest.yaml', 'other.apitest.yaml', '--run']
      const { output, errors, exitCode } = await runLine(folder, words)
      assert.equal(exitCode, 0, output + errors)
      assert.match(errors, /: 4 tests$/m)
      assert.match(output, /^test\/shop\.test\.js$[^]*^test\/other\.test\.js$/m)
    })
  })

  it('fails where a test does, as its step does, and no other', async () => {
    await using server = await httpServer((_, response) => response.end('{"items":[{"id":7},{"id":8}]}'))
    const files = { ...nodeProject, 'shop.apitest.yaml': suiteOf(server.url, 404) }
    await withFolder(files, async folder => {
      const args = ['generate', 'tests', 'shop.apitest.yaml', '--run', '--json']
      const { output, exitCode } = await runLine(folder, args)
      const { run } = mapping(JSON.parse(output))
      assert.deepEqual(
        (mapping(run)['cases'] as { case: string; here: string; there: string; verdict: string }[]).map(
          one => [one.case, one.here, one.there, one.verdict],
        ),
        [
          ['Shop / All', 'passed', 'passed', 'same'],
          ['Shop / One', 'failed', 'failed', 'same'],
        ],
      )
      assert.equal(exitCode, 1)
    })
  })

  it('tells an unsteady API from a test that is wrong', async () => {
    let calls = 0
    await using server = await httpServer((request, response) => {
      if (request.url !== '/items') response.statusCode = ++calls % 3 === 0 ? 500 : 200
      response.end('{"items":[{"id":7},{"id":8}]}')
    })
    const files = { ...nodeProject, 'shop.apitest.yaml': suiteOf(server.url) }
    await withFolder(files, async folder => {
      calls = 1
      const { output, exitCode } = await runLine(folder, ['generate', 'tests', 'shop.apitest.yaml', '--run'])
      assert.match(output, /^Shop \/ One +passed +failed\n {2}another run ended otherwise/m)
      assert.equal(exitCode, 1)
    })
  })

  it('leaves alone what somebody edited, and what it never wrote', () =>
    withFolder({ ...nodeProject, 'shop.apitest.yaml': suiteOf('http://127.0.0.1:1') }, async folder => {
      const file = path.join(folder, 'test/shop.test.js')
      const generate = (...more: readonly string[]) =>
        runLine(folder, ['generate', 'tests', 'shop.apitest.yaml', ...more])
      assert.equal((await generate('--check')).exitCode, 1)
      assert.equal((await generate()).exitCode, 0)
      assert.equal((await generate('--check')).exitCode, 0)
      const edited = `${await readFile(file, 'utf8')}// mine\n`
      await writeFile(file, edited)
      const again = await generate()
      assert.match(again.output, /edited since it was made: left as it is/)
      assert.equal(await readFile(file, 'utf8'), edited)
      await writeFile(file, 'mine alone\n')
      const refused = await generate()
      assert.equal(refused.exitCode, 2)
      assert.match(refused.errors, /test\/shop\.test\.js is there already, and apitest did not write it/)
      assert.equal(await readFile(file, 'utf8'), 'mine alone\n')
    }))

  it('writes beside the tests that it made before, and tells of those that nothing gives any more', () =>
    withFolder(
      { ...nodeProject, 'suites/shop.apitest.yaml': suiteOf('http://127.0.0.1:1') },
      async folder => {
        const generate = (...more: readonly string[]) =>
          runLine(folder, ['generate', 'tests', 'suites', ...more])
        assert.equal((await generate('-o', 'checks')).output, 'checks/shop.test.js\n')
        assert.equal((await generate()).output, 'checks/shop.test.js  unchanged\n')
        const one = await runLine(folder, ['generate', 'tests', './suites/shop.apitest.yaml'])
        assert.equal(one.output, 'checks/shop.test.js  unchanged\n')
        await rename(
          path.join(folder, 'suites/shop.apitest.yaml'),
          path.join(folder, 'suites/store.apitest.yaml'),
        )
        await writeFile(
          path.join(folder, 'suites/store.apitest.yaml'),
          suiteOf('http://127.0.0.1:1').replace('suite: Shop', 'suite: Store'),
        )
        const left = await generate()
        assert.match(
          left.output,
          /^checks\/store\.test\.js\nchecks\/shop\.test\.js {2}left over: nothing gives/,
        )
        assert.equal(left.exitCode, 0)
        assert.equal((await generate('--check')).exitCode, 1)
        await rm(path.join(folder, 'checks/shop.test.js'))
        assert.equal((await generate('--check')).exitCode, 0)
      },
    ))

  it('never writes over tests that it made for another framework or of something else', () =>
    withFolder(
      {
        ...nodeProject,
        'shop.apitest.yaml': suiteOf('http://127.0.0.1:1'),
        'other/shop.apitest.yaml': suiteOf('http://127.0.0.1:2'),
      },
      async folder => {
        const generate = (source: string, framework: string) =>
          runLine(folder, ['generate', 'tests', source, '-f', framework, '-o', 'test'])
        assert.equal((await generate('shop.apitest.yaml', 'vitest')).exitCode, 0)
        const file = path.join(folder, 'test/shop.test.js')
        const made = await readFile(file, 'utf8')
        const asJest = await generate('shop.apitest.yaml', 'jest')
        assert.equal(asJest.exitCode, 2)
        assert.match(asJest.errors, /is there already, and was made for vitest, of shop\.apitest\.yaml/)
        const ofOther = await generate('other', 'vitest')
        assert.equal(ofOther.exitCode, 2)
        assert.equal(await readFile(file, 'utf8'), made)
        await rm(file)
        await symlink('nowhere.js', file)
        assert.match((await generate('shop.apitest.yaml', 'jest')).errors, /apitest did not write it/)
      },
    ))

  it('says which file of the project it cannot read, and that a folder needs a name', () =>
    withFolder(
      { 'package.json': '{ "devDependencies": {', 'shop.apitest.yaml': suiteOf('http://127.0.0.1:1') },
      async folder => {
        const generate = (...more: readonly string[]) =>
          runLine(folder, ['generate', 'tests', 'shop.apitest.yaml', ...more])
        const refused = await generate()
        assert.equal(refused.exitCode, 2)
        assert.match(refused.errors, /cannot be read: package\.json is not JSON: /)
        const inFile = await generate('-f', 'vitest', '-o', 'shop.apitest.yaml/tests')
        assert.equal(inFile.exitCode, 2)
        assert.match(inFile.errors, /shop\.apitest\.yaml is no folder, so that no tests can lie there/)
        await symlink('nowhere', path.join(folder, 'linked'))
        assert.match((await generate('-f', 'vitest', '-o', 'linked')).errors, /linked is no folder/)
        const nameless = await generate('-f', 'vitest', '-o', '')
        assert.equal(nameless.exitCode, 2)
        assert.match(nameless.errors, /the folder for the tests has no name/)
      },
    ))

  it('takes an API that answers each second call otherwise for an unsteady one', async () => {
    let calls = 0
    await using server = await httpServer((_, response) => {
      response.statusCode = ++calls % 2 === 0 ? 500 : 200
      response.end('{}')
    })
    const suite = `suite: Shop\nsteps:\n  - name: All\n    request: GET ${server.url}/\n    validations: [{ status: 200 }]\n`
    await withFolder({ ...nodeProject, 'shop.apitest.yaml': suite }, async folder => {
      const { output } = await runLine(folder, ['generate', 'tests', 'shop.apitest.yaml', '--run'])
      assert.match(output, /^Shop \/ All +passed +failed\n {2}another run ended otherwise/m)
    })
  })
})
