import { isError } from '../../model/problem.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import type { DocumentPath } from '../../model/span.ts'
import { didYouMean } from '../../util/did-you-mean.ts'
import { isList, isObject, isCollection } from '../../util/is-json.ts'
import {
  asserting,
  isAsserting,
  dialects,
  isCheckedFormat,
  isKnownWord,
  keywords,
  meantFormat,
  meantWord,
  typesOfKeyword,
} from '../../util/schema-words.ts'
import { subschemasOf } from '../../util/subschemas.ts'
import { metaSchema } from './ajv-instance.ts'
import { checkSchema } from './check-schema.ts'
import { dialectOf, keepsReferenceSiblings, type Dialect } from './dialect.ts'
import { loadReferences } from './load-references.ts'
import { SchemaProblem } from './schema-problem.ts'
import { SchemaRegistry } from './schema-registry.ts'

/** Something wrong with a schema, or in it without effect. */
export interface SchemaFinding {
  readonly severity: 'error' | 'warning'
  /** The address of the document it stands in. */
  readonly address: string
  readonly path: DocumentPath
  readonly message: string
  readonly hint?: string
}

/**
 * Looks through a schema that was read from `address`, and through all that it refers to, for words that would be passed
 * over in silence: keywords, formats and types that there are not, and those that do nothing in its dialect. Words of
 * OpenAPI, notes for people and editors, and names with `x-` in front are no mistakes.
 */
export async function lintSchema(address: string, schema: JsonValue): Promise<readonly SchemaFinding[]> {
  const dialect = dialectOf(schema)
  if (dialect === undefined || !isObject(schema)) return []
  const registry = new SchemaRegistry(dialect)
  try {
    await loadReferences(registry, address, schema, wanted => Promise.resolve(metaSchema(wanted, dialect)))
    const lint = new Lint(registry, dialect)
    lint.look(schema)
    lint.reportProperties()
    const findings = saysSomething(schema) ? lint.findings : lint.reportEmpty(schema)
    return findings.some(isError) ? findings : [...findings, ...invalidParts(address, schema, dialect)]
  } catch (error) {
    // A schema that does not even load is reported when it is compiled.
    if (error instanceof SchemaProblem || error instanceof RangeError) return []
    throw error
  }
}

function invalidParts(address: string, schema: JsonValue, dialect: Dialect): readonly SchemaFinding[] {
  try {
    checkSchema(schema, dialect)
    return []
  } catch (error) {
    if (!(error instanceof SchemaProblem)) throw error
    return [{ severity: 'error', address, path: error.path ?? [], message: error.message }]
  }
}

class Lint {
  readonly findings: SchemaFinding[] = []
  readonly #registry: SchemaRegistry
  readonly #dialect: Dialect
  readonly #seen = new Set<JsonValue>()
  /** Schemas under words that are no keywords. */
  readonly #strange: { readonly schema: JsonObject; readonly keyword: string; readonly value: JsonObject }[] =
    []
  #places: ReadonlyMap<JsonValue, Pick<SchemaFinding, 'address' | 'path'>> | undefined

  constructor(registry: SchemaRegistry, dialect: Dialect) {
    this.#registry = registry
    this.#dialect = dialect
  }

  /** Looks at a schema, at those inside it, and at those it refers to. */
  look(schema: JsonValue): void {
    if (!isObject(schema) || this.#seen.has(schema)) return
    this.#seen.add(schema)
    for (const [keyword, value] of Object.entries(schema)) this.#lookAt(schema, keyword, value)
    for (const part of subschemasOf(schema)) this.look(part)
    for (const keyword of ['$ref', '$dynamicRef']) {
      const reference = schema[keyword]
      const resource = this.#registry.resourceOf(schema)
      if (typeof reference === 'string' && resource !== undefined && !isOfDialects(reference))
        this.look(this.#registry.resolve(reference, resource).schema)
    }
  }

  /** Reports schemas that stand beside keywords, and that nothing refers to: properties, it seems. */
  reportProperties(): void {
    for (const { schema, keyword, value } of this.#strange) {
      const isUsed = this.#seen.has(value)
      this.findings.push({
        ...this.#placeOf(schema, keyword),
        severity: isUsed ? 'warning' : 'error',
        message: `"${keyword}" is no keyword of JSON Schema, and would be passed over`,
        hint: isUsed
          ? extensionHint
          : `Put it under \`properties\`, if it is one: \`properties: { ${keyword}: … }\`.`,
      })
    }
  }

  /** Reports the mistake in a schema without any effect. */
  reportEmpty(schema: JsonObject): readonly SchemaFinding[] {
    const [first = ''] = Object.keys(schema)
    const tells = this.findings.some(isError)
    if (tells) return this.findings
    return [{ ...this.#placeOf(schema, first), severity: 'error', ...whyEmpty(schema) }]
  }

  #lookAt(schema: JsonObject, keyword: string, value: JsonValue): void {
    const report = (more: Omit<SchemaFinding, 'address' | 'path'>): void => {
      this.findings.push({ ...this.#placeOf(schema, keyword), ...more })
    }
    const isAlone = !keepsReferenceSiblings(this.#dialect) && Object.hasOwn(schema, '$ref')
    if (keyword === 'type') for (const type of [value].flat()) wrongType(type, report)
    else if (keyword === 'format') wrongFormat(value, report)
    else if (isAlone && asserting.has(keyword))
      report({
        severity: 'warning',
        message: `beside $ref, "${keyword}" does nothing in ${this.#dialect}`,
        hint: 'Put both into `allOf`, or name 2020-12 in `$schema`.',
      })
    else if (isStraySchema(keyword, value)) this.#strange.push({ schema, keyword, value })
    else {
      const idle = whyIdle(schema, keyword)
      if (idle === undefined) wrongKeyword(keyword, this.#dialect, report)
      else report({ severity: 'error', ...idle })
    }
  }

  #placeOf(schema: JsonValue, keyword: string): Pick<SchemaFinding, 'address' | 'path'> {
    this.#places ??= placesIn(this.#registry.documents)
    const place = this.#places.get(schema)
    return { address: place?.address ?? '', path: [...(place?.path ?? []), keyword] }
  }
}

/** True where a word is none of schemas, and its value is one. */
function isStraySchema(keyword: string, value: JsonValue): value is JsonObject {
  const isKeyword =
    keyword === 'id' ? !isObject(value) : isKnownWord(keyword) || meantWord(keyword, true) !== undefined
  return !isKeyword && isObject(value) && (saysSomething(value) || Object.keys(value).some(isStore))
}

function whyEmpty(schema: JsonObject): Pick<SchemaFinding, 'message' | 'hint'> {
  if (Object.hasOwn(schema, 'openapi') || Object.hasOwn(schema, 'swagger'))
    return {
      message: 'this is an API description, and no schema',
      hint: 'Write `schema: { spec: openapi.yaml, operation: getUser }`; `apitest validate` has `--spec` and `--operation`.',
    }
  const store = Object.keys(schema).find(isStore)
  return {
    message: 'this is no schema: none of its words is a keyword that says something of values',
    hint:
      store === undefined
        ? 'To compare with an example, write `$: { matches: … }`; a schema has words such as `type` and `required`.'
        : `What stands under "${store}" is only kept; use it: \`$ref: "#/${store}/NAME"\`.`,
  }
}

/** True where a schema has a keyword that says something of values, or leads to schemas. */
function saysSomething(schema: JsonObject): boolean {
  return Object.keys(schema).some(
    word => asserting.has(word) || /^\$(?:ref|dynamicRef|recursiveRef)$/.test(word),
  )
}

/** True where a keyword only keeps schemas, for others to refer to. */
function isStore(keyword: string): boolean {
  return keyword === '$defs' || keyword === 'definitions'
}

/** Why a keyword has no effect where it stands. */
function whyIdle(schema: JsonObject, keyword: string): Pick<SchemaFinding, 'message' | 'hint'> | undefined {
  const needed = companions.get(keyword)
  if (needed !== undefined && !Object.hasOwn(schema, needed))
    return {
      message: `"${keyword}" without "${needed}" says nothing`,
      hint: `Add \`${needed}\`, or take it out.`,
    }
  const type = Object.hasOwn(schema, 'type') ? schema['type'] : undefined
  const spoken = typesOfKeyword(keyword)
  if (typeof type !== 'string' || !types.includes(type) || spoken.length === 0 || spoken.includes(type))
    return undefined
  return {
    message: `"${keyword}" says nothing of a value of type ${type}`,
    hint: `It is for ${spoken.join(' and ')}.`,
  }
}

/** Keywords that only say something beside others. */
const companions: ReadonlyMap<string, string> = new Map([
  ['then', 'if'],
  ['else', 'if'],
  ['minContains', 'contains'],
  ['maxContains', 'contains'],
])

const extensionHint = 'What is meant for people or for other programs begins with `x-`.'

type Report = (finding: Omit<SchemaFinding, 'address' | 'path'>) => void

function wrongType(type: JsonValue, report: Report): void {
  if (typeof type !== 'string' || types.includes(type)) return
  const hint = didYouMean(type, types) ?? `Types are ${types.join(', ')}.`
  report({ severity: 'error', message: `"${type}" is no type of JSON`, hint })
}

function wrongFormat(format: JsonValue, report: Report): void {
  if (typeof format !== 'string' || isCheckedFormat(format)) return
  const meant = meantFormat(format)
  if (meant === undefined)
    report({
      severity: 'warning',
      message: `the format "${format}" is not checked`,
      hint: 'To check it, describe it with `pattern`.',
    })
  else
    report({
      severity: 'error',
      message: `there is no format "${format}"`,
      hint: `Did you mean "${meant}"?`,
    })
}

function wrongKeyword(keyword: string, dialect: Dialect, report: Report): void {
  const known = keywords.get(keyword)
  if (known !== undefined) {
    const [from, until] = known
    const at = dialects.indexOf(dialect)
    const isKnown = dialects.indexOf(from) <= at && at <= dialects.indexOf(until)
    if (isKnown) return
    const since = dialects.indexOf(from) > at ? `came with ${from}` : `ended with ${until}`
    const hint = 'Name the version of JSON Schema that is meant in `$schema`.'
    report({ severity: 'warning', message: `"${keyword}" does nothing in ${dialect}: it ${since}`, hint })
    return
  }
  if (isKnownWord(keyword)) return
  const meant = meantWord(keyword, true)
  report({
    severity: meant !== undefined && isAsserting(meant) ? 'error' : 'warning',
    message: `"${keyword}" is no keyword of JSON Schema, and would be passed over`,
    hint: meant === undefined ? extensionHint : `Did you mean "${meant}"?`,
  })
}

/** The way to every object in documents. */
function placesIn(
  documents: ReadonlyMap<string, JsonValue>,
): ReadonlyMap<JsonValue, Pick<SchemaFinding, 'address' | 'path'>> {
  const places = new Map<JsonValue, Pick<SchemaFinding, 'address' | 'path'>>()
  const waiting = [...documents].map(([address, value]) => ({ address, value, path: [] as DocumentPath }))
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { address, value, path } = next
    if (!isCollection(value) || places.has(value)) continue
    places.set(value, { address, path })
    if (isList(value))
      value.forEach((item, index) => waiting.push({ address, value: item, path: [...path, index] }))
    else
      for (const [key, member] of Object.entries(value))
        waiting.push({ address, value: member, path: [...path, key] })
  }
  return places
}

/** True where a reference is to a meta-schema. */
function isOfDialects(reference: string): boolean {
  return /^https?:\/\/json-schema\.org\//.test(reference)
}

const types = ['string', 'number', 'integer', 'boolean', 'null', 'array', 'object']
