import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { RunEvent } from '../model/run-event.ts'
import { withPracticeServer } from '../testing/practice-server.ts'
import { runText } from '../testing/run-text.ts'
import { loadReporter } from './index.ts'
import { streamOf } from './testing/events.ts'

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
      assert.match(told, /- \/name: \\?"Bob\\?"(?:\s|\\n)+\+ \/name: \\?"Ada\\?"/)
    })
})

async function textOf(
  name: Parameters<typeof loadReporter>[0],
  events: readonly RunEvent[],
): Promise<string> {
  const report = await loadReporter(name)
  const options = {
    color: false,
    interactive: false,
    columns: 80,
    verbose: false,
    workingFolder: process.cwd(),
  }
  let text = ''
  for await (const part of report(streamOf(events), options)) text += part
  return text
}
