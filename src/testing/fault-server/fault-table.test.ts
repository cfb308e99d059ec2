import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { ok, send } from '../../mock/faults/behaviours.ts'
import { shareOf } from '../parts.ts'
import { timeLimit, type Fault } from './fault.ts'
import { faultServer } from './fault-server.ts'
import { faultGroups } from './faults/index.ts'
import { observeFaults, observeInTurn, type FaultObservation, type Observation } from './observe-fault.ts'

const noFault: Fault = {
  name: 'Nothing goes wrong',
  start: () => faultServer(send(`${ok}content-length: 2\r\n\r\nhi`)),
  outcome: 'passed',
}
/** How many faults one process meets at most, and how many of them at once. */
const inBatch = 40
const atOnce = 8

const exitCodes = { passed: 0, failed: 1, errored: 3, skipped: 0 }

/** MiB that a run without a fault needs. */
let usual = 0

before(async () => {
  const [seen] = await observeFaults([noFault])
  usual = seen?.process.peak ?? assert.fail()
})

// The slowest tests, which mostly wait, go on beside the others.
describe('the fault table', { concurrency: 2 }, () => {
  it('all of them in one process, again and again', async () => {
    const faults = faultGroups.flatMap(({ skip = false, faults }) => (skip === false ? faults : []))
    const { suites, peak, resources, errors } = await observeInTurn(shareOf(faults), 2)
    const expected = new Map(faults.map(fault => [fault.name, fault.outcome]))
    // A busy machine may take all the 400 ms of a step before there is a connection; alone it has a second chance below.
    const timed = new Set(faults.flatMap(fault => (fault.timed === true ? [fault.name] : [])))
    for (const { name, outcome } of suites.flat())
      if (!timed.has(name) || outcome !== 'errored')
        assert.equal(outcome, expected.get(name) ?? 'passed', name)
    assert.deepEqual(resources, [])
    assert.equal(errors, '')
    // Several of them in turn may fill what can be kept: 64 MiB each, before anybody cleans up.
    assert.ok(peak - usual < 800, `needed ${peak} MiB, and ${usual} without faults`)
  })

  const observed = new Map<Fault, () => Promise<FaultObservation>>()
  for (const batch of batchesOf(
    faultGroups.flatMap(({ skip = false, faults }) => (skip === false ? faults : [])),
  )) {
    let seen: Promise<readonly FaultObservation[]> | undefined
    for (const [index, fault] of batch.entries())
      observed.set(fault, async () => (await (seen ??= observeBatch(batch)))[index] ?? assert.fail())
  }

  for (const { title, skip = false, faults } of faultGroups)
    describe(title, { concurrency: 3, skip }, () => {
      for (const fault of faults)
        it(fault.name, async () => {
          assertMet(fault, (await observed.get(fault)?.()) ?? assert.fail())
        })
    })
})

/** Faults that can be looked at in one process, because they end it alike and may need as much memory. */
function batchesOf(faults: readonly Fault[]): readonly (readonly Fault[])[] {
  const batches = new Map<string, Fault[]>()
  for (const fault of faults) {
    const key = `${fault.outcome} ${fault.memory}`
    const batch = batches.get(key)
    if (batch === undefined) batches.set(key, [fault])
    else batch.push(fault)
  }
  return [...batches.values()].flatMap(batch =>
    Array.from({ length: Math.ceil(batch.length / inBatch) }, (_, index) =>
      batch.slice(index * inBatch, (index + 1) * inBatch),
    ),
  )
}

/**
 * Observes the faults of a batch, all in one process. Where one of them is not met as it should be, or has left
 * something behind, each half has a process of its own instead, and so on, which shows which of them it is. Alone, a
 * fault has a second chance on a machine that is busy with other things: steps have 400 ms.
 */
async function observeBatch(batch: readonly Fault[]): Promise<readonly FaultObservation[]> {
  const together = await observeFaults(batch, atOnce)
  if (areMet(batch, together)) return together
  if (batch.length === 1) return observeFaults(batch)
  const middle = Math.ceil(batch.length / 2)
  return [...(await observeBatch(batch.slice(0, middle))), ...(await observeBatch(batch.slice(middle)))]
}

function areMet(faults: readonly Fault[], seen: readonly FaultObservation[]): boolean {
  try {
    for (const [index, fault] of faults.entries()) assertMet(fault, seen[index] ?? assert.fail())
    return true
  } catch {
    return false
  }
}

function assertMet(fault: Fault, seen: FaultObservation): void {
  const { step, others } = seen
  assert.ok(step)
  const [failure] = step.failures
  assert.equal(step.outcome, fault.outcome)
  assertText(failure?.message, fault.message, seen)
  assertText(failure?.hint, fault.hint, seen)
  assertInTime(fault, step.duration)
  assert.deepEqual(new Set(others.map(({ outcome }) => outcome)), new Set(['passed']), 'the run goes on')
  assertLeavesNothing(fault, seen.process)
}

function assertText(
  found: string | undefined,
  expected: string | undefined,
  { general }: FaultObservation,
): void {
  const text = found === undefined ? undefined : general(found)
  if (expected === undefined || !placeholder.test(expected)) assert.equal(text, expected)
  else assert.match(text ?? '', patternOf(expected))
}

const placeholder = /BYTES|SERIAL|REASON/

function patternOf(text: string): RegExp {
  const literal = text.replace(/[^\w ]/g, '\\$&')
  return new RegExp(
    `^${literal.replaceAll('BYTES', '\\d+').replaceAll('SERIAL', '[\\dA-F]+').replaceAll('REASON', '.+')}$`,
  )
}

/** The upper limit leaves room for a slow machine. */
function assertInTime({ timed }: Fault, duration: number): void {
  assert.ok(duration < 15_000, `took ${duration} ms`)
  if (timed === true) assert.ok(duration >= timeLimit - 5, `ended after ${duration} ms already`)
}

function assertLeavesNothing({ outcome, memory = 48 }: Fault, process: Observation): void {
  const { exitCode, errors, resources, peak } = process
  assert.deepEqual(
    { exitCode, errors, resources },
    { exitCode: exitCodes[outcome], errors: '', resources: [] },
  )
  assert.ok(peak - usual < memory, `needed ${peak} MiB, and ${usual} without a fault`)
}
