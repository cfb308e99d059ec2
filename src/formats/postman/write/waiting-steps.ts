import type { JsonObject } from '../../../model/json.ts'
import type { ConversionLog } from '../conversion-log.ts'
import { objectAt, objectOf } from '../parts.ts'
import { textsOf } from './write-events.ts'

/** Steps that send nothing themselves, but can be said in the script before the next request of their folder. */
export class WaitingSteps {
  readonly #log: ConversionLog
  #variables: JsonObject = {}
  #scripts: readonly string[] = []

  constructor(log: ConversionLog) {
    this.#log = log
  }

  /** Whether a step waits for the next request. */
  takes(step: JsonObject): boolean {
    const hasConditions = ['when', 'data', 'retry'].some(key => Object.hasOwn(step, key))
    if (hasConditions || this.#scripts.length > 0) return this.#takesScript(step)
    if (!Object.hasOwn(step, 'set')) return this.#takesScript(step)
    this.#variables = { ...this.#variables, ...objectAt(step, 'set') }
    return true
  }

  #takesScript(step: JsonObject): boolean {
    const script = step['script']
    if (typeof script !== 'string' || Object.hasOwn(step, 'when')) return false
    this.#scripts = [...this.#scripts, script]
    return true
  }

  /** The step with everything that waits for it. */
  joined(step: JsonObject): JsonObject {
    if (typeof step['request'] !== 'string') return step
    const variables = objectOf({ ...this.#variables, ...objectAt(step, 'variables') })
    const scripts = objectAt(step, 'scripts')
    const before = [...this.#scripts, ...textsOf(scripts['before'])]
    this.#variables = {}
    this.#scripts = []
    return {
      ...step,
      ...(variables === undefined ? {} : { variables }),
      ...(before.length === 0 ? {} : { scripts: { ...scripts, before } }),
    }
  }

  /** Tells of what no request came for. */
  end(): void {
    const names = Object.keys(this.#variables)
    if (names.length > 0) this.#log.lose(`set ${names.join(', ')}`, 'no request follows in the folder')
    if (this.#scripts.length > 0) this.#log.lose('script', 'no request follows in the folder')
  }
}
