import type { ApiDescription, Server } from '../../api-description/api-description.ts'
import type { SavedEnvironment } from '../../model/collection.ts'
import type { JsonObject } from '../../model/json.ts'
import { variableName } from './variable-names.ts'

/** Where a collection's requests go. */
export interface BaseUrl {
  readonly baseUrl: string
  /** The variables in it. */
  readonly variables: JsonObject
  /** One for each server, when there are several. */
  readonly environments: readonly SavedEnvironment[]
  /** Set when the document has only a path, so that the host has to be given. */
  readonly hostIsGuessed: boolean
}

/** The base URL of a description: that of its first server, whose variables become variables of the collection. */
export function baseUrlOf({ servers }: ApiDescription): BaseUrl {
  const [first] = servers
  const url = first?.url ?? ''
  return {
    baseUrl: serverUrl(first),
    variables: first === undefined ? {} : variablesOf(first),
    environments: servers.length < 2 ? [] : environmentsOf(servers),
    hostIsGuessed: url === '' || url.startsWith('/'),
  }
}

/** A server's URL with placeholders for its variables; a mere path is taken to be on this machine. */
export function serverUrl(server: Server | undefined): string {
  const url = server?.url ?? ''
  const whole = url === '' || url.startsWith('/') ? `http://localhost${url}` : url
  return whole.replace(/\{([^{}]+)\}/g, (_, name: string) => `{{${variableName(name)}}}`)
}

/** The values of a server's variables. */
export function variablesOf({ url, variables }: Server): JsonObject {
  const names = [...url.matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => name)
  return Object.fromEntries(names.map(name => [variableName(name), variables.get(name)?.default ?? '']))
}

function environmentsOf(servers: readonly Server[]): readonly SavedEnvironment[] {
  const labels = servers.map(labelOf)
  return servers.map((server, index) => {
    const label = labelOf(server)
    const before = labels.slice(0, index).filter(other => other === label).length
    return {
      name: before === 0 ? label : `${label} ${before + 1}`,
      variables: { baseUrl: serverUrl(server), ...variablesOf(server) },
      secrets: {},
    }
  })
}

/** Labels a server: with its description where that is short, else with its host. */
function labelOf(server: Server): string {
  const { description = '' } = server
  return description !== '' && description.length <= 40 && !description.includes('\n')
    ? description
    : hostOf(server)
}

function hostOf(server: Server): string {
  return /^https?:\/\/([^/]+)/.exec(serverUrl(server))?.[1] ?? server.url
}
