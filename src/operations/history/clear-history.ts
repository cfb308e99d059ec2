import type { Result } from '../../model/problem.ts'
import { readStore, updateStore } from '../../store/store-file.ts'
import { operation } from '../operation.ts'
import { projectFolder, projectKeys } from '../project-folder.ts'
import { object, whole } from '../schema.ts'

/** Forgets all calls; answers with how many there were. */
export const clearHistory = operation({
  name: 'clear-history',
  permission: 'project',
  destroys: true,
  summary: 'Forgets all calls of the history.',
  input: object(projectKeys),
  answer: whole('How many calls there were'),
  async run(input, host) {
    const folder = await projectFolder(input, host)
    if (!folder.ok) return folder
    const before = readStore(folder.value)
    if (!before.ok) return before
    if (before.value.history.length === 0) return { ok: true, value: 0 }
    return clear(folder.value)
  },
})

async function clear(directory: string): Promise<Result<number>> {
  let count = 0
  const updated = await updateStore(directory, document => {
    count = document.history.length
    return { ...document, history: [] }
  })
  return updated.ok ? { ok: true, value: count } : updated
}
