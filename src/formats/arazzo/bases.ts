import type { ApiDescription } from '../../api-description/api-description.ts'
import { baseUrlOf, serverUrl, variablesOf } from '../../api-requests/making/base-url.ts'
import { camelCase } from '../../api-requests/making/variable-names.ts'
import type { SavedEnvironment } from '../../model/collection.ts'
import type { JsonObject } from '../../model/json.ts'
import type { Tell } from '../told.ts'
import type { CalledOperation } from './operation.ts'

/** Where the described APIs are: `{{baseUrl}}` for the first one that is called, a variable of its own for each other. */
export class Bases {
  readonly variables: Record<string, JsonObject[string]> = {}
  environments: readonly SavedEnvironment[] = []
  baseUrl: string | undefined
  readonly #names = new Map<ApiDescription | string, string>()
  readonly #tell: Tell

  constructor(tell: Tell) {
    this.#tell = tell
  }

  /** The names of variables that stand for addresses. */
  static readonly usual = 'baseUrl'

  /** The names of variables that have none, as is told. */
  readonly unread = new Set<string>()

  /** The names of variables that have an address. */
  get known(): readonly string[] {
    return [...(this.baseUrl === undefined ? [] : [Bases.usual]), ...Object.keys(this.variables)]
  }

  of({ source, operation, description }: CalledOperation): string {
    const [own] = operation?.servers ?? []
    if (own !== undefined) {
      Object.assign(this.variables, variablesOf(own))
      return serverUrl(own)
    }
    const key = description ?? source
    const name = this.#names.get(key) ?? this.#add(key, source)
    return `{{${name}}}`
  }

  #add(key: ApiDescription | string, source: string): string {
    const name = this.#names.size === 0 ? Bases.usual : camelCase(`${source} url`)
    this.#names.set(key, name)
    if (typeof key === 'string') {
      this.unread.add(name)
      this.#tell.note(`{{${name}}}`, `${source} is not read: say with --var where it is`)
      return name
    }
    const base = baseUrlOf(key)
    if (base.hostIsGuessed)
      this.#tell.note(
        `base URL ${base.baseUrl}`,
        `${source} says no host; change \`${name}\` to where the API is`,
      )
    Object.assign(this.variables, base.variables)
    if (name === Bases.usual) {
      this.baseUrl = base.baseUrl
      this.environments = base.environments
    } else this.variables[name] = base.baseUrl
    return name
  }
}
