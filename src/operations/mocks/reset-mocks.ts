import { askControl } from '../../mock/standalone/control-client.ts'
import { findMocks } from '../../mock/standalone/find-mocks.ts'
import { usageRefusal } from '../../model/problem.ts'
import { operation } from '../operation.ts'
import { projectFolder, projectKeys } from '../project-folder.ts'
import { list, object, text } from '../schema.ts'
import { wantedKeys, wantedMocks } from './chosen-mocks.ts'

/** Has mocks that run on their own answer as at their start: sequences, what they remember, and what they received. */
export const resetMocks = operation({
  name: 'reset-mocks',
  permission: 'project',
  summary: 'Has mocks that run on their own begin anew: their answers, what they remember, and their calls.',
  input: object({ ...wantedKeys, ...projectKeys }),
  answer: object({ reset: list(text('A name'), 'The mocks that begin anew') }),
  async run(input, host) {
    const folder = await projectFolder(input, host)
    if (!folder.ok) return folder
    const found = await findMocks(folder.value)
    const chosen = wantedMocks(input, found)
    if (!chosen.ok) return chosen
    for (const { entry } of chosen.value) {
      const query = `mock=${encodeURIComponent(entry.name)}`
      const { kind } = await askControl(entry.control, 'POST', `/api/reset?${query}`)
      if (kind !== 'answered')
        return usageRefusal(
          `the mock "${entry.name}" does not answer`,
          `End it with apitest mock stop ${entry.name}.`,
        )
    }
    return { ok: true, value: { reset: chosen.value.map(({ entry }) => entry.name) } }
  },
})
