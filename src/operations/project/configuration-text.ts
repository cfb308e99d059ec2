import { Document, isMap, isScalar } from 'yaml'
import type { JsonObject } from '../../model/json.ts'
import { defined } from '../../util/defined.ts'

/** The service that runs, or stands in, while the suites run. */
export interface Subject {
  /** The environment that is used unless another is chosen; absent where none is, as before. */
  readonly name?: string
  /** Where requests go in it. */
  readonly baseUrl?: string
  /** True where that is a place where data must not be changed unasked. */
  readonly production?: true
  readonly variables?: JsonObject
  readonly secrets?: JsonObject
  /** The service of the configuration, with what is to be said of it. */
  readonly service?: JsonObject
  readonly comment?: string
  /**
   * A note on the server that answers in place of the API, or is needed to start it, as the file of the build server
   * says it.
   */
  readonly note?: string
  /** Further environments. */
  readonly environments: Readonly<Record<string, JsonObject>>
}

/** The text of a configuration for the suites in some folders. */
export function configurationText(subject: Subject, suites: readonly string[], schema: string): string {
  const { name, production, baseUrl, variables, secrets = {}, service, comment } = subject
  const own = defined({
    production,
    variables: defined({ baseUrl, ...variables }),
    secrets: Object.keys(secrets).length === 0 ? undefined : secrets,
  })
  const environments =
    name === undefined ? subject.environments : { [name]: own, ...subject.environments, [name]: own }
  const document = new Document(
    defined({
      suites,
      environment: name,
      environments: Object.keys(environments).length === 0 ? undefined : environments,
      services:
        service === undefined
          ? undefined
          : [defined({ ...service, environments: name === undefined ? undefined : [name] })],
    }),
  )
  const { contents } = document
  if (isMap(contents))
    for (const { key, value } of contents.items) {
      if (!isScalar(key)) continue
      if (key.value === 'suites') Object.assign(value as object, { flow: true })
      if (key.value !== 'suites' && key.value !== 'environment') key.spaceBefore = true
      if (key.value === 'services' && comment !== undefined)
        key.commentBefore = ` ${comment.replaceAll('\n', '\n ')}`
    }
  return `# yaml-language-server: $schema=${schema}\n${document.toString({ lineWidth: 0, flowCollectionPadding: false })}`
}
