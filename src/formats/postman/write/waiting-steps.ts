import type { JsonObject } from '../../../model/json.ts'
import type { ConversionLog } from '../conversion-log.ts'
import { objectAt, objectOf, withoutUndefined } from '../parts.ts'
import { textsOf } from './write-events.ts'

/** Steps that send nothing themselves, but can be said in the script before the next request of their folder. */
export class WaitingSteps {
  readonly #log: ConversionLog
  #variables: JsonObject = {}
  #scripts: readonly string[] = []

  constructor(log: ConversionLog) {
    this.#log = log
  }

  /** True where a step waits for the next request. */
  takes(step: JsonObject): boolean {
    const hasConditions = ['skip', 'when', 'unless', 'data', 'for-each', 'repeat', 'retry'].some(key =>
      Object.hasOwn(step, key),
    )
    if (hasConditions || this.#scripts.length > 0) return this.#takesScript(step)
    if (!Object.hasOwn(step, 'set')) return this.#takesScript(step)
    this.#variables = { ...this.#variables, ...objectAt(step, 'set') }
    return true
  }

  #takesScript(step: JsonObject): boolean {
    const script = step['script']
    if (typeof script !== 'string' || ['skip', 'when', 'unless'].some(key => Object.hasOwn(step, key)))
      return false
    this.#scripts = [...this.#scripts, script]
    return true
  }

  /** The step with everything that waits for it. */
  joined(step: JsonObject): JsonObject {
    if (typeof step['request'] !== 'string') return step
    const [waiting, earlier] = [this.#variables, this.#scripts]
    this.#variables = {}
    this.#scripts = []
    if (Object.keys(waiting).length + earlier.length === 0) return step
    const scripts = objectAt(step, 'scripts')
    const before = [...earlier, ...textsOf(scripts['before'])]
    return {
      ...step,
      ...withoutUndefined({ variables: objectOf({ ...waiting, ...objectAt(step, 'variables') }) }),
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
