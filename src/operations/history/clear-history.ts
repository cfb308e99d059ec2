import type { Result } from '../../model/problem.ts'
import { readStore, updateStore } from '../../store/store-file.ts'
import { historyFolder, type HistoryInput } from '../project-folder.ts'
import type { Operation } from '../operation.ts'

/** Forgets all calls; answers with how many there were. */
export const clearHistory: Operation<HistoryInput, Result<number>> = {
  name: 'history clear',
  permission: 'project',
  description: 'Forgets all calls.',
  async run(input) {
    const folder = await historyFolder(input)
    if (!folder.ok) return folder
    const before = readStore(folder.value)
    if (!before.ok) return before
    if (before.value.history.length === 0) return { ok: true, value: 0 }
    return clear(folder.value)
  },
}

async function clear(directory: string): Promise<Result<number>> {
  let count = 0
  const updated = await updateStore(directory, document => {
    count = document.history.length
    return { ...document, history: [] }
  })
  return updated.ok ? { ok: true, value: count } : updated
}
