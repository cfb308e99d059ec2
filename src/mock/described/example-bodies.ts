import type { Content, Operation } from '../../api-description/api-description.ts'
import { typeOf } from '../../api-description/examples/fits-shallowly.ts'
import { withoutLeftOut } from '../../api-description/examples/without-left-out.ts'
import { bareType, isJsonType } from '../../api-description/find-response.ts'
import type { ExampleFactory } from '../../api-requests/making/example-factory.ts'
import { xmlText } from '../../api-requests/making/xml-text.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import { isObject } from '../../util/is-json.ts'
import { mapping } from '../../util/read-values.ts'
import { valueText } from '../../util/value-text.ts'
import type { SchemaReader } from '../../validations/answer/schema-reader.ts'
import { writeJson } from '../../util/exact-number.ts'

/** A body that the description shows. */
export interface ShownBody {
  readonly bytes: Uint8Array
  /** The problem of the example that the description has for it: `an example breaks its schema: /id: must be integer`. */
  readonly note?: string
}

/** The bodies of answers. */
export class ExampleBodies {
  readonly #examples: ExampleFactory
  readonly #schemas: SchemaReader
  /** By content and the name of an example: the same request gets the same answer. */
  readonly #known = new Map<Content, Map<string | undefined, ShownBody>>()

  constructor(examples: ExampleFactory, schemas: SchemaReader) {
    this.#examples = examples
    this.#schemas = schemas
  }

  /**
   * The body that the description shows: the example of a name, which it has, or the first that is right, or a value
   * that its schema allows.
   */
  shown(operation: Operation, content: Content, example?: string): ShownBody {
    const known = this.#known.get(content) ?? new Map<string | undefined, ShownBody>()
    this.#known.set(content, known)
    const made = known.get(example) ?? this.#make(operation, content, example)
    known.set(example, made)
    return made
  }

  /**
   * The body that the description shows, with the fault as its `detail` or `title`, where it has no example and its
   * schema allows that.
   */
  explaining(operation: Operation, content: Content, text: string): Uint8Array {
    const { value, origin } = this.#examples.body(operation, content)
    const schema = content.schema === undefined ? undefined : this.#schemas.read(content.schema, 'response')
    if (origin !== 'shown' && isObject(value) && schema?.ok === true) {
      const name = ['detail', 'title'].find(one => typeof value[one] === 'string')
      const told = name === undefined ? value : { ...value, [name]: text }
      if (schema.value.validate(told).length === 0) return this.write(content, told)
    }
    return this.shown(operation, content).bytes
  }

  /** A value as a content writes it. */
  write(content: Content, value: JsonValue): Uint8Array {
    const read = content.schema === undefined ? undefined : this.#schemas.read(content.schema, 'response')
    const schema = read?.ok === true ? read.value.schema : {}
    return Buffer.from(writeExample(value, schema, concreteType(content.type)))
  }

  #make(operation: Operation, content: Content, example: string | undefined): ShownBody {
    const named = example === undefined ? undefined : content.namedExamples?.get(example)
    const examples = named === undefined ? content.examples : [named]
    const { value, schema, origin, complaint, rejected } = this.#examples.body(operation, content, examples)
    const type = concreteType(content.type)
    const [first] = examples
    // In another language than JSON an object or a list is shown as the text that it is sent as.
    const isWhole = typeof first === 'string' && !isJsonType(type) && first !== ''
    if (isWhole && ['object', 'array'].includes(typeOf(schema.schema) ?? ''))
      return { bytes: Buffer.from(first) }
    // An example that was asked for by its name is sent even where it is wrong.
    const sent =
      named === undefined || origin === 'shown'
        ? value
        : withoutLeftOut(named, schema.schema, mapping(schema.schema['$defs']))
    const bytes = Buffer.from(writeExample(sent, schema.schema, type))
    if (rejected === undefined) return { bytes }
    const what = example === undefined ? 'an example' : `the example ${writeJson(example)}`
    const isLeftOut = example === undefined && complaint === undefined ? ', and is not sent' : ''
    return {
      bytes,
      note: `${operation.method} ${operation.path}: ${what} of ${content.type} breaks its schema${isLeftOut}: ${rejected}`,
    }
  }
}

/** A media type that a range stands for. */
export function concreteType(type: string): string {
  if (!type.includes('*')) return type
  return /^text\//i.test(type) ? 'text/plain' : 'application/json'
}

/** A value as a media type writes it: JSON, XML by its schema, a form, or text; a text that is no JSON stays as it is. */
function writeExample(value: JsonValue, schema: JsonObject, mediaType: string): string {
  const type = bareType(mediaType)
  if (isJsonType(type)) return writeJson(value)
  if (typeof value === 'string') return value
  if (/[/+]xml$/.test(type)) return xmlText(value, schema, 'xml')
  if (type === 'application/x-www-form-urlencoded' && isObject(value)) return formText(value)
  return valueText(value)
}

function formText(value: JsonObject): string {
  return new URLSearchParams(
    Object.entries(value).map(([name, one]): [string, string] => [name, valueText(one)]),
  ).toString()
}
