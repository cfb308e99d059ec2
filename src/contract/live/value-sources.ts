import type { Operation, Parameter } from '../../api-description/api-description.ts'
import type { JsonValue } from '../../model/json.ts'
import type { ValueOrigin } from '../../model/contract-check.ts'

/** A value, and where it is from. */
export interface FoundValue {
  readonly value: JsonValue
  readonly from: ValueOrigin
}

/** Where values of requests are looked up before any are made up. */
export interface ValueSource {
  /** The value of a parameter, or of the body of an operation. */
  find(operation: Operation, part: ValuePart): FoundValue | undefined
}

/** The part of a request that a value is for. */
export type ValuePart = Pick<Parameter, 'in' | 'name' | 'schema'> | { readonly in: 'body'; readonly name: '' }

/** The first value that one of several sources has. */
export function firstOf(sources: readonly ValueSource[]): ValueSource {
  return {
    find: (operation, part) => {
      for (const source of sources) {
        const found = source.find(operation, part)
        if (found !== undefined) return found
      }
      return undefined
    },
  }
}
