import type { ValidateFunction } from 'ajv'
import { SchemaEnv } from 'ajv/dist/compile/index.js'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import { PatternTimeout } from '../../patterns/index.ts'
import { reasonOf } from '../../util/reason-of.ts'
import { createAjv } from './ajv-instance.ts'
import { exactKeywords, type Judging } from './exact-keywords.ts'
import { inDoubles as doubles, type Originals } from './exact-values.ts'
import { BranchErrors } from './branch-errors.ts'
import type { Dialect } from './dialect.ts'
import { definitionsUsed } from '../../util/definitions-used.ts'
import { isObject } from '../../util/is-json.ts'
import { limitEvaluation } from '../../util/limit-evaluation.ts'
import { mapping } from '../../util/read-values.ts'
import { SchemaPointers } from './schema-pointers.ts'
import { SchemaWeights } from './schema-weights.ts'
import { schemaMessage, type SchemaMessage, type ValidateValue } from './schema-message.ts'
import { SchemaProblem } from './schema-problem.ts'

/** A validator for a flat schema. Throws `SchemaProblem` for a schema that ajv refuses. */
export function createValidator(schema: JsonObject, dialect: Dialect, checksFormats: boolean): ValidateValue {
  return new Validators(mapping(schema['$defs']), dialect, checksFormats).validatorOf(schema)
}

/**
 * Validators of flat schemas that share their definitions, each of which is compiled once: of 2000 schemas that all refer to
 * the same hundred, every one would otherwise compile that hundred again.
 */
export class Validators {
  readonly #definitions: JsonObject
  readonly #dialect: Dialect
  readonly #checksFormats: boolean
  /** The originals of schemas in doubles, where a double is another number. */
  readonly #originals: Originals = new WeakMap()
  #isExact = false
  readonly #plain: Compiler
  #exact: Compiler | undefined
  #judging: Judging = { root: null, inDoubles: null }

  /** `definitions` are what `#/$defs/0` and the like lead to; they are looked up when one is needed, so they may grow. */
  constructor(definitions: JsonObject, dialect: Dialect, checksFormats: boolean) {
    this.#definitions = definitions
    this.#dialect = dialect
    this.#checksFormats = checksFormats
    this.#plain = new Compiler(createAjv(dialect, checksFormats))
  }

  /** A validator for one schema, whose own `$defs` do not count. Throws `SchemaProblem` for a schema that ajv refuses. */
  validatorOf({ $defs: _, ...schema }: JsonObject): ValidateValue {
    const plain = this.#compiled(this.#plain, schema)
    let exact: Compiled | undefined
    return value => {
      const { value: inDoubles, originals } = doubles(value)
      const needsExact = this.#isExact || originals !== undefined
      if (needsExact) exact ??= this.#compiled((this.#exact ??= this.#exactCompiler()), schema)
      const { judge, weight } = (needsExact ? exact : undefined) ?? plain
      return limitEvaluation(value, weight, () => {
        this.#judging = { root: value, inDoubles, originals }
        return judge(inDoubles)
      })
    }
  }

  #compiled(compiler: Compiler, schema: JsonObject): Compiled {
    return compiler.compile(this.#inDoubles(schema), this.#definitions, part => this.#inDoubles(part))
  }

  /** A schema in doubles, the same each time. */
  #inDoubles<Schema extends JsonValue>(schema: Schema): Schema {
    const { value, originals } = doubles(schema, this.#originals)
    this.#isExact ||= originals !== undefined
    return value as Schema
  }

  #exactCompiler(): Compiler {
    const keywords = exactKeywords(this.#originals, () => this.#judging)
    return new Compiler(createAjv(this.#dialect, this.#checksFormats, keywords))
  }
}

/** A schema that is compiled, and how often it looks at one part of a value at most. */
interface Compiled {
  readonly judge: (value: JsonValue) => readonly SchemaMessage[]
  readonly weight: number
}

/** One instance of ajv with the schemas and definitions that were compiled in it. */
class Compiler {
  readonly #ajv: ReturnType<typeof createAjv>
  readonly #definitions: Record<string, JsonValue> = {}
  readonly #schemas: JsonValue[] = []
  readonly #pointers = new SchemaPointers()
  /** Of the definitions that are compiled, with all that they lead to. */
  readonly #weights = new SchemaWeights()

  constructor(ajv: ReturnType<typeof createAjv>) {
    this.#ajv = ajv
    ajv.addSchema({ $defs: this.#definitions, schemas: this.#schemas }, name)
  }

  /** Compiles a schema with those of the definitions that it leads to, which `convert` makes ready. */
  compile(
    schema: JsonObject,
    definitions: JsonObject,
    convert: (definition: JsonValue) => JsonValue,
  ): Compiled {
    // ajv compiles what a bare reference leads to once more, and what one inside of something leads to only once.
    const isReference = '$ref' in schema && Object.keys(schema).length === 1
    const index = this.#schemas.push(isReference ? { allOf: [schema] } : schema) - 1
    const validate = refuseAsProblem(() => {
      this.#compileDefinitions(schema, definitions, convert)
      return this.#ajv.getSchema(`${name}#/schemas/${index}`)
    })
    const findBranch = this.#findBranch.bind(this)
    return { judge: value => judge(value, validate, findBranch), weight: this.#weights.of(schema) }
  }

  /**
   * Compiles what a schema leads to, one definition after the other. ajv itself would compile each inside of the one that
   * refers to it, and overflow the stack of calls where three hundred refer to each other; for one that it knows and has not
   * compiled, it writes a call of what will be there by then.
   */
  #compileDefinitions(
    schema: JsonObject,
    definitions: JsonObject,
    convert: (definition: JsonValue) => JsonValue,
  ): void {
    const used = definitionsUsed(schema, definitions, this.#weights)
    const root = this.#ajv.schemas[name]
    if (root === undefined) throw new Error('ajv lost a schema it was given')
    for (const [key, written] of used) {
      const definition = convert(written)
      this.#definitions[key] = definition
      if (!isObject(definition)) continue
      const place = `${name}#/$defs/${key}`
      const environment = new SchemaEnv({ schema: definition, root, baseId: root.baseId })
      this.#ajv.refs[place] ??= environment
      root.refs[place] ??= environment
    }
    for (const key of used.keys()) this.#ajv.getSchema(`${name}#/$defs/${key}`)
    this.#weights.add(used)
  }

  #findBranch(parent: object, keyword: string, index: number): ValidateFunction | undefined {
    const pointer = this.#pointers.find(parent, { $defs: this.#definitions, schemas: this.#schemas })
    return pointer === undefined ? undefined : this.#ajv.getSchema(`${name}#${pointer}/${keyword}/${index}`)
  }
}

/** The name inside an instance of ajv. */
const name = 'schema'

function refuseAsProblem(compile: () => ValidateFunction | undefined): ValidateFunction {
  try {
    const validate = compile()
    if (validate !== undefined) return validate
  } catch (error) {
    if (error instanceof SchemaProblem || error instanceof RangeError) throw error
    throw new SchemaProblem(reasonOf(error))
  }
  throw new Error('ajv lost a schema it was given')
}

function judge(
  value: JsonValue,
  validate: ValidateFunction,
  findBranch: ConstructorParameters<typeof BranchErrors>[0],
): readonly SchemaMessage[] {
  try {
    if (validate(value)) return []
    return distinct(new BranchErrors(findBranch).relevant(validate.errors ?? []).map(schemaMessage))
  } catch (error) {
    if (error instanceof PatternTimeout) return [{ pointer: '/', message: error.message }]
    if (error instanceof RangeError) return [{ pointer: '/', message: 'is nested too deeply' }]
    throw error
  }
}

function distinct(messages: readonly SchemaMessage[]): readonly SchemaMessage[] {
  return [...new Map(messages.map(message => [`${message.pointer}: ${message.message}`, message])).values()]
}
