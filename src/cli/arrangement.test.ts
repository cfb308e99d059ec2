import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, it } from 'node:test'
import type { RunReport } from '../model/result.ts'
import { type Finished, runLine, withFolder } from '../testing/run-program.ts'

/** A command that fails but for each third time that it runs in its folder. */
const turns =
  "node -e \"const fs=require('fs');let n=0;try{n=+fs.readFileSync('n','utf8')}catch{}fs.writeFileSync('n',String(n+1));process.exit(n%3===2?0:1)\""

const coin = `suite: Coin
steps:
  - { name: Toss, exec: ${JSON.stringify(turns)} }
  - { name: Id, set: { id: "{{$uuid}}" } }
`
const slow = `suite: Slow
data: [{ a: 1 }, { a: 2 }, { a: 3 }]
steps: [{ name: "Wait {{a}}", exec: "node -e \\"setTimeout(() => {}, 400)\\"" }]
`
const one = (name: string): string => `suite: ${name}\nsteps: [{ name: Say, exec: echo ${name} }]\n`

/** Runs a line in a folder, and reads the report that it writes. */
async function reported(
  folder: string,
  line: string,
): Promise<{ readonly finished: Finished; readonly report: RunReport }> {
  const finished = await runLine(folder, [
    '--allow-exec',
    ...line.split(' '),
    '-r',
    'pretty',
    '-r',
    'json=r.json',
  ])
  const report = JSON.parse(await readFile(path.join(folder, 'r.json'), 'utf8')) as RunReport
  return { finished, report }
}

describe('several runs of a file', () => {
  it('fail with --repeat when one of them does, and say how many', async () => {
    await withFolder({ 'a.apitest.yaml': coin }, async folder => {
      const { finished, report } = await reported(folder, '. --repeat 6')
      assert.equal(finished.exitCode, 1)
      assert.match(finished.output, /6 runs[^]*✓ run 3 of 6[^]*Repeat +failed 4 of 6/)
      assert.deepEqual([report.summary.repeat, report.suites[0]?.rows?.failed], [6, 4])
      const ids = report.suites.flatMap(({ results }) =>
        results.flatMap(({ name, row }) => (name === 'Id' ? [row?.pass] : [])),
      )
      assert.deepEqual(ids[2], { number: 3, of: 6 })
      const again = await runLine(folder, ['.', '--last-failed', '--list'])
      assert.match(again.output, /Coin/)
    })
  })

  it('pass with --repeat when all of them do', async () => {
    await withFolder({ 'a.apitest.yaml': one('A') }, async folder => {
      const { finished } = await reported(folder, '. --repeat 3')
      assert.equal(finished.exitCode, 0, finished.output)
      assert.match(finished.output, /Repeat +3 runs, none failed/)
    })
  })

  it('are one with --retries, flaky when it passes in the end', async () => {
    await withFolder({ 'a.apitest.yaml': coin }, async folder => {
      const { finished, report } = await reported(folder, '. --retries 2')
      assert.equal(finished.exitCode, 0, finished.output)
      assert.match(finished.output, /~ attempt 3, at first: status: Expected exit code 0, got 1/)
      assert.match(finished.output, /Flaky +1 file passed only when it ran again/)
      const [suite] = report.suites
      assert.deepEqual([suite?.attempts, suite?.steps.flaky, report.summary.suites.flaky], [3, 1, 1])
      assert.deepEqual(
        suite?.results.map(({ name, flaky, attempts }) => [name, flaky, attempts]),
        [
          ['Toss', true, 3],
          ['Id', false, 1],
        ],
      )
    })
  })

  it('fail with --retries when none passes, or flaky ones are to fail', async () => {
    for (const line of ['. --retries 1', '. --retries 2 --fail-on-flaky'])
      await withFolder({ 'a.apitest.yaml': coin }, async folder => {
        assert.equal((await reported(folder, line)).finished.exitCode, 1, line)
      })
  })
})

it('what has not begun within --max-time is skipped, and the run has not passed', async () => {
  await withFolder({ 'a.apitest.yaml': slow }, async folder => {
    const { finished, report } = await reported(folder, '. --max-time 300ms')
    assert.equal(finished.exitCode, 3)
    assert.match(finished.output, /Not finished: 2 steps did not begin within --max-time 300ms/)
    assert.deepEqual(report.summary.overtime, { maxTime: '300ms', steps: 2 })
    assert.equal(report.summary.outcome, 'errored')
    for (const [reporter, says] of [
      ['junit', /errors="1"[^]*<error message="Not finished: 3 steps/],
      ['tap', /Bail out! Not finished: 3 steps/],
    ] as const)
      assert.match((await runLine(folder, ['.', '--max-time', '0.001ms', '-r', reporter])).output, says)
  })
})

it('results for Allure keep several runs apart, and tell of what did not begin', async () => {
  await withFolder({ 'a.apitest.yaml': one('A') }, async folder => {
    const results = async (words: readonly string[]): Promise<readonly Record<string, string>[]> => {
      const place = path.join(folder, words.join(''))
      await runLine(folder, ['--allow-exec', '.', ...words, '-r', `allure=${words.join('')}`])
      const names = (await readdir(place)).filter(name => name.endsWith('-result.json'))
      const texts = await Promise.all(names.map(name => readFile(path.join(place, name), 'utf8')))
      return texts.map(text => JSON.parse(text) as Record<string, string>)
    }
    const repeated = await results(['--repeat', '3'])
    assert.equal(new Set(repeated.map(({ historyId }) => historyId)).size, 3)
    const late = await results(['--max-time', '0.001ms'])
    assert.deepEqual(late.map(({ status }) => status).sort(), ['broken', 'skipped'])
  })
})

it('an order by chance is told, and made once more', async () => {
  const files = Object.fromEntries('abcdefgh'.split('').map(name => [`${name}.apitest.yaml`, one(name)]))
  await withFolder(files, async folder => {
    const { finished, report } = await reported(folder, '--shuffle .')
    const { shuffle = 0 } = report.summary
    assert.match(finished.output, new RegExp(`--shuffle ${shuffle} makes the same`))
    const order = async (): Promise<string> =>
      (await runLine(folder, ['.', '--list', '--shuffle', `${shuffle}`])).output
    assert.equal(await order(), await order())
    assert.match(await order(), new RegExp(`8 files, 8 steps\nOrder: --shuffle ${shuffle}`))
  })
})

describe('parts by the time that files took', () => {
  const files = Object.fromEntries('abcd'.split('').map(name => [`${name}.apitest.yaml`, one(name)]))
  const run = (folder: string, ...words: string[]): Promise<Finished> =>
    runLine(folder, ['--allow-exec', '.', ...words])

  it('are made from the report in .tool, and said to be', async () => {
    await withFolder(files, async folder => {
      await run(folder, '-r', 'json=.tool/durations.json')
      const first = await run(folder, '--shard', '1/2', '-r', 'pretty', '-r', 'json=1.json')
      await run(folder, '--shard', '2/2', '-r', 'json=2.json')
      assert.match(first.output, /Shard +1\/2 by durations, of [0-9a-f]{8}/)
      const merged = await runLine(folder, ['merge-reports', '1.json', '2.json'])
      assert.match(merged.output, /Files +4 passed \(4\)/)
    })
  })

  it('are refused together when machines made them of something else', async () => {
    await withFolder(files, async folder => {
      const first = await run(folder, '--shard', '1/2', '-r', 'pretty', '-r', 'json=1.json')
      assert.match(first.output, /Shard +1\/2 by index/)
      await run(folder, '-r', 'json=.tool/durations.json')
      await run(folder, '--shard', '2/2', '-r', 'json=2.json')
      const merged = await runLine(folder, ['merge-reports', '1.json', '2.json'])
      assert.equal(merged.exitCode, 2)
      assert.match(
        merged.errors,
        /shard 1\/2 by index, of \w+ and shard 2\/2 by durations, of \w+ do not make one run/,
      )
    })
  })
})
