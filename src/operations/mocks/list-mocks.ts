import { findMocks } from '../../mock/standalone/find-mocks.ts'
import { number } from '../../util/read-values.ts'
import { operation } from '../operation.ts'
import { projectFolder, projectKeys } from '../project-folder.ts'
import { byHand, flag, list, object, optional, text, whole } from '../schema.ts'

const listed = object(
  {
    name: text('Name'),
    url: text('Where it answers'),
    file: text('The file that describes it'),
    since: text('When it was started'),
    calls: optional(whole('How many calls came; absent when its process does not answer')),
    page: optional(text('A page that shows what it received, for this machine; on request')),
    log: optional(text('File with what its process has to say')),
  },
  'A mock',
)

/** The mocks that run on their own. */
export const listMocks = operation({
  name: 'list-mocks',
  permission: 'read',
  summary: 'Lists the mocks that run on their own in this project.',
  input: object({
    page: byHand(
      optional(
        flag('With the address of a page that shows what they received; who has it can stop them, too'),
      ),
    ),
    ...projectKeys,
  }),
  answer: list(listed, 'The mocks'),
  async run(input, host) {
    const folder = await projectFolder(input, host)
    if (!folder.ok) return folder
    const found = await findMocks(folder.value)
    if (!found.ok) return found
    const value = found.value.running.map(({ entry, state }) => {
      const { name, url, file, since, control, log } = entry
      const calls = number(state?.['count'])
      return {
        ...{ name, url, file, since: new Date(since).toISOString() },
        ...(calls === undefined ? {} : { calls }),
        ...(input.page === true ? { page: `${control.url}/#${control.token}` } : {}),
        ...(log === undefined ? {} : { log }),
      }
    })
    return { ok: true, value }
  },
})
