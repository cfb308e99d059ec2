import { requestCount } from '../../compile/suites-to-run.ts'
import type { Result } from '../../model/problem.ts'
import type { Operation } from '../operation.ts'
import { loadSaved, type SavedInput } from './saved-input.ts'

/** One collection in a list. */
export interface ListedCollection {
  readonly name: string
  readonly requests: number
  readonly environments: readonly string[]
  readonly description?: string
}

/** The saved collections. */
export const listCollections: Operation<SavedInput, Result<readonly ListedCollection[]>> = {
  name: 'collections',
  permission: 'read',
  description: 'Lists the saved collections.',
  async run(input) {
    const saved = await loadSaved(input)
    if (!saved.ok) return saved
    const value = saved.value.collections.map(({ name, items, environments, description }) => ({
      name,
      requests: requestCount(items),
      environments: environments.map(environment => environment.name),
      ...(description === undefined ? {} : { description }),
    }))
    return { ok: true, value }
  },
}
