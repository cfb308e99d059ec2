import { Ajv, type AnySchemaObject, type Format, type FuncKeywordDefinition, type Options } from 'ajv'
import draft04 from 'ajv-draft-04'
import { Ajv2019 } from 'ajv/dist/2019.js'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { preparePattern } from '../../patterns/engine.ts'
import type { Pattern } from '../../patterns/index.ts'
import { isMultipleOf } from '../../util/exact-number.ts'
import { formats } from '../../util/text-formats.ts'
import type { Dialect } from './dialect.ts'
import { SchemaProblem } from './schema-problem.ts'
import { uniqueItemsOf } from './unique-items.ts'

/** The common methods of the dialects' classes of ajv. */
type AnyAjv = Pick<
  Ajv,
  'compile' | 'addSchema' | 'getSchema' | 'addFormat' | 'addKeyword' | 'removeKeyword' | 'schemas' | 'refs'
>

/** A fresh validator factory for one schema, which has been checked already; `keywords` take the place of its own. */
export function createAjv(
  dialect: Dialect,
  checksFormats: boolean,
  keywords: readonly FuncKeywordDefinition[] = [],
): AnyAjv {
  const chosen = { ...options, meta: false, validateSchema: false, validateFormats: checksFormats }
  const instance = create(dialect, chosen)
  for (const keyword of keywords) instance.removeKeyword(String(keyword.keyword)).addKeyword(keyword)
  return instance
}

const options: Options = {
  strict: false,
  allErrors: true,
  // Errors name the schema they come from and the value they are about.
  verbose: true,
  // `required: [toString]` asks for a member of the value, not of its prototype.
  ownProperties: true,
  logger: false,
  code: { regExp: Object.assign(safeRegExp, { code: '' }) },
}

function create(dialect: Dialect, chosen: Options): AnyAjv {
  const instance = construct(dialect, chosen)
  for (const keyword of [multipleOf, uniqueItemsOf(list => list)])
    instance.removeKeyword(keyword.keyword).addKeyword(keyword)
  for (const [name, format] of [...formats, ...[8, 16, 32, 64].flatMap(wholeNumbers)])
    instance.addFormat(name, format)
  return instance
}

/** The whole numbers of so many bits, with and without a sign. */
function wholeNumbers(bits: number): readonly (readonly [name: string, format: Format])[] {
  const format = (least: number, end: number): Format => ({
    type: 'number',
    validate: number => Number.isInteger(number) && number >= least && number < end,
  })
  return [
    [`int${bits}`, format(-(2 ** (bits - 1)), 2 ** (bits - 1))],
    [`uint${bits}`, format(0, 2 ** bits)],
  ]
}

function construct(dialect: Dialect, chosen: Options): AnyAjv {
  if (dialect === 'draft-04') return new draft04.default(chosen)
  if (dialect === '2019-09') return new Ajv2019(chosen)
  return dialect === '2020-12' ? new Ajv2020(chosen) : new Ajv(chosen)
}

/** Patterns of schemas run on the engine that cannot hang. ajv distinguishes them by their text. */
function safeRegExp(text: string): Pattern & { toString(): string } {
  const prepared = preparePattern(text)
  if (!prepared.ok) throw new SchemaProblem(`the pattern ${text} is invalid: ${prepared.message}`)
  const { pattern } = prepared
  return {
    test: subject => pattern.test(subject),
    firstGroup: subject => pattern.firstGroup(subject),
    toString: () => text,
  }
}

const metaAddresses: Readonly<Record<Dialect, string>> = {
  'draft-04': 'http://json-schema.org/draft-04/schema',
  'draft-06': 'http://json-schema.org/draft-07/schema',
  'draft-07': 'http://json-schema.org/draft-07/schema',
  '2019-09': 'https://json-schema.org/draft/2019-09/schema',
  '2020-12': 'https://json-schema.org/draft/2020-12/schema',
}

const metaInstances = new Map<Dialect, AnyAjv>()

/** The instance that knows a dialect's meta-schemas. Draft 6 is checked by those of draft 7, which contain its own. */
export function metaAjv(dialect: Dialect): AnyAjv {
  const instance = metaInstances.get(dialect) ?? create(dialect, options)
  metaInstances.set(dialect, instance)
  return instance
}

/** The dialect's meta-schema as a validator of schemas. */
export function metaValidator(dialect: Dialect): ReturnType<AnyAjv['compile']> {
  const validator = metaAjv(dialect).getSchema(metaAddresses[dialect])
  if (validator === undefined) throw new Error(`ajv has no meta-schema for ${dialect}`)
  return validator
}

/** The meta-schema, or one of its parts, that stands at an address. */
export function metaSchema(address: string, dialect: Dialect): AnySchemaObject | undefined {
  const wanted = address.replace('draft-06', 'draft-07')
  const found = metaAjv(dialect).schemas[wanted]?.schema
  return typeof found === 'object'
    ? { ...found, ...(dialect === 'draft-06' ? { $id: address } : {}) }
    : undefined
}

/** `multipleOf` for decimal fractions: 19.99 is a multiple of 0.01, though its binary neighbour is not. */
const multipleOf = {
  keyword: 'multipleOf',
  type: 'number',
  schemaType: 'number',
  validate: (divisor: number, value: number) =>
    Number.isSafeInteger(value) && Number.isSafeInteger(divisor) && divisor !== 0
      ? value % divisor === 0
      : isMultipleOf(value, divisor),
  errors: false,
  error: { message: ({ schema }) => `must be multiple of ${String(schema)}` },
} satisfies FuncKeywordDefinition
