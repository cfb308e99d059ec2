import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { RunEvent } from '../model/run-event.ts'
import { withPracticeServer } from '../testing/practice-server.ts'
import { runText } from '../testing/run-text.ts'
import { loadReporter } from './index.ts'
import { streamOf } from './testing/events.ts'

/** Reports that are read by people show both sides of a place in one line. */
const sideBySide: ReadonlySet<string> = new Set(['pretty', 'junit', 'html', 'markdown'])
const beside = /- expected +\+ found\s+\/name +"Bob" +"Ada"\s/
const below = /- \/name: \\?"Bob\\?"(?:\s|\\n)+\+ \/name: \\?"Ada\\?"/

describe('F6: reports tell what differs', () => {
  let events: readonly RunEvent[]
  before(() =>
    withPracticeServer(async url => {
      const text = `suite: A\nsteps:\n  - request: GET ${url}/ok\n    validations: [{ $: { matches: { name: Bob, id: <string>, tags: [c] } } }]\n`
      ;({ events } = await runText(text))
    }),
  )
  for (const name of ['pretty', 'junit', 'html', 'markdown', 'tap', 'github', 'json'] as const)
    it(`F6: ${name}`, async () => {
      const told = (await textOf(name, events)).replaceAll('%0A', '\n').replaceAll('&quot;', '"')
      assert.match(told, /3 places differ: - expected, \+ found/)
      assert.match(told.replace(/<[^>]*>/g, ' '), sideBySide.has(name) ? beside : below)
    })
})

it('F6: a terminal shows the first twenty places, and all of those that are told with --verbose', async () => {
  const object = (value: number) =>
    JSON.stringify(Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`k${index}`, value])))
  const text = `suite: A\nsteps:\n  - set: { a: ${object(1)} }\n    validations: [{ $.a: { equals: ${object(2)} } }]\n`
  const { events } = await runText(text)
  const short = await textOf('pretty', events)
  assert.match(short, /\/k19 +2 +1\n.*and more; --verbose shows 30 of them\n/)
  assert.doesNotMatch(short, /\/k20 /)
  assert.match(await textOf('pretty', events, true), /\/k29 +2 +1\n/)
  assert.match(await textOf('markdown', events), /\/k29 +2 +1\n/)
})

async function textOf(
  name: Parameters<typeof loadReporter>[0],
  events: readonly RunEvent[],
  verbose = false,
): Promise<string> {
  const report = await loadReporter(name)
  const options = {
    color: false,
    interactive: false,
    columns: 80,
    verbose,
    workingFolder: process.cwd(),
  }
  let text = ''
  for await (const part of report(streamOf(events), options)) text += part
  return text
}
