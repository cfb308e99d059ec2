import type { Collection, FolderContents } from '../../model/collection.ts'
import type { JsonObject } from '../../model/json.ts'

/** The suites that a collection stands for, as text: one for each folder with requests of its own, settings inherited. */
export function suitesOfCollection(collection: Collection): readonly string[] {
  const { baseUrl, environments } = collection
  const environment = environments.find(({ name }) => name === collection.environment) ?? environments[0]
  const outer: JsonObject = {
    variables: { ...(baseUrl === undefined ? {} : { baseUrl }), ...environment?.variables },
    secrets: { ...environment?.secrets },
    settings: {},
  }
  return suitesOf(collection, outer).map(suite => JSON.stringify(suite, null, 2))
}

function suitesOf(contents: FolderContents, outer: JsonObject): readonly JsonObject[] {
  const join = (key: 'variables' | 'secrets' | 'settings'): JsonObject => ({
    ...(outer[key] as JsonObject),
    ...contents[key],
  })
  const shared: JsonObject = {
    variables: join('variables'),
    secrets: join('secrets'),
    settings: join('settings'),
  }
  const steps = contents.items.flatMap(item => (item.kind === 'request' ? [item.step] : []))
  const after = (contents.after ?? []).map(({ step }) => step)
  const { data } = contents
  return [
    ...(steps.length === 0
      ? []
      : [
          {
            suite: contents.name,
            ...shared,
            ...(data === undefined ? {} : { data }),
            steps,
            ...(after.length === 0 ? {} : { after }),
          },
        ]),
    ...contents.items.flatMap(item => (item.kind === 'folder' ? suitesOf(item, shared) : [])),
  ]
}
