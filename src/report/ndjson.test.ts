import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ndjson } from './ndjson.ts'
import { streamOf, textOf } from './testing/events.ts'
import { runs } from './testing/runs.ts'

for (const [name, events] of Object.entries(runs))
  test(`every line of the ${name} run is one event, nothing lost`, async () => {
    const text = await textOf(ndjson(streamOf(events)))
    const lines = text.trimEnd().split('\n')
    assert.deepEqual(
      lines.map(line => JSON.parse(line) as unknown),
      JSON.parse(JSON.stringify(events)),
    )
  })
