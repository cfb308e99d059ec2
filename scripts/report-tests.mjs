// A reporter for node:test: names the slowest files, and every failed test once more, at the end, where a log that shows
// only its last lines still has them.
import path from 'node:path'

/** How many files are named as the slowest. */
const slowest = 10

export default async function* reportTests(events) {
  const failures = []
  const seconds = new Map()
  for await (const { type, data } of events) {
    if (type !== 'test:fail' && type !== 'test:pass') continue
    // A test inside of another one is a part of its time.
    if (data.nesting === 0 && data.file !== undefined)
      seconds.set(data.file, (seconds.get(data.file) ?? 0) + data.details.duration_ms / 1000)
    // A suite fails because of its tests; they are named by themselves. What is still to do may fail.
    if (
      type === 'test:fail' &&
      data.todo === undefined &&
      data.details.error?.failureType !== 'subtestsFailed'
    )
      failures.push(data)
  }
  yield* slowestFiles(seconds)
  if (failures.length > 0) yield `${failures.length} failed:\n${failures.map(lineOf).join('')}`
}

function* slowestFiles(seconds) {
  const sorted = [...seconds].sort(([, one], [, other]) => other - one).slice(0, slowest)
  yield 'The slowest files:\n'
  for (const [file, time] of sorted)
    yield `${time.toFixed(1).padStart(6)} s  ${path.relative(process.cwd(), file)}\n`
}

function lineOf({ file, line, name, details: { error } }) {
  const reason = error?.cause?.message ?? error?.message ?? 'no reason given'
  return `${file ?? ''}:${line ?? ''}  ${name}\n    ${firstLines(reason)}\n`
}

function firstLines(text) {
  return String(text).split('\n').slice(0, 12).join('\n    ')
}
