import type { ApiDescription, Content, Operation, Parameter } from '../../api-description/api-description.ts'
import {
  buildExample,
  type BuiltExample,
  type ValidateExample,
} from '../../api-description/examples/build-example.ts'
import { type JsonSchema, jsonSchemaOf } from '../../api-description/json-schema/json-schema-of.ts'
import { referenceOf } from '../../api-description/documents/document-set.ts'
import type { Located } from '../../api-description/documents/loaded-document.ts'
import { operationKey } from '../../api-description/operation-names.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import { isObject } from '../../util/is-json.ts'
import { usualHeader } from './usual-header.ts'
import { createValidator } from '../../validations/schema/ajv-chunk.ts'
import { SchemaProblem } from '../../validations/schema/schema-problem.ts'

/** An example with the schema it was made of. */
export interface ExampleWithSchema extends BuiltExample {
  readonly schema: JsonSchema
}

/** Makes example values for the requests of one description, each validated against its own schema. */
export class ExampleFactory {
  readonly #description: ApiDescription
  readonly #schemas = new Map<string, JsonSchema>()
  readonly #known = new WeakMap<JsonObject, ValidateExample>()
  readonly #validators = new Map<string, ValidateExample | undefined>()

  constructor(description: ApiDescription) {
    this.#description = description
  }

  /** A body in one media type. */
  body(operation: Operation, content: Content): ExampleWithSchema {
    return this.#example(content, content.examples, {
      seed: `${operationKey(operation)} ${content.type}`,
      name: '',
      separator: ' ',
    })
  }

  /** The value of a parameter, before it is written in its style. */
  parameter(operation: Operation, parameter: Parameter): ExampleWithSchema {
    const usual = usualHeader(operation, parameter)
    return this.#example(parameter, parameter.examples, {
      ...(usual === undefined ? {} : { usual }),
      seed: `${operationKey(operation)} ${parameter.in} ${parameter.name}`,
      name: parameter.name,
      separator: '-',
    })
  }

  #example(
    { schema: place }: Pick<Content, 'schema'>,
    examples: readonly JsonValue[],
    making: ValueNaming,
  ): ExampleWithSchema {
    const schema = this.#schemaOf(place)
    const { usual, ...naming } = making
    const isShown = shownBy.some(keyword => schema.schema[keyword] !== undefined)
    const better = usual === undefined || isShown ? examples : [...examples, usual]
    const built = buildExample({ ...naming, schema: schema.schema }, better, one => this.#compile(one))
    return { ...built, schema }
  }

  /** Many bodies refer to the same few schemas, so each is read once. */
  #schemaOf(place: Located | undefined): JsonSchema {
    if (place === undefined) return { schema: {}, unresolved: [], malformed: [] }
    const reference = referenceOf(place.value)
    const isAlone = isObject(place.value) && Object.keys(place.value).length === 1
    if (reference === undefined || !isAlone) return jsonSchemaOf(this.#description, place, 'request')
    const key = `${place.document.address} ${reference}`
    const schema = this.#schemas.get(key) ?? jsonSchemaOf(this.#description, place, 'request')
    this.#schemas.set(key, schema)
    return schema
  }

  /** Many parameters have the same few schemas, so each is compiled once. */
  #compile(schema: JsonObject): ValidateExample | undefined {
    const known = this.#known.get(schema)
    if (known !== undefined) return known
    const text = JSON.stringify(schema)
    const validate = this.#validators.has(text) ? this.#validators.get(text) : compile(schema)
    this.#validators.set(text, validate)
    if (validate !== undefined) this.#known.set(schema, validate)
    return validate
  }
}

/** What an example is for. */
interface ValueNaming {
  readonly seed: string
  readonly name: string
  readonly separator: string
  /** What everybody sends, unless the schema shows something else. */
  readonly usual?: string
}

/** Keywords with which a schema shows its values itself. */
const shownBy = ['examples', 'default', 'const', 'enum', 'pattern', 'allOf', 'anyOf', 'oneOf', '$ref']

function compile(schema: JsonObject): ValidateExample | undefined {
  try {
    return createValidator(schema, '2020-12', true)
  } catch (error) {
    if (error instanceof SchemaProblem || error instanceof RangeError) return undefined
    throw error
  }
}
