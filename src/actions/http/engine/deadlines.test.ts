import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { Deadlines } from './deadlines.ts'

/** Deadlines that note the order they expire in. */
function noting(): {
  deadlines: Deadlines
  expired: string[]
  add: (wait: number, name: string) => () => void
} {
  const deadlines = new Deadlines()
  const expired: string[] = []
  const add = (wait: number, name: string): (() => void) => deadlines.add(wait, () => expired.push(name))
  return { deadlines, expired, add }
}

/** Waits until so many have expired: on a busy machine that is later than they are due. */
async function expiredCount(expired: readonly string[], count: number): Promise<void> {
  const started = performance.now()
  while (expired.length < count && performance.now() - started < 10_000) await setTimeout(5)
}

test('each expires at its own time, whatever the order they were added in', async () => {
  const { deadlines, expired } = noting()
  const started = performance.now()
  const early: string[] = []
  for (const [wait, name] of [
    [90, 'late'],
    [30, 'early'],
    [60, 'between'],
  ] as const)
    deadlines.add(wait, () => {
      expired.push(name)
      if (performance.now() - started < wait - 1) early.push(name)
    })
  await expiredCount(expired, 3)
  assert.deepEqual(expired, ['early', 'between', 'late'])
  assert.deepEqual(early, [], 'none before its time')
})

test('one that is taken back does not expire, and those after it do', async () => {
  const { add, expired } = noting()
  const forget = add(20, 'forgotten')
  add(40, 'kept')
  forget()
  await expiredCount(expired, 1)
  assert.deepEqual(expired, ['kept'])
})

test('one can be added while another expires, and long after', async () => {
  const { add, expired, deadlines } = noting()
  deadlines.add(10, () => add(20, 'from within'))
  await expiredCount(expired, 1)
  add(10, 'afterwards')
  await expiredCount(expired, 2)
  assert.deepEqual(expired, ['from within', 'afterwards'])
})

test('a time longer than timers can take is no problem', async () => {
  const { add, expired } = noting()
  const takeBack = [add(Number.MAX_SAFE_INTEGER, 'in ages'), add(Infinity, 'never')]
  await setTimeout(20)
  assert.deepEqual(expired, [])
  for (const end of takeBack) end()
})

test('a process lasts as long as something is waited for, and no longer', () => {
  const module = JSON.stringify(new URL('./deadlines.js', import.meta.url))
  const run = (line: string): string => {
    const program = `import { Deadlines } from ${module}\nconst deadlines = new Deadlines()\n${line}`
    const options = { encoding: 'utf8', timeout: 30_000 } as const
    const { stdout, status } = spawnSync(
      process.execPath,
      ['--input-type=module', '--eval', program],
      options,
    )
    return `${stdout}${status ?? 'never ended'}`
  }
  assert.equal(run("deadlines.add(50, () => console.log('expired '))"), 'expired \n0')
  assert.equal(
    run("deadlines.add(3e6, () => {})(); deadlines.add(50, () => console.log('expired '))"),
    'expired \n0',
  )
  assert.equal(run('const end = deadlines.add(3e6, () => {}); deadlines.add(4e6, () => {})(); end()'), '0')
})
