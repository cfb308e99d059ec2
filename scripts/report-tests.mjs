// A reporter for node:test: names the slowest files, what was skipped, and every failed test once more, at the end, where a log that
// shows only its last lines still has them. It keeps for the next run how long each file took.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** Seconds that each file took when it last ran here. */
export const timesFile = 'dist/test-times.json'

/** How many files are named as the slowest. */
const slowest = 10

export default async function* reportTests(events) {
  // scripts/test.mjs reads this file before anything is built, too.
  const { laterTierMark } = await import('../dist/modules/src/testing/parts.js')
  const failures = []
  const seconds = new Map()
  const skipped = []
  for await (const { type, data } of events) {
    if (type !== 'test:fail' && type !== 'test:pass') continue
    const file = data.file === undefined ? undefined : path.relative(process.cwd(), data.file)
    // A test inside of another one is a part of its time.
    if (data.nesting === 0 && file !== undefined)
      seconds.set(file, (seconds.get(file) ?? 0) + data.details.duration_ms / 1000)
    if (typeof data.skip === 'string') skipped.push({ file, name: data.name, reason: data.skip })
    // A suite fails because of its tests; they are named by themselves.
    if (type === 'test:fail' && data.details.error?.failureType !== 'subtestsFailed') failures.push(data)
  }
  keep(seconds)
  yield* slowestFiles(seconds)
  yield* skippedTests(skipped, laterTierMark)
  if (failures.length > 0) yield `${failures.length} failed:\n${failures.map(lineOf).join('')}`
}

function keep(seconds) {
  const known = existsSync(timesFile) ? JSON.parse(readFileSync(timesFile, 'utf8')) : {}
  const rounded = [...seconds].map(([file, time]) => [file, Math.round(time * 10) / 10])
  writeFileSync(timesFile, JSON.stringify({ ...known, ...Object.fromEntries(rounded) }))
}

function* slowestFiles(seconds) {
  const sorted = [...seconds].sort(([, one], [, other]) => other - one).slice(0, slowest)
  yield 'The slowest files:\n'
  for (const [file, time] of sorted) yield `${time.toFixed(1).padStart(6)} s  ${file}\n`
}

/** Each by its name, below the reason: what waits for the second tier by the names of the tools alone. */
function* skippedTests(skipped, laterTierMark) {
  const reasons = new Map()
  for (const test of skipped) reasons.set(test.reason, [...(reasons.get(test.reason) ?? []), test])
  if (reasons.size > 0) yield 'Skipped:\n'
  for (const [reason, tests] of reasons) {
    yield `${String(tests.length).padStart(6)}  ${reason}\n`
    if (!reason.endsWith(laterTierMark))
      yield tests.map(({ file, name }) => `        ${file}: ${name}\n`).join('')
  }
}

function lineOf({ file, line, name, details: { error } }) {
  const reason = error?.cause?.message ?? error?.message ?? 'no reason given'
  return `${file ?? ''}:${line ?? ''}  ${name}\n    ${firstLines(reason)}\n`
}

function firstLines(text) {
  return String(text).split('\n').slice(0, 12).join('\n    ')
}
