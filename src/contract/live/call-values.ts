import type { ApiDescription, Content, Operation, Parameter } from '../../api-description/api-description.ts'
import { combineSchema } from '../../api-description/examples/combine-schema.ts'
import { textOfFormat } from '../../api-description/examples/text-of-format.ts'
import { ExampleFactory, type ExampleWithSchema } from '../../api-requests/making/example-factory.ts'
import type { SentValue, ValueOrigin } from '../../model/contract-check.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import { jsonEqual } from '../../util/json-equal.ts'
import { list, mapping } from '../../util/read-values.ts'
import type { AnswerValues } from './answer-values.ts'
import type { FoundValue, ValuePart, ValueSource } from './value-sources.ts'
import { defined } from '../../util/defined.ts'

/** The value that was made for one part of a request. */
export interface MadeValue extends SentValue {
  readonly value: JsonValue
  /** Why no right value could be made. */
  readonly complaint?: string
}

/** Makes the values of requests: those that a source has, else examples, else what the schema allows. Remembers them. */
export class CallValues extends ExampleFactory {
  readonly #source: ValueSource
  readonly #answers: AnswerValues
  readonly #made: MadeValue[] = []
  /** Asked before all others, for as long as it is there. */
  instead: ValueSource | undefined

  /** `answers` are asked before a value is made up. */
  constructor(description: ApiDescription, source: ValueSource, answers: AnswerValues) {
    super(description)
    this.#source = source
    this.#answers = answers
  }

  /** Takes the values that were made since the last time. */
  take(): readonly MadeValue[] {
    return this.#made.splice(0)
  }

  /** True where a value was given, so that an optional part is sent, too. */
  isGiven(operation: Operation, parameter: Parameter): boolean {
    return this.#given(operation, parameter) !== undefined
  }

  /** True where the description gives a value for an optional parameter: shows one, or leaves little to guess. */
  isDescribed(operation: Operation, parameter: Parameter): boolean {
    const { value, complaint, origin, schema } = super.parameter(operation, parameter)
    if (complaint !== undefined || value === null) return false
    return (origin !== 'made' && parameter.examples.length > 0) || isPinned(schema.schema, schema.schema)
  }

  override parameter(operation: Operation, parameter: Parameter): ExampleWithSchema {
    const example = super.parameter(operation, parameter)
    return this.#keep(operation, parameter, example, parameter.examples, () =>
      this.#answered(operation, parameter),
    )
  }

  /** The first value of an answer that the schema of a parameter allows, in the type that it asks for. */
  #answered(operation: Operation, parameter: Parameter): FoundValue | undefined {
    for (const value of this.#answers.valuesFor(operation, parameter)) {
      const tried = super.parameter(operation, { ...parameter, examples: [value] })
      if (tried.origin === 'shown' && tried.complaint === undefined)
        return { value: tried.value, from: 'answer' }
    }
    return undefined
  }

  override body(operation: Operation, content: Content): ExampleWithSchema {
    const example = super.body(operation, content)
    return this.#keep(operation, { in: 'body', name: '' }, example, content.examples)
  }

  #given(operation: Operation, part: ValuePart): FoundValue | undefined {
    return this.instead?.find(operation, part) ?? this.#source.find(operation, part)
  }

  #keep(
    operation: Operation,
    part: ValuePart,
    example: ExampleWithSchema,
    examples: readonly JsonValue[],
    answered: () => FoundValue | undefined = () => undefined,
  ): ExampleWithSchema {
    const { in: place, name } = part
    const from = originOf(example, examples)
    const found = this.#given(operation, part) ?? (from === 'guessed' ? answered() : undefined)
    if (found !== undefined) {
      this.#made.push({ in: place, name, ...found })
      return { value: found.value, origin: 'shown', schema: example.schema }
    }
    const { value, complaint } = example
    this.#made.push(defined({ in: place, name, value, from, complaint }))
    return example
  }
}

function originOf({ value, origin, schema }: ExampleWithSchema, examples: readonly JsonValue[]): ValueOrigin {
  if (origin !== 'made') return 'documented'
  const shown = [...examples, ...shownBy(schema.schema)]
  return shown.some(one => jsonEqual(one, value)) ? 'documented' : 'guessed'
}

/**
 * True where a schema says enough for a value that means something: it shows one, is one of two, has bounds, a format that is
 * known or a pattern. A list is what its items are; of an object nothing is guessed.
 */
function isPinned(root: JsonObject, part: JsonValue | undefined): boolean {
  const schema = combineSchema(part ?? {}, mapping(root['$defs']), new Set(), 0)?.schema ?? {}
  if (shownBy(schema).length > 0) return true
  const { type, format, pattern, items } = schema
  switch (list(type).find(one => one !== 'null') ?? type) {
    case 'boolean':
      return true
    case 'integer':
    case 'number':
      return bounds.some(keyword => schema[keyword] !== undefined)
    case 'string':
      return pattern !== undefined || textOfFormat(format) !== undefined
    case 'array':
      return isPinned(root, items)
    default:
      return false
  }
}

const bounds = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum']

/** The values that a schema shows itself. */
function shownBy(root: JsonObject): readonly JsonValue[] {
  const schema = combineSchema(root, mapping(root['$defs']), new Set(), 0)?.schema ?? root
  const { default: usual, const: only, enum: some, examples, example } = schema
  return [...[usual, only, example].filter(value => value !== undefined), ...list(some), ...list(examples)]
}
