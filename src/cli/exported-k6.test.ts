import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { it } from 'node:test'
import { promisify } from 'node:util'
import { startPlayground } from '../../playground/start-playground.ts'
import { k6Environment, withoutK6 } from '../formats/k6/testing/run-script.ts'
import { runLine, withFolder } from '../testing/run-program.ts'

const run = promisify(execFile)

/** The suites of the project's own that send HTTP requests. */
const suites = [
  ...['account', 'bodies', 'cart', 'cascade', 'catalogue', 'failures', 'files', 'graphql', 'orders'],
  ...['reset', 'rows', 'table', 'travel', 'users', 'variables'],
]

it('rows of a file may be more than a run takes', () => {
  const rows = Array.from({ length: 1500 }, (_, index) => `${index},ada${index}`)
  const files = {
    'a.apitest.yaml': 'suite: Shop\nsteps:\n  - request: GET http://127.0.0.1:1/{{id}}/{{name}}',
    'users.csv': ['id,name', ...rows].join('\n'),
  }
  return withFolder(files, async folder => {
    const words = ['compile', 'a.apitest.yaml', '--to', 'k6', '--data', 'users.csv', '-o', 'out']
    const { exitCode, output, errors } = await runLine(folder, words)
    assert.equal(exitCode, 0, errors)
    const text = await readFile(path.join(folder, output.trim()), 'utf8')
    assert.match(text, /parseCsv\(open\('\.\.\/users\.csv'\)\)/)
    assert.match(text, /\$\{row\.id\}\/\$\{row\.name\}/)
  })
})

it('own suites pass in k6 as they do here', { timeout: 240_000, skip: withoutK6 }, async () => {
  for (const suite of suites) {
    const playground = await startPlayground({ port: 0 })
    try {
      await withFolder({}, async folder => {
        const source = path.resolve('suites', `${suite}.apitest.yaml`)
        const { exitCode, errors } = await runLine(folder, ['compile', source, '--to', 'k6', '-o', 'out'])
        assert.equal(exitCode, 0, errors)
        const [script = ''] = await readdir(path.join(folder, 'out'))
        const given = {
          ...{ BASE_URL: playground.url, USERNAME_: 'demo', PASSWORD: 'demo-password' },
          ...{ API_KEY: 'demo-key', CLIENT_SECRET: 'demo-secret' },
        }
        const options = { cwd: path.join(folder, 'out'), env: { ...k6Environment, ...given } }
        const { stdout } = await run('k6', ['run', '--quiet', '--no-color', script], options)
        assert.match(stdout, /checks_succeeded[. ]*: 100\.00%/, suite)
      })
    } finally {
      await playground.close()
    }
  }
})
