import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, it } from 'node:test'
import { parse } from 'yaml'
import { withFolder } from '../testing/run-program.ts'

const action = parse(readFileSync('action.yml', 'utf8')) as {
  readonly runs: { readonly steps: readonly { readonly name: string; readonly run: string }[] }
}

/** Runs the steps of the action with these arguments, and returns their output. */
function runAction(words: string) {
  const files = {
    'a.apitest.yaml': 'suite: A\nsteps: [{ set: { a: 1 }, validations: [{ variable a: 1 }] }]\n',
    output: '',
  }
  return withFolder(files, folder => {
    const environment = {
      ...process.env,
      GITHUB_ACTION_PATH: path.resolve('.'),
      GITHUB_OUTPUT: path.join(folder, 'output'),
      APITEST_ARGUMENTS: words,
    }
    const script = action.runs.steps.map(({ run }) => run).join('\n')
    const [install = '', ...rest] = action.runs.steps.map(({ run }) => `( ${run} )`)
    assert.ok(script.includes('npm ci'))
    const ended = spawnSync('bash', ['-e', '-o', 'pipefail', '-c', [install, ...rest].join('\n')], {
      cwd: folder,
      env: environment,
      encoding: 'utf8',
    })
    const output = readFileSync(path.join(folder, 'output'), 'utf8')
    return Promise.resolve({ exitCode: ended.status, printed: ended.stdout + ended.stderr, output })
  })
}

describe('the action for GitHub', { skip: process.platform === 'win32' && 'needs bash' }, () => {
  it('runs suites', async () => {
    const { exitCode, printed, output } = await runAction('a.apitest.yaml --no-history')
    assert.equal(exitCode, 0, printed)
    assert.equal(output, 'exit-code=0\n')
  })

  it('fails as the program does, and keeps words in quotes together', async () => {
    const { exitCode, printed, output } = await runAction(`check "no such folder"`)
    assert.equal(exitCode, 2)
    assert.match(printed, /no such folder/)
    assert.equal(output, 'exit-code=2\n')
  })

  it('takes arguments as words, not as code', async () => {
    const { printed } = await runAction('check $(echo hidden); `echo too`')
    assert.doesNotMatch(printed, /(?<!echo )\bhidden(?!\))/)
  })
})
