import type { ApiDescription, Operation } from '../../api-description/api-description.ts'
import { OperationFinder, serverPath } from '../../api-requests/matching/find-operation.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import { decodePercent } from '../../util/decode-percent.ts'

/** An API description whose operations workflows call. */
export interface GivenDescription {
  readonly description: ApiDescription
  /** The name of the source description. */
  readonly name: string
  /** As the document of workflows names it. */
  readonly url: string
}

/** A request whose operation is looked for; `server` is absent where it is not known. */
export interface SoughtRequest {
  readonly method: string
  readonly server: string | undefined
  readonly path: string
}

/** A call of an operation of such a description: its words for it, and the values of its path. */
export interface FoundCall {
  readonly call: JsonObject
  readonly parameters: readonly JsonObject[]
  /** The server that the description sends it to, where that is another one. */
  readonly otherServer?: string
}

/** Finds the operations of a description that requests are for. */
export class GivenOperations {
  readonly given: GivenDescription
  readonly #finder: OperationFinder

  constructor(given: GivenDescription) {
    this.given = given
    this.#finder = new OperationFinder(given.description)
  }

  get ids(): readonly string[] {
    return this.given.description.operations.flatMap(({ operationId }) => operationId ?? [])
  }

  /** Undefined where the description has no such operation, or sends it to another path. */
  find({ method, server, path }: SoughtRequest, valueOf: (text: string) => JsonValue): FoundCall | undefined {
    const usual = (operation: Operation) => operation.servers[0] ?? this.given.description.servers[0]
    const found = this.#finder.find(method, (server ?? '') + path)
    if (found.kind !== 'operation') return undefined
    const { operation, pathValues } = found
    const base = usual(operation)
    const filled = operation.path.replace(
      /\{([^{}]+)\}/g,
      (whole, name: string) => pathValues.get(name) ?? whole,
    )
    const own = server === undefined ? path : pathIn(server) + path
    const sent = server === undefined || base === undefined ? filled : serverPath(base) + filled
    if (decodePercent(own) !== decodePercent(sent)) return undefined
    const { operationId } = operation
    const isElsewhere =
      server !== undefined &&
      base !== undefined &&
      /^\w+:\/\//.test(base.url) &&
      originOf(server) !== originOf(base.url)
    return {
      call: operationId === undefined ? { operationPath: this.#pathOf(operation) } : { operationId },
      parameters: [...pathValues].map(([name, value]) => ({
        ...{ name, in: 'path', value: valueOf(decodePercent(value)) },
      })),
      ...(isElsewhere ? { otherServer: base.url } : {}),
    }
  }

  #pathOf({ method, path }: Operation): string {
    const pointer = path.replaceAll('~', '~0').replaceAll('/', '~1')
    return `{$sourceDescriptions.${this.given.name}.url}#/paths/${pointer}/${method.toLowerCase()}`
  }
}

function originOf(url: string): string {
  return (/^\w+:\/\/[^/?#]*/.exec(url)?.[0] ?? '').toLowerCase()
}

/** The path of a server, without a slash at its end. */
function pathIn(server: string): string {
  return server.slice(originOf(server).length).replace(/\/+$/, '')
}
