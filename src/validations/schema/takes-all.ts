import type { JsonObject, JsonValue } from '../../model/json.ts'
import { isFoundNowhere } from '../../patterns/index.ts'
import { isList, isObject } from '../../util/is-json.ts'
import { isCheckedFormat } from '../../util/schema-words.ts'
import { list, mapping, text, texts } from '../../util/read-values.ts'
import { matchesEverything } from '../operators/matches-regex.ts'
import { localTarget } from './local-target.ts'
import type { ValidateValue } from './schema-message.ts'
import { valuesFor } from './values-of-schema.ts'

/** Makes the validator of a flat schema. */
type MakeValidator = (schema: JsonObject) => ValidateValue

/**
 * True where a flat schema takes everything that an answer can be, by whatever words: each of them takes all that there is. What
 * chooses, or depends on something, is tried with values made of its own words, where these are all that may count.
 */
export function takesAll(schema: JsonObject, makeValidator: MakeValidator): boolean {
  return new Taking(schema, makeValidator).all(schema)
}

/** Schemas that are looked at, at most. */
const mostSchemas = 500

/** Keywords that take all where what they hold does. */
const applying: ReadonlySet<string> = new Set([
  ...['allOf', 'items', 'prefixItems', 'additionalItems', 'unevaluatedItems', 'contentSchema'],
  ...['additionalProperties', 'unevaluatedProperties', 'properties'],
])

/** Keywords that something fails, unless they say nothing. */
const least: ReadonlySet<string> = new Set(['minLength', 'minItems', 'minProperties'])
const failing: ReadonlySet<string> = new Set([
  ...['const', 'enum', 'maxLength', 'maxItems', 'maxProperties', 'multipleOf'],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'],
])

class Taking {
  readonly #root: JsonObject
  readonly #makeValidator: MakeValidator
  readonly #within = new Set<JsonValue>()
  #looked = 0

  constructor(root: JsonObject, makeValidator: MakeValidator) {
    this.#root = root
    this.#makeValidator = makeValidator
  }

  all(schema: JsonValue | undefined, isName = false): boolean {
    if (schema === undefined || !isObject(schema)) return schema !== false
    // A reference to itself asks for no more by that.
    if (this.#within.has(schema)) return true
    if (++this.#looked > mostSchemas) return false
    this.#within.add(schema)
    const takes = Object.entries(schema).every(([word, value]) => this.#takes(word, value, schema, isName))
    this.#within.delete(schema)
    return takes
  }

  #takes(word: string, value: JsonValue, schema: JsonObject, isName: boolean): boolean {
    if (failing.has(word)) return false
    if (least.has(word)) return Number(value) <= 0
    if (applying.has(word)) return this.#allIn(word, value, schema, isName)
    switch (word) {
      case '$ref':
        return this.all(localTarget(text(value) ?? '', this.#root), isName)
      case 'type':
        return takesAllTypes([value].flat(), isName)
      case 'required':
        return list(value).length === 0
      case 'uniqueItems':
        return value === false
      case 'format':
        return !isCheckedFormat(text(value) ?? '')
      case 'pattern':
        return matchesEverything(text(value) ?? '')
      case 'patternProperties':
        return Object.entries(mapping(value)).every(([name, part]) => isFoundNowhere(name) || this.all(part))
      case 'propertyNames':
        return this.all(value, true)
      case 'contains':
        return schema['minContains'] === 0 && schema['maxContains'] === undefined
      case 'dependentRequired':
      case 'dependentSchemas':
      case 'dependencies':
        return Object.entries(mapping(value)).every(
          ([name, part]) =>
            takesAllWith(name, part) ||
            (!isList(part) && this.all(part)) ||
            this.#tried({ [word]: { [name]: part } }, isName),
        )
      case 'if':
        return (
          ['then', 'else'].every(part => this.all(schema[part], isName)) ||
          this.#tried(only(schema, ['if', 'then', 'else']), isName)
        )
      case 'anyOf':
        return list(value).some(part => this.all(part, isName)) || this.#tried({ anyOf: value }, isName)
      case 'oneOf':
      case 'not':
        return this.#tried({ [word]: value }, isName)
      default:
        return true
    }
  }

  #allIn(word: string, value: JsonValue, schema: JsonObject, isName: boolean): boolean {
    const isEvaluated =
      (word === 'unevaluatedProperties' && schema['additionalProperties'] !== undefined) ||
      (word === 'unevaluatedItems' && isObject(schema['items'] ?? null)) ||
      (word === 'additionalProperties' &&
        Object.keys(mapping(schema['patternProperties'])).some(matchesEverything))
    if (isEvaluated) return true
    if (word === 'properties') return Object.values(mapping(value)).every(part => this.all(part))
    return [value].flat().every(part => this.all(part, isName && word === 'allOf'))
  }

  #tried(schema: JsonObject, isName: boolean): boolean {
    const values = valuesFor(schema, this.#root)
    if (values === undefined) return false
    const validate = this.#makeValidator({ ...schema, $defs: this.#root['$defs'] ?? {} })
    return values.every(value => (isName && typeof value !== 'string') || validate(value).length === 0)
  }
}

function only(schema: JsonObject, words: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(schema).filter(([word]) => words.includes(word)))
}

/** True where a dependency asks for nothing but what it depends on. */
function takesAllWith(name: string, part: JsonValue): boolean {
  return isList(part) && texts(part).every(one => one === name)
}

const everyType = ['null', 'boolean', 'number', 'string', 'array', 'object']

function takesAllTypes(types: readonly unknown[], isName: boolean): boolean {
  return (isName ? ['string'] : everyType).every(type => types.includes(type))
}
