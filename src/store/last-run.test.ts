import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdir, readFile, stat, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, it } from 'node:test'
import type { Outcome } from '../model/outcome.ts'
import { runProgram, withFolder } from '../testing/run-program.ts'
import { FailureRecorder, readLastRun, updateLastRun } from './last-run.ts'

const name = '.tool/last-run.json'

/** Records the outcomes of a run: of files how they ended, of rows (`a 2`) too. */
function recorded(folder: string, outcomes: Readonly<Record<string, Outcome>>): FailureRecorder {
  const recorder = new FailureRecorder(folder)
  for (const [text, outcome] of Object.entries(outcomes)) {
    const [file = '', row] = text.split(' ')
    const event =
      row === undefined
        ? { type: 'suite-finished', file, result: { outcome } }
        : { type: 'row-finished', file, result: { outcome, row: { number: Number(row) } } }
    recorder.observe(event as unknown as Parameters<FailureRecorder['observe']>[0])
  }
  return recorder
}

async function failedAfter(
  folder: string,
  ...runs: readonly Readonly<Record<string, Outcome>>[]
): Promise<Readonly<Record<string, readonly number[]>>> {
  for (const run of runs) assert.deepEqual(await updateLastRun(folder, recorded(folder, run)), [])
  return Object.fromEntries(
    [...readLastRun(folder)].map(([file, rows]) => [path.relative(folder, file), rows]),
  )
}

describe('what failed last time', () => {
  const cases: readonly [string, readonly Readonly<Record<string, Outcome>>[], Record<string, number[]>][] = [
    ['is there in the next run', [{ a: 'failed', '../b': 'errored', c: 'passed' }], { a: [], '../b': [] }],
    ['is kept by row', [{ 'a 1': 'passed', 'a 2': 'failed', 'a 5': 'errored', a: 'failed' }], { a: [2, 5] }],
    ['goes when it passes', [{ a: 'failed', b: 'failed' }, { a: 'passed' }], { b: [] }],
    [
      'stays when it is skipped, or not run',
      [
        { a: 'failed', b: 'failed' },
        { a: 'skipped', c: 'passed' },
      ],
      { a: [], b: [] },
    ],
    [
      'loses the rows that pass',
      [
        { 'a 2': 'failed', 'a 5': 'failed', a: 'failed' },
        { 'a 2': 'passed', 'a 5': 'failed', a: 'failed' },
      ],
      { a: [5] },
    ],
    ['counts rows of a run that was interrupted', [{ 'a 2': 'failed' }, { 'a 3': 'passed' }], { a: [2] }],
  ]
  for (const [title, runs, expected] of cases)
    it(title, () =>
      withFolder({}, async folder => {
        assert.deepEqual(await failedAfter(folder, ...runs), expected)
      }),
    )

  it('is nothing when nothing, or nothing readable, was written', () =>
    withFolder({}, async folder => {
      assert.deepEqual(readLastRun(folder), new Map())
      await failedAfter(folder, { a: 'failed' })
      for (const text of ['{ half', '{ "failed": { "a": 1 } }', '[]']) {
        await writeFile(path.join(folder, name), text)
        assert.equal([...readLastRun(folder).values()].flat().length, 0)
        assert.deepEqual(await updateLastRun(folder, recorded(folder, { a: 'passed' })), [])
      }
    }))

  it('is not written while everything passes', () =>
    withFolder({}, async folder => {
      await failedAfter(folder, { a: 'passed' })
      assert.ok(!existsSync(path.join(folder, '.tool')))
    }))

  it('A3: is all there when eight runs fail at the same time', () =>
    withFolder(
      Object.fromEntries(
        Array.from({ length: 8 }, (_, index) => [
          `${index}.apitest.yaml`,
          'suite: A\nsteps: [{ request: "GET http://127.0.0.1:1/" }]',
        ]),
      ),
      async folder => {
        const files = Array.from({ length: 8 }, (_, index) => `${index}.apitest.yaml`)
        await Promise.all(files.map(file => runProgram(folder, [file, '--no-history'])))
        assert.deepEqual([...readLastRun(folder).keys()].map(file => path.basename(file)).sort(), files)
        const { output } = await runProgram(folder, ['.', '--last-failed', '--list'])
        for (const file of files) assert.ok(output.includes(file), output)
        assert.equal((await stat(path.join(folder, name))).mode & 0o077, 0)
      },
    ))

  it('A3: is not written through a link, and that is told', { skip: process.platform === 'win32' }, () =>
    withFolder({ mine: 'mine' }, async folder => {
      await mkdir(path.join(folder, '.tool'))
      await symlink(path.join(folder, 'mine'), path.join(folder, name))
      const [problem] = await updateLastRun(folder, recorded(folder, { a: 'failed' }))
      assert.equal(problem?.severity, 'warning')
      assert.match(problem.message, /last-run\.json.* is a symbolic link/)
      assert.equal(await readFile(path.join(folder, 'mine'), 'utf8'), 'mine')
    }),
  )
})

it('what never began because the run ended is remembered, and forgotten when it passes', () => {
  const recorder = recorded('/suites', { a: 'failed', b: 'skipped' })
  recorder.cut('b')
  const after = recorder.addTo(new Map())
  assert.deepEqual([...after.keys()].toSorted(), [path.resolve('/suites/a'), path.resolve('/suites/b')])
  assert.deepEqual([...recorded('/suites', { a: 'passed', b: 'passed' }).addTo(after)], [])
})
