import type { ApiDescription, Content, Operation, Parameter } from '../../api-description/api-description.ts'
import {
  buildExample,
  type BuiltExample,
  type ValidateExample,
} from '../../api-description/examples/build-example.ts'
import { type JsonSchema, JsonSchemas } from '../../api-description/json-schema/json-schema-of.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import { usualHeader } from './usual-header.ts'
import { Validators } from '../../validations/schema/ajv-chunk.ts'
import { SchemaProblem } from '../../validations/schema/schema-problem.ts'

/** An example with the schema it was made of. */
export interface ExampleWithSchema extends BuiltExample {
  readonly schema: JsonSchema
}

/** Makes example values for the requests of one description, each validated against its own schema. */
export class ExampleFactory {
  readonly #schemas: JsonSchemas
  readonly #validators: Validators
  readonly #known = new Map<string, ValidateExample | undefined>()

  constructor(description: ApiDescription) {
    this.#schemas = new JsonSchemas(description, 'request')
    this.#validators = new Validators(this.#schemas.definitions, '2020-12', true)
  }

  /** A body in one media type. */
  body(operation: Operation, content: Content): ExampleWithSchema {
    return this.#example(content, content.examples, {
      seed: `${operation.method} ${operation.path} ${content.type}`,
      name: '',
      separator: ' ',
    })
  }

  /** The value of a parameter, before it is written in its style. */
  parameter(operation: Operation, parameter: Parameter): ExampleWithSchema {
    const usual = usualHeader(operation, parameter)
    return this.#example(parameter, parameter.examples, {
      ...(usual === undefined ? {} : { usual }),
      seed: `${operation.method} ${operation.path} ${parameter.in} ${parameter.name}`,
      name: parameter.name,
      separator: '-',
    })
  }

  #example(
    { schema: place }: Pick<Content, 'schema'>,
    examples: readonly JsonValue[],
    making: ValueNaming,
  ): ExampleWithSchema {
    const schema = place === undefined ? anything : this.#schemas.at(place)
    const { usual, ...naming } = making
    const isShown = shownBy.some(keyword => schema.schema[keyword] !== undefined)
    const better = usual === undefined || isShown ? examples : [...examples, usual]
    const built = buildExample({ ...naming, schema: schema.schema }, better, one => this.#compile(one))
    return { ...built, schema }
  }

  /** Many parameters and bodies have the same few schemas, so each is compiled once. */
  #compile({ $defs: _, ...schema }: JsonObject): ValidateExample | undefined {
    const text = JSON.stringify(schema)
    const validate = this.#known.has(text) ? this.#known.get(text) : compile(schema, this.#validators)
    this.#known.set(text, validate)
    return validate
  }
}

/** What a parameter or body without a schema may be. */
const anything: JsonSchema = { schema: {}, unresolved: [] }

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

function compile(schema: JsonObject, validators: Validators): ValidateExample | undefined {
  try {
    return validators.validatorOf(schema)
  } catch (error) {
    if (error instanceof SchemaProblem || error instanceof RangeError) return undefined
    throw error
  }
}
