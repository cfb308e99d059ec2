import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { Watch, type Watched } from './watch.ts'
import { monotonicTime } from '../../../util/monotonic-time.ts'

/** Adds things to a watch that note the order they end in, and why. */
function noting() {
  const watch = new Watch()
  const ended: string[] = []
  const add = (wait: number, name: string, signal = new AbortController().signal): Watched => {
    const watched = {
      dueAt: monotonicTime() + wait,
      signal,
      end: (reason: string) => ended.push(`${name}: ${reason}`),
    }
    watch.add(watched)
    return watched
  }
  return { watch, ended, add }
}

/** Waits until so many have ended: on a busy machine that is later than they are due. */
async function endedCount(ended: readonly string[], count: number): Promise<void> {
  const started = monotonicTime()
  while (ended.length < count && monotonicTime() - started < 10_000) await setTimeout(5)
}

test('each ends at its own time, whatever the order they were added in', async () => {
  const { watch, ended } = noting()
  const early: string[] = []
  const { signal } = new AbortController()
  for (const [wait, name] of [
    [250, 'late'],
    [30, 'early'],
    [120, 'between'],
  ] as const) {
    const dueAt = monotonicTime() + wait
    const end = (): void => {
      ended.push(name)
      if (monotonicTime() < dueAt) early.push(name)
    }
    watch.add({ dueAt, signal, end })
  }
  await endedCount(ended, 3)
  assert.deepEqual(ended, ['early', 'between', 'late'])
  assert.deepEqual(early, [], 'none before its time')
})

test('one that is watched no longer does not end, and those after it do', async () => {
  const { watch, add, ended } = noting()
  const forgotten = add(20, 'forgotten')
  add(40, 'kept')
  watch.delete(forgotten)
  await endedCount(ended, 1)
  assert.deepEqual(ended, ['kept: TIMEOUT'])
})

test('one can be added while another ends, and long after', async () => {
  const { watch, add, ended } = noting()
  const { signal } = new AbortController()
  watch.add({ dueAt: monotonicTime() + 10, signal, end: () => add(20, 'from within') })
  await endedCount(ended, 1)
  await setTimeout(150)
  add(10, 'afterwards')
  await endedCount(ended, 2)
  assert.deepEqual(ended, ['from within: TIMEOUT', 'afterwards: TIMEOUT'])
})

test('a time longer than timers can take is no problem', async () => {
  const { watch, add, ended } = noting()
  const added = [add(Number.MAX_SAFE_INTEGER, 'in ages'), add(Infinity, 'never')]
  await setTimeout(150)
  assert.deepEqual(ended, [])
  for (const watched of added) watch.delete(watched)
})

test('what shares a signal ends with it, and what comes later ends soon', async () => {
  const { add, ended } = noting()
  const [one, other] = [new AbortController(), new AbortController()]
  add(1e6, 'a', one.signal)
  const last = add(60, 'b', other.signal)
  add(1e6, 'c', one.signal)
  one.abort()
  assert.deepEqual(ended, ['a: INTERRUPTED', 'c: INTERRUPTED'])
  add(1e6, 'd', one.signal)
  assert.equal(ended.length, 2)
  await endedCount(ended, 4)
  assert.deepEqual(ended.slice(2), ['d: INTERRUPTED', 'b: TIMEOUT'])
  assert.equal(last.signal.aborted, false)
})

test('a process lasts as long as something is watched, and no longer', () => {
  const moduleOf = (path: string): string => JSON.stringify(new URL(path, import.meta.url))
  const run = (line: string): string => {
    const program = `import { Watch } from ${moduleOf('./watch.js')}
      import { monotonicTime } from ${moduleOf('../../../util/monotonic-time.js')}
      const watch = new Watch()
      const { signal } = new AbortController()
      const add = (wait, end) => {
        const watched = { dueAt: monotonicTime() + wait, signal, end }
        watch.add(watched)
        return watched
      }
      ${line}`
    const options = { encoding: 'utf8', timeout: 30_000 } as const
    const { stdout, status } = spawnSync(
      process.execPath,
      ['--input-type=module', '--eval', program],
      options,
    )
    return `${stdout}${status ?? 'never ended'}`
  }
  assert.equal(run("add(250, () => console.log('ended '))"), 'ended \n0')
  assert.equal(run("watch.delete(add(3e6)); add(250, () => console.log('ended '))"), 'ended \n0')
  assert.equal(run('const one = add(3e6); watch.delete(add(4e6)); watch.delete(one)'), '0')
})
