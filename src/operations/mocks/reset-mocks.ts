import { askControl } from '../../mock/standalone/control-client.ts'
import { usageRefusal } from '../../model/problem.ts'
import { operation } from '../operation.ts'
import { listed, quoted } from '../preview.ts'
import { projectKeys } from '../project-folder.ts'
import { list, object, text } from '../schema.ts'
import { wantedIn, wantedKeys } from './chosen-mocks.ts'

/** Has mocks that run on their own answer as at their start: sequences, what they remember, and what they received. */
export const resetMocks = operation({
  name: 'reset-mocks',
  permission: 'project',
  summary: 'Has mocks that run on their own begin anew: their answers, what they remember, and their calls.',
  input: object({ ...wantedKeys, ...projectKeys }),
  answer: object({ reset: list(text('A name'), 'The mocks that begin anew') }),
  preview: async (input, host) => {
    const wanted = await wantedIn(input, host)
    if (!wanted.ok) return wanted
    const names = wanted.value.mocks.map(({ entry }) => quoted(entry.name))
    return { ok: true, value: { sentences: [`Has begin anew: ${listed(names)}`], production: [] } }
  },
  async run(input, host) {
    const wanted = await wantedIn(input, host)
    if (!wanted.ok) return wanted
    const { mocks } = wanted.value
    for (const { entry } of mocks) {
      const query = `mock=${encodeURIComponent(entry.name)}`
      const { kind } = await askControl(entry.control, 'POST', `/api/reset?${query}`)
      if (kind !== 'answered')
        return usageRefusal(
          `the mock "${entry.name}" does not answer`,
          `End it with apitest mock stop ${entry.name}.`,
        )
    }
    return { ok: true, value: { reset: mocks.map(({ entry }) => entry.name) } }
  },
})
