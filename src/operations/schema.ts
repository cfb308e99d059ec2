/**
 * JSON Schema of values of one type. A schema is what every face shows of an input: the command line in its help, the
 * documents, a tool server in its list of tools; the type follows from it.
 */
export interface Schema<Value = unknown> {
  readonly type?: 'string' | 'number' | 'integer' | 'boolean' | 'array' | 'object'
  readonly description?: string
  /** A definition of a published schema: `suite.schema.json#/definitions/step`. */
  readonly $ref?: string
  readonly enum?: readonly string[]
  readonly minimum?: number
  readonly maximum?: number
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: false | Schema
  readonly oneOf?: readonly Schema[]
  /** Only a person gives it, by hand: it lets an operation do more, or tells what nobody else is to know. */
  readonly byHand?: true
  /** Of a text that is, or may be, the name of a file or folder: what is done with it. */
  readonly path?: PathUse
  /** Only types look at it. */
  readonly valueType?: Value
}

/**
 * The use of a file or folder that an operation is told the name of: `change` reads it and writes it in its place, and
 * of `mention` only the name matters.
 */
export type PathUse = 'read' | 'write' | 'change' | 'mention'

/** The type of what a schema describes. */
export type ValueOf<One> = One extends Schema<infer Value> ? Value : never

/** A schema that says what it describes. */
export interface Described {
  readonly description: string
}

/** Schemas by key; an optional one says so in its type. */
type Properties = Readonly<Record<string, Schema>>

/** A key that may be left out. */
interface Optional<Value> extends Schema<Value> {
  readonly optional: true
}

type OptionalKeys<All extends Properties> = {
  [Key in keyof All]: All[Key] extends Optional<unknown> ? Key : never
}[keyof All]

/** The type of an object with these keys. */
export type ObjectOf<All extends Properties> = {
  readonly [Key in Exclude<keyof All, OptionalKeys<All>>]: ValueOf<All[Key]>
} & { readonly [Key in OptionalKeys<All>]?: ValueOf<All[Key]> }

/** A schema of an object, with the schemas of its keys as they were given. */
export interface ObjectSchema<All extends Properties = Properties> extends Schema<ObjectOf<All>> {
  readonly type: 'object'
  readonly properties: All
}

/** A text. */
export function text(description: string): Described & Schema<string> {
  return { type: 'string', description }
}

/** The name of a file or folder, from the working folder; where others may be read, a URL or what is saved may stand there, too. */
export function fileName(use: PathUse, description: string): Described & Schema<string> {
  return { type: 'string', description, path: use }
}

/** One of some texts. */
export function choice<Choice extends string>(
  choices: readonly Choice[],
  description: string,
): Described & Schema<Choice> & { readonly enum: readonly Choice[] } {
  return { type: 'string', description, enum: choices }
}

/** A whole number, `minimum` at least. */
export function whole(description: string, minimum?: number): Described & Schema<number> {
  return { type: 'integer', description, ...(minimum === undefined ? {} : { minimum }) }
}

/** A number. */
export function number(description: string): Described & Schema<number> {
  return { type: 'number', description }
}

/** True or false. */
export function flag(description: string): Described & Schema<boolean> {
  return { type: 'boolean', description }
}

/** Any number of the same, in order. */
export function list<Item>(items: Schema<Item>, description: string): Described & Schema<readonly Item[]> {
  return { type: 'array', description, items }
}

/** Values of one kind by names that the user chooses. */
export function map<Value>(
  values: Schema<Value>,
  description: string,
): Described & Schema<Readonly<Record<string, Value>>> {
  return { type: 'object', description, additionalProperties: values }
}

/** The schema for a definition of a published schema, as the type that the program has for it. */
export function published<Value>(definition: string, description: string): Described & Schema<Value> {
  return { description, $ref: definition }
}

/** An object with these keys and no others; those that are not optional must be there. */
export function object<All extends Properties>(properties: All, description?: string): ObjectSchema<All> {
  return {
    type: 'object',
    ...(description === undefined ? {} : { description }),
    properties,
    required: Object.keys(properties).filter(key => !('optional' in (properties[key] ?? {}))),
    additionalProperties: false,
  }
}

/** A key that may be left out. */
export function optional<Value, One extends Schema<Value>>(
  schema: One & Schema<Value>,
): One & Optional<ValueOf<One>> {
  return { ...schema, optional: true } as One & Optional<ValueOf<One>>
}

/** A key that only a person gives, by hand: no program that asks for the operation is offered it. */
export function byHand<One extends Schema>(schema: One): One & { readonly byHand: true } {
  return { ...schema, byHand: true }
}

/** A schema of what the program has a type for that says more than JSON can. */
export function typed<Value>(schema: Schema): Schema<Value> {
  const { valueType: _, ...rest } = schema
  return rest
}
