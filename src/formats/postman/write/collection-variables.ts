import type { JsonObject, JsonValue } from '../../../model/json.ts'
import { jsonEqual } from '../../../util/json-equal.ts'
import type { ConversionLog } from '../conversion-log.ts'

/** The variables of a collection that is written: its own, and those of folders, for which Postman has no place. */
export class CollectionVariables {
  variables: JsonObject
  secrets: JsonObject

  constructor(variables: JsonObject, secrets: JsonObject) {
    this.variables = variables
    this.secrets = secrets
  }

  /** Takes the variables of a folder, unless the collection or another folder says something else of a name. */
  add(variables: JsonObject, secrets: JsonObject, log: ConversionLog): void {
    this.variables = this.#joined(this.variables, variables, log)
    this.secrets = this.#joined(this.secrets, secrets, log)
  }

  #joined(own: JsonObject, added: JsonObject, log: ConversionLog): JsonObject {
    const fitting = Object.entries(added).filter(([name, value]) => {
      const other = this.#find(name)
      if (other === undefined) return true
      if (!jsonEqual(other, value))
        log.lose(`variable ${name}`, 'another folder or the collection sets it differently')
      return false
    })
    if (fitting.length > 0)
      log.note(
        `variables ${fitting.map(([name]) => name).join(', ')}`,
        'they are variables of the collection',
      )
    return { ...own, ...Object.fromEntries(fitting) }
  }

  #find(name: string): JsonValue | undefined {
    return Object.hasOwn(this.variables, name) ? this.variables[name] : this.secrets[name]
  }
}
