import type {
  ApiDescription,
  Content,
  DescriptionVersion,
  Direction,
  HeaderDescription,
  Operation,
  Parameter,
} from '../../api-description/api-description.ts'
import {
  buildExample,
  type BuiltExample,
  type ValidateExample,
} from '../../api-description/examples/build-example.ts'
import { combineSchema } from '../../api-description/examples/combine-schema.ts'
import { Discriminators } from '../../api-description/json-schema/discriminators.ts'
import { type JsonSchema, JsonSchemas } from '../../api-description/json-schema/json-schemas.ts'
import { operationKey } from '../../api-description/operation-names.ts'
import { leadsNowhere } from '../../api-description/unreadable-parts.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import { definitionsUsed } from '../../util/definitions-used.ts'
import { mapping } from '../../util/read-values.ts'
import { usualHeader } from './usual-header.ts'
import { SchemaProblem } from '../../validations/schema/schema-problem.ts'
import { createValidator } from '../../validations/schema/validator.ts'
import { defined } from '../../util/defined.ts'

/** An example with the schema it was made of. */
export interface ExampleWithSchema extends BuiltExample {
  readonly schema: JsonSchema
}

/** Makes example values for the requests or the answers of one description, each validated against its own schema. */
export class ExampleFactory {
  readonly version: DescriptionVersion
  readonly #schemas: JsonSchemas
  readonly #known = new Map<string, ValidateExample | undefined>()
  readonly #alike = new Map<string, ValidateExample | undefined>()
  readonly #isPlain: boolean
  readonly #missing = new Map<Content, readonly string[]>()

  /** Plain values show the shape of a schema, and not what a person might write. */
  constructor(
    description: ApiDescription,
    {
      direction = 'request',
      isPlain = false,
    }: { readonly direction?: Direction; readonly isPlain?: boolean } = {},
  ) {
    this.version = description.version
    this.#schemas = new JsonSchemas(description, direction, new Discriminators(description.documents))
    this.#isPlain = isPlain
  }

  /** Why nobody knows what a body is like: references in its schema that lead nowhere. */
  missingIn(content: Content): readonly string[] {
    let known = this.#missing.get(content)
    if (known === undefined) {
      known = this.unresolvedIn(content).map(({ reference, reason }) => leadsNowhere(reference, reason))
      this.#missing.set(content, known)
    }
    return known
  }

  /** The same references, each with the reason; they are the same whichever way a body travels. */
  unresolvedIn({ schema }: Content): JsonSchema['unresolved'] {
    return schema === undefined ? [] : this.#schemas.at(schema).unresolved
  }

  /** A body in one media type, after its own examples or others. */
  body(operation: Operation, content: Content, examples = content.examples): ExampleWithSchema {
    return this.#example(content, examples, {
      seed: `${operationKey(operation)} ${content.type}`,
      name: '',
      separator: ' ',
    })
  }

  /**
   * True where the description shows what a header of an answer may be: by an example, a default or the only value there
   * is.
   */
  shows({ schema: place, examples = [] }: HeaderDescription): boolean {
    if (examples.length > 0 || place === undefined) return examples.length > 0
    const { schema } = this.#schemas.at(place)
    const whole = combineSchema(schema, mapping(schema['$defs']), new Set(), 0)?.schema ?? {}
    return ['examples', 'default', 'const'].some(keyword => whole[keyword] !== undefined)
  }

  /** The value of a header of an answer. */
  header(operation: Operation, header: HeaderDescription): ExampleWithSchema {
    const seed = `${operationKey(operation)} header ${header.name}`
    return this.#example(header, header.examples ?? [], { seed, name: header.name, separator: '-' })
  }

  /** The value of a parameter, before it is written in its style. */
  parameter(operation: Operation, parameter: Parameter): ExampleWithSchema {
    const usual = usualHeader(operation, parameter)
    return this.#example(
      parameter,
      parameter.examples,
      defined({
        usual,
        seed: `${operationKey(operation)} ${parameter.in} ${parameter.name}`,
        name: parameter.name,
        separator: '-',
      }),
    )
  }

  #example(
    { schema: place }: Pick<Content, 'schema'>,
    examples: readonly JsonValue[],
    making: ValueNaming,
  ): ExampleWithSchema {
    const schema = place === undefined ? nothingAsked : this.#schemas.at(place)
    const { usual, ...naming } = making
    const isShown = shownBy.some(keyword => schema.schema[keyword] !== undefined)
    const better = usual === undefined || isShown ? examples : [...examples, usual]
    const built = buildExample({ ...naming, schema: schema.schema, isPlain: this.#isPlain }, better, one =>
      this.#compile(one),
    )
    return { ...built, schema }
  }

  /** Many parameters have the same few schemas, so each is compiled once. */
  #compile({ $defs: _, ...schema }: JsonObject): ValidateExample | undefined {
    const text = JSON.stringify(schema)
    if (!this.#known.has(text)) this.#known.set(text, this.#compileAlike(schema))
    return this.#known.get(text)
  }

  /** Many components differ in nothing but their names, so of those that say the same one is compiled. */
  #compileAlike(schema: JsonObject): ValidateExample | undefined {
    const used = definitionsUsed(schema, this.#schemas.definitions)
    const places = new Map([...used.keys()].map((name, index) => [name, index]))
    const text = JSON.stringify([schema, ...used.values()]).replaceAll(
      /(?<="\$ref":"#\/\$defs\/)\d+/g,
      name => String(places.get(name)),
    )
    if (!this.#alike.has(text)) this.#alike.set(text, compile({ ...schema, $defs: Object.fromEntries(used) }))
    return this.#alike.get(text)
  }
}

const nothingAsked: JsonSchema = { schema: {}, unresolved: [], malformed: [] }

/** The use of an example. */
interface ValueNaming {
  readonly seed: string
  readonly name: string
  readonly separator: string
  /** The usual value, unless the schema shows something else. */
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
