import assert from 'node:assert/strict'
import { readdir, readFile, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { describe, it } from 'node:test'
import type { RunReport } from '../model/result.ts'
import { withPracticeServer } from '../testing/practice-server.ts'
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

it('a step is flaky when one in it is, in a group or a suite that it uses', () =>
  withPracticeServer(async url => {
    const toss = `{ name: Toss, request: GET ${url}/third, retry: { attempts: 3, interval: 1ms } }`
    const files = {
      'inner.apitest.yaml': `suite: Inner\ninputs: [x]\nsteps: [${toss}]\n`,
      'a.apitest.yaml': `suite: A
steps:
  - { name: Group, steps: [${toss}, { name: Later, exec: echo x, skip: not yet }] }
  - { name: Use, use: inner.apitest.yaml, with: { x: 1 }, once: true }
`,
    }
    await withFolder(files, async folder => {
      const { finished, report } = await reported(folder, '. --fail-on-flaky')
      assert.equal(finished.exitCode, 1, finished.output)
      assert.equal(report.summary.steps.flaky, 2)
      assert.deepEqual(
        report.suites[0]?.results.map(({ name, flaky }) => [name, flaky]),
        [
          ['Group', true],
          ['Use', true],
        ],
      )
      const said = [
        [
          'junit',
          /flakyFailure message="Toss in it passed at attempt 3, at first: status 503"/,
          /Later was left out \(not yet\)/,
        ],
        [
          'tap',
          /message: "Toss in it passed at attempt 3, at first: status 503"/,
          /^# Later was left out \(not yet\)/m,
        ],
        [
          'github',
          /::Group: Toss in it passed at attempt 3, at first: status 503/,
          /::notice .*Later%3A skipped::not yet/,
        ],
      ] as const
      for (const [reporter, ...patterns] of said) {
        const { output } = await runLine(folder, ['--allow-exec', '.', '-r', reporter])
        for (const pattern of patterns) assert.match(output, pattern, reporter)
      }
    })
  }))

it('a group that passes at a later attempt is flaky, where a step of it went wrong before', () =>
  withPracticeServer(async url => {
    const retry = 'retry: { attempts: 3, interval: 1ms }'
    const toss = `{ name: Toss, request: GET ${url}/third }`
    const text = `suite: A
steps:
  - { name: Group, ${retry}, steps: [{ name: Inner, steps: [${toss}] }] }
  - { name: Rounds, ${retry}, for-each: { i: [1] }, steps: [${toss}] }
  - { name: Well, ${retry}, steps: [{ exec: echo x }] }
  - { name: Waits, ${retry}, steps: [{ request: 'GET ${url}/calls', validations: [$.calls: 8] }] }
`
    await withFolder({ 'a.apitest.yaml': text }, async folder => {
      const { finished, report } = await reported(folder, '. --fail-on-flaky')
      assert.equal(finished.exitCode, 1)
      assert.deepEqual(
        report.suites[0]?.results.map(({ outcome, flaky }) => `${outcome} ${flaky}`),
        ['passed true', 'passed true', 'passed false', 'passed false'],
      )
      assert.match(finished.output, /Group {2}~ 3 attempts, at first: status 503/)
      assert.match(finished.output, /Waits {2}2 attempts\n/)
      assert.match(
        finished.output,
        /Failed by --fail-on-flaky: 2 steps passed after an attempt that went wrong/,
      )
    })
  }))

it('reports say what failed at first', async () => {
  for (const reporter of ['junit', 'tap', 'github', 'markdown', 'html'])
    await withFolder({ 'a.apitest.yaml': coin }, async folder => {
      const { output } = await runLine(folder, ['--allow-exec', '.', '--retries', '2', '-r', reporter])
      assert.match(output, /at first: status: Expected exit code 0, got 1/, reporter)
    })
})

it('reports say what a run was asked for', async () => {
  const files = { 'a.apitest.yaml': one('A'), 'b.apitest.yaml': one('B') }
  await withFolder(files, async folder => {
    const line = ['--allow-exec', '.', '--shuffle', '7', '--repeat', '2', '--shard', '1/2']
    await runLine(folder, [...line, '-r', 'allure=results'])
    const environment = await readFile(path.join(folder, 'results', 'environment.properties'), 'utf8')
    assert.match(environment, /^repeat=2 runs, none failed\norder=--shuffle 7 makes the same\nshard=1\/2/m)
    const said = [
      ['junit', /<property name="order" value="--shuffle 7 makes the same" ?\/>/],
      ['tap', /^# Order: --shuffle 7 makes the same$/m],
      ['har', /"comment":"[^"]*Repeat: 2 runs, none failed; Order: --shuffle 7[^"]*Shard: 1\/2/],
    ] as const
    for (const [reporter, says] of said)
      assert.match((await runLine(folder, [...line, '-r', reporter])).output, says)
  })
})

it('runs that were skipped are none of those that did not fail', async () => {
  const skipped = 'suite: A\nsteps: [{ name: Say, exec: echo x, skip: later }]\n'
  await withFolder({ 'a.apitest.yaml': skipped }, async folder => {
    const { finished } = await reported(folder, '. --repeat 3')
    assert.match(finished.output, /Repeat +none of 3 ran/)
  })
})

it('results for Allure leave the files of somebody else as they are', async () => {
  const own = '[{ "name": "Ours" }]'
  const properties = 'apitest=7\nbrowser=none\n'
  const files = {
    'a.apitest.yaml': one('A'),
    'r/categories.json': own,
    'r/environment.properties': properties,
  }
  await withFolder(files, async folder => {
    const read = (name: string): Promise<string> => readFile(path.join(folder, 'r', name), 'utf8')
    await reported(folder, '. -r allure=r')
    await runLine(folder, ['merge-reports', 'r.json', '-r', 'allure=r'])
    assert.deepEqual([await read('categories.json'), await read('environment.properties')], [own, properties])
    assert.ok((await readdir(path.join(folder, 'r'))).some(name => name.endsWith('-result.json')))
    await reported(folder, '. -r allure=other')
    await reported(folder, '. --shuffle 3 -r allure=other')
    assert.match(await readFile(path.join(folder, 'other', 'environment.properties'), 'utf8'), /order=/)
  })
})

it('a report in .tool makes the folder for its user alone', async () => {
  await withFolder({ 'a.apitest.yaml': one('A') }, async folder => {
    const tool = path.join(folder, '.tool')
    for (const line of [
      ['.', '--allow-exec', '-r', 'json=.tool/durations.json'],
      ['merge-reports', 'r.json', '--reporter', 'json=.tool/durations.json'],
      ['.', '--allow-exec', '-r', 'allure=.tool/allure'],
    ]) {
      await rm(tool, { recursive: true, force: true })
      await runLine(folder, ['.', '--allow-exec', '-r', 'json=r.json', '--no-history'])
      await rm(tool, { recursive: true, force: true })
      await runLine(folder, [...line, ...(line[0] === '.' ? ['--no-history'] : [])])
      assert.equal((await stat(tool)).mode & 0o777, 0o700, line.join(' '))
      assert.match(await readFile(path.join(tool, '.gitignore'), 'utf8'), /^\*$/m)
    }
  })
})

describe('what is chosen and cannot be', () => {
  const files = {
    'a.apitest.yaml':
      'suite: A\nsteps:\n  -\n    name: First\n    exec: echo x\n  - { name: Second, exec: echo y }\n',
    '.tool/last-run.json': '{ "failed": [',
    '.tool/durations.json': '{',
  }
  const said: readonly (readonly [string, RegExp])[] = [
    ['nope.apitest.yaml:3', /there is no file nope\.apitest\.yaml$/m],
    ['.:3', /\. is a folder, and ":3" would be a line of a file/],
    ['a.apitest.yaml:', /no line stands behind "a\.apitest\.yaml:"/],
    ['a.apitest.yaml:-1', /"-1" is no line of a\.apitest\.yaml/],
    ['check a.apitest.yaml:3', /only a run takes a line, and ":3" is one/],
    ['a.apitest.yaml:3 --list', /First/],
    ['. --no-setup=x', /--no-setup takes no value, and "x" is one/],
    ['. --shuffle -1', /--shuffle must be a whole number from 0/],
    ['. --shuffle 1.5', /--shuffle must be a whole number from 0/],
    ['. --shuffle 99999999999999999999', /--shuffle must be a whole number from 0 to 9007199254740991/],
    ['. --last-failed --list', /\.tool\/last-run\.json cannot be read, so --last-failed runs everything/],
    ['. --shard 1/2', /hint: Remove the file, or write it again with merge-reports, on all machines/],
  ]
  for (const [line, pattern] of said)
    it(`${line} says which part is wrong`, async () => {
      await withFolder(files, async folder => {
        const { output, errors } = await runLine(folder, line.split(' '))
        assert.match(output + errors, pattern)
      })
    })

  it('takes no retries for a number of retries', async () => {
    await withFolder({ 'a.apitest.yaml': coin }, async folder => {
      const { finished, report } = await reported(folder, '. --retries 0')
      assert.equal(finished.exitCode, 1, finished.output)
      assert.equal(report.suites[0]?.attempts, undefined)
    })
  })

  it('names a shard that was rejected where its report is merged', async () => {
    await withFolder({ 'a.apitest.yaml': one('A') }, async folder => {
      for (const shard of ['1', '2'])
        await runLine(folder, ['.', '--allow-exec', '--shard', `${shard}/2`, '-r', `json=${shard}.json`])
      const { output, errors } = await runLine(folder, ['merge-reports', '1.json', '2.json'])
      assert.match(output + errors, /2\.json is of a run that was rejected: /)
    })
  })
})

it('several runs of a file are told by their number in TAP', async () => {
  const fails = (data: string): string =>
    `suite: A\n${data}steps: [{ set: { a: "{{x}}" }, validations: [{ variable a: 0 }] }]\n`
  const files = {
    'one.apitest.yaml': fails('variables: { x: 1 }\n'),
    'rows.apitest.yaml': fails('data: [{ x: 1 }, { x: 2 }]\n'),
  }
  await withFolder(files, async folder => {
    const told = async (file: string): Promise<readonly string[]> => {
      const { output } = await runLine(folder, [file, '--repeat', '2', '-r', 'tap'])
      return output.split('\n').filter(line => /^ {2}(run|row): /.test(line))
    }
    assert.deepEqual(await told('one.apitest.yaml'), ['  run: 1', '  run: 2'])
    assert.deepEqual((await told('rows.apitest.yaml')).slice(2, 6), [
      '  run: 1',
      '  row: 2',
      '  run: 2',
      '  row: 1',
    ])
  })
})

it('several runs of a file are no rows, in HTML and markdown', async () => {
  await withFolder({ 'a.apitest.yaml': one('A') }, async folder => {
    for (const reporter of ['html', 'markdown']) {
      const { output } = await runLine(folder, ['--allow-exec', '.', '--repeat', '2', '-r', reporter])
      assert.match(output, /Runs/, reporter)
      assert.doesNotMatch(output, /[> ]Rows[< ]|2 rows/, reporter)
    }
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

it('a step makes no further attempt once --max-time is over', async () => {
  const step = 'retry: { attempts: 50, interval: 20ms }, validations: [{ variable a: 2 }]'
  const text = `suite: A\nsteps: [{ name: Tries, set: { a: 1 }, ${step} }]\nafter: [{ name: Last, set: { a: 1 }, ${step.replace('50', '3')} }]`
  await withFolder({ 'a.apitest.yaml': text }, async folder => {
    const { finished, report } = await reported(folder, '. --max-time 100ms')
    assert.equal(finished.exitCode, 1)
    const [tries, last] = report.suites[0]?.results ?? []
    assert.ok((tries?.attempts ?? 50) < 20, String(tries?.attempts))
    assert.match(tries?.failures.at(-1)?.message ?? '', /^no further attempt: --max-time 100ms is over$/)
    assert.equal(last?.attempts, 3)
  })
})

it('a group or a used suite that --max-time cuts off is skipped, too', async () => {
  const steps = '[{ pause: 300ms }, { name: Late, set: { b: 2 } }]'
  const files = {
    'group.apitest.yaml': `suite: G\nsteps: [{ name: Group, extracts: { b: $.b }, steps: ${steps} }]`,
    'use.apitest.yaml': 'suite: U\nsteps: [{ name: Use, use: used.yaml, once: true, extracts: { b: $.b } }]',
    'used.yaml': `suite: S\nsteps: ${steps}`,
  }
  await withFolder(files, async folder => {
    for (const file of ['group', 'use']) {
      const { finished, report } = await reported(folder, `${file}.apitest.yaml --max-time 200ms`)
      assert.equal(finished.exitCode, 3)
      const [result] = report.suites[0]?.results ?? []
      assert.deepEqual(
        [result, ...(result?.steps ?? [])].map(one => one?.outcome),
        ['skipped', 'passed', 'skipped'],
      )
      assert.deepEqual(report.summary.overtime, { maxTime: '200ms', steps: 1 })
    }
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
