import type * as JsYaml from 'js-yaml'
import type { Schema } from 'js-yaml'
import type { JsonValue } from '../model/json.ts'
import { deepestYaml as deepest } from './json-text.ts'
import { plainValue } from './yaml/plain-reader.ts'
import { isCollection } from '../util/is-json.ts'
import { ExactNumber, numberOfYaml } from '../util/exact-number.ts'

/**
 * A YAML document as JSON. Throws what is wrong with the text, a key that stands twice among it (YAML 1.2 section 3.2.1.3),
 * and for aliases that only expand to exhaust memory.
 */
export async function loadYaml(text: string): Promise<JsonValue> {
  const plain = plainValue(text)
  if (plain !== undefined) return plain
  const value = await loadLeniently(text)
  const sizes = new Map<object, number>()
  if (sizeOf(value, sizes, 0) > largestSize) throw new Error('its aliases repeat too much')
  return value
}

/**
 * A brace or bracket that closes no further in than the key it belongs to is against the letter of YAML; most readers take
 * it, and so does the slower one here.
 */
async function loadLeniently(text: string): Promise<JsonValue> {
  const yaml = await import('js-yaml')
  const schema = schemaOf(yaml)
  try {
    return yaml.load(text, { schema, maxDepth: deepest }) as JsonValue
  } catch (error) {
    if (!(error instanceof Error) || !error.message.includes('deficient indentation')) throw error
    // It is CommonJS, of which the bundle has nothing but the default when it is loaded later.
    const { default: full } = await import('yaml')
    const document = full.parseDocument(text, {
      merge: true,
      logLevel: 'silent',
      prettyErrors: false,
    })
    if (document.errors.length > 0) throw error
    const { keepDigits } = await import('./exact-scalars.ts')
    keepDigits(document)
    return document.toJS({ maxAliasCount: 1000 }) as JsonValue
  }
}

/** YAML 1.2 with `<<`, in which `NO` and dates are text, numbers keep their digits, and one that is a key is what is written. */
function schemaOf({ CORE_SCHEMA, intCoreTag, floatCoreTag, mapTag, mergeTag }: typeof JsYaml): Schema {
  const numbers = [intCoreTag, floatCoreTag].map(tag => ({
    ...tag,
    resolve: (source: string, isExplicit: boolean, name: string) =>
      numberOfYaml(source) ?? tag.resolve(source, isExplicit, name),
  }))
  const nameOf = (key: unknown): unknown => (key instanceof ExactNumber ? key.text : key)
  const mapping = {
    ...mapTag,
    addPair: (map: Record<string, unknown>, key: unknown, value: unknown) =>
      mapTag.addPair(map, nameOf(key), value),
    has: (map: Record<string, unknown>, key: unknown) => mapTag.has(map, nameOf(key)),
  }
  return CORE_SCHEMA.withTags(mergeTag, ...numbers, mapping)
}

/** Values a document may have once its aliases are written out. */
const largestSize = 5_000_000

/** How many values a value consists of, each alias counted as what it stands for. */
function sizeOf(value: JsonValue, sizes: Map<object, number>, depth: number): number {
  if (!isCollection(value)) return 1
  const known = sizes.get(value)
  if (known !== undefined) return known
  if (depth > deepest) throw new Error('its aliases are nested too deeply')
  // Until it is counted it is endless, should it hold itself.
  sizes.set(value, Infinity)
  let size = 1
  for (const part of Object.values<JsonValue>(value)) size += sizeOf(part, sizes, depth + 1)
  sizes.set(value, size)
  return size
}
