import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { ok, send } from './behaviours.ts'
import { timeLimit, type Fault } from './fault.ts'
import { faultServer } from './fault-server.ts'
import { faultGroups } from './faults/index.ts'
import { observeFault, observeFaults, type FaultObservation, type Observation } from './observe-fault.ts'

const noFault: Fault = {
  name: 'Nothing goes wrong',
  start: () => faultServer(send(`${ok}content-length: 2\r\n\r\nhi`)),
  outcome: 'passed',
}
const exitCodes = { passed: 0, failed: 1, errored: 3, skipped: 0 }

/** MiB that a run without a fault needs. */
let usual = 0

before(async () => {
  usual = (await observeFault(noFault)).peak
})

for (const { title, skip = false, faults } of faultGroups)
  describe(title, { concurrency: 3, skip }, () => {
    for (const fault of faults)
      it(fault.name, async () => {
        const seen = await observeFault(fault)
        const { step, others } = seen
        assert.ok(step)
        const [failure] = step.failures
        assert.equal(step.outcome, fault.outcome)
        assertText(failure?.message, fault.message, seen)
        assertText(failure?.hint, fault.hint, seen)
        assertInTime(fault, step.duration)
        assert.deepEqual(new Set(others.map(other => other.outcome)), new Set(['passed']), 'the run goes on')
        assertLeavesNothing(fault, seen)
      })
  })

it('all of them in one process, again and again', async () => {
  const faults = faultGroups.flatMap(({ skip = false, faults }) => (skip === false ? faults : []))
  const { steps, peak, resources, errors } = await observeFaults(faults, 2)
  const expected = new Map(faults.map(fault => [fault.name, fault.outcome]))
  for (const { name, outcome } of steps) assert.equal(outcome, expected.get(name) ?? 'passed', name)
  assert.deepEqual(resources, [])
  assert.equal(errors, '')
  // Several of them in turn may fill what can be kept: 64 MiB each, before anybody cleans up.
  assert.ok(peak - usual < 800, `needed ${peak} MiB, and ${usual} without faults`)
})

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

function assertLeavesNothing({ outcome, memory = 48 }: Fault, seen: Observation): void {
  const { exitCode, errors, resources, peak } = seen
  assert.deepEqual(
    { exitCode, errors, resources },
    { exitCode: exitCodes[outcome], errors: '', resources: [] },
  )
  assert.ok(peak - usual < memory, `needed ${peak} MiB, and ${usual} without a fault`)
}
