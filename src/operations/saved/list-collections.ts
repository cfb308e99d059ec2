import { requestCount } from '../../compile/suites-to-run.ts'
import { operation } from '../operation.ts'
import { projectKeys } from '../project-folder.ts'
import { list, object, optional, text, whole } from '../schema.ts'
import { loadSaved } from './saved-input.ts'
import { defined } from '../../util/defined.ts'

const listedCollection = object({
  name: text('Its name'),
  requests: whole('How many requests are in it'),
  environments: list(text('A name'), 'The names of its environments'),
  description: optional(text('What it is for')),
})

/** The saved collections. */
export const listCollections = operation({
  name: 'list-collections',
  permission: 'read',
  summary: 'Lists the saved collections.',
  input: object(projectKeys),
  answer: list(listedCollection, 'The collections'),
  async run(input, host) {
    const saved = await loadSaved(input, host)
    if (!saved.ok) return saved
    const value = saved.value.collections.map(({ name, items, environments, description }) =>
      defined({
        name,
        requests: requestCount(items),
        environments: environments.map(environment => environment.name),
        description,
      }),
    )
    return { ok: true, value }
  },
})
