import { askControl } from '../../mock/standalone/control-client.ts'
import { type FoundMock, findMocks } from '../../mock/standalone/find-mocks.ts'
import type { JsonObject } from '../../model/json.ts'
import { type Result, usageRefusal } from '../../model/problem.ts'
import { suggesting } from '../../util/did-you-mean.ts'
import { mapping, texts } from '../../util/read-values.ts'
import { operation } from '../operation.ts'
import { projectFolder, projectKeys } from '../project-folder.ts'
import { list, object, optional, text, typed, whole } from '../schema.ts'
import { chosenMocks, howToStart } from './chosen-mocks.ts'

const callsAnswer = object({
  mock: text('Name of the mock'),
  count: whole('How many calls came, those included that are not kept any more'),
  calls: list(
    typed<JsonObject>({ type: 'object', description: 'A call, as the action `calls` tells it' }),
    'The calls that are kept, in the order in which they came',
  ),
  dropped: optional(whole('How many are not kept')),
  refused: optional(whole('How many of them could not even be read')),
  refusals: optional(
    list(
      object({ reason: text('Why'), count: whole('How many') }, 'A reason'),
      'Why they could not be read, the latest last; the last ten reasons',
    ),
  ),
})

/** Reads the calls that a mock that runs on its own received. */
export const readMockCalls = operation({
  name: 'read-mock-calls',
  permission: 'read',
  summary: 'Reads what a mock that runs on its own received: of one of its routes, or all.',
  input: object({
    name: optional(text('Name of the mock; the only one that runs (default)')),
    route: optional(text('A route as it is written, such as POST /charges')),
    ...projectKeys,
  }),
  answer: callsAnswer,
  async run({ name, route, ...input }, host) {
    const folder = await projectFolder(input, host)
    if (!folder.ok) return folder
    const mock = await oneMock(folder.value, name)
    if (!mock.ok) return mock
    const { entry } = mock.value
    const query = new URLSearchParams({ mock: entry.name, ...(route === undefined ? {} : { route }) })
    const answer = await askControl(entry.control, 'GET', `/api/calls?${query.toString()}`)
    if (answer.kind !== 'answered') return silent(entry.name)
    if (answer.status !== 200)
      return unknownRoute(entry.name, route ?? '', texts(mapping(answer.value)['routes']))
    const value = mapping(answer.value) as { readonly count: number; readonly calls: readonly JsonObject[] }
    return { ok: true, value: { mock: entry.name, ...value } }
  },
})

async function oneMock(directory: string, name: string | undefined): Promise<Result<FoundMock>> {
  const found = await findMocks(directory)
  if (!found.ok) return found
  const known = found.value.running.map(({ entry }) => entry.name)
  if (name === undefined && known.length > 1)
    return usageRefusal('several mocks run', `Name one of them: ${known.join(', ')}.`)
  if (name === undefined && known.length === 0)
    return usageRefusal('no mock runs in this project', howToStart)
  const chosen = chosenMocks([name ?? known[0] ?? ''], found.value)
  if (!chosen.ok) return chosen
  const [mock] = chosen.value
  return mock?.state === undefined ? silent(name ?? '') : { ok: true, value: mock }
}

function silent(name: string): Result<never> {
  return usageRefusal(`the mock "${name}" does not answer`, `End it with apitest mock stop ${name}.`)
}

function unknownRoute(name: string, route: string, routes: readonly string[]): Result<never> {
  const hint = suggesting(route, routes, `These are there: ${routes.join(', ')}.`)
  return usageRefusal(`the mock "${name}" has no route "${route}"`, hint)
}
