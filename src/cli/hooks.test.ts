import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, it } from 'node:test'
import { parse } from 'yaml'
import { runShell, withFolder } from '../testing/run-program.ts'

interface Hook {
  readonly id: string
  readonly entry: string
  readonly always_run?: boolean
}

const hooks = parse(readFileSync('.pre-commit-hooks.yaml', 'utf8')) as readonly Hook[]

const isThere = spawnSync('pre-commit', ['--version']).status === 0

/** A description; `words` stand under its only response. */
function api(words = ''): string {
  const operation = `get: { responses: { '200': { description: ok } }${words} }`
  return `openapi: 3.0.3\ninfo: { title: A, version: '1' }\npaths: { /a: { ${operation} } }\n`
}

const breaking = api(', parameters: [{ name: q, in: query, required: true, schema: { type: string } }]')
const commit = 'git add -A && git -c user.name=a -c user.email=a@b.c -c commit.gpgsign=false commit -qm one'

/** Commits a first description, one that breaks it, one that keeps it, and none; with whether each is let through. */
async function commits(folder: string, commitIt: () => Promise<boolean>): Promise<readonly boolean[]> {
  const file = path.join(folder, 'openapi.yaml')
  const passed: boolean[] = []
  for (const text of [api(), breaking, api(', summary: all'), undefined]) {
    if (text === undefined) await rm(file)
    else await writeFile(file, text)
    passed.push(await commitIt())
  }
  return passed
}

describe('the hooks for pre-commit', () => {
  it('E8: have one for the live check, and run where only a description is taken away', () => {
    assert.deepEqual(
      hooks.map(({ id, always_run = false }) => [id, always_run]),
      [
        ['apitest-fmt', false],
        ['apitest-check', false],
        ['apitest-contract-diff', true],
        ['apitest-contract-check', true],
        ['apitest-pact-verify', true],
      ],
    )
  })

  it('E8: let the first commit of a repository through, and refuse what breaks an API', () =>
    withFolder({}, async folder => {
      await runShell(folder, 'git init -q')
      const { entry } = hooks.find(({ id }) => id === 'apitest-contract-diff') as Hook
      const command = `${entry.replace('apitest', 'APITEST')} openapi.yaml`
      const passed = await commits(folder, async () => {
        const { exitCode } = await runShell(folder, command)
        if (exitCode === 0) await runShell(folder, commit)
        return exitCode === 0
      })
      assert.deepEqual(passed, [true, false, true, false])
      const { errors } = await runShell(folder, command)
      assert.match(errors, /openapi\.yaml is not there any more, and HEAD has it/)
    }))

  it('E8: do the same in pre-commit itself', { skip: isThere ? false : 'pre-commit is not installed' }, () =>
    withFolder({}, async folder => {
      const program = `${process.execPath} ${path.resolve('bin/apitest.cjs')}`
      const local = hooks
        .filter(({ id }) => id === 'apitest-contract-diff')
        .map(hook => ({
          ...hook,
          entry: hook.entry.replace('apitest', program),
          language: 'system',
          args: ['openapi.yaml'],
        }))
      const repos = [{ repo: 'local', hooks: local }]
      await writeFile(path.join(folder, '.pre-commit-config.yaml'), JSON.stringify({ repos }))
      await runShell(folder, 'git init -q && pre-commit install')
      const passed = await commits(folder, async () => (await runShell(folder, commit)).exitCode === 0)
      assert.deepEqual(passed, [true, false, true, false])
    }),
  )
})
