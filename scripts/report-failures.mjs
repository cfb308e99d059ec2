// A reporter for node:test: names every failed test once more at the end, where a log that shows only its last lines
// still has them.
export default async function* reportFailures(events) {
  const failures = []
  for await (const { type, data } of events) {
    if (type !== 'test:fail') continue
    const { error } = data.details
    // A suite fails because of its tests; they are named by themselves.
    if (error?.failureType === 'subtestsFailed') continue
    const reason = error?.cause?.message ?? error?.message ?? 'no reason given'
    failures.push(`${data.file ?? ''}:${data.line ?? ''}  ${data.name}\n    ${firstLines(reason)}\n`)
  }
  if (failures.length > 0) yield `${failures.length} failed:\n${failures.join('')}`
}

function firstLines(text) {
  return String(text).split('\n').slice(0, 6).join('\n    ')
}
