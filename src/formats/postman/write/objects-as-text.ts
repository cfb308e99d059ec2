import { folderVariables, namesSet } from '../../../compile/written-variables.ts'
import type {
  Collection,
  CollectionItem,
  FolderContents,
  SavedEnvironment,
} from '../../../model/collection.ts'
import type { JsonObject, JsonValue } from '../../../model/json.ts'
import { parseTemplate } from '../../../template/template.ts'
import { ExactNumber, writeJson } from '../../../util/exact-number.ts'
import { isCollection, isList, isObject } from '../../../util/is-json.ts'
import { valueText } from '../../../util/value-text.ts'
import { mapValues } from '../../../util/map-values.ts'

/**
 * A collection whose variables with lists or objects have them as JSON texts: a placeholder of Postman would be
 * `[object Object]` otherwise. Numbers are texts, too, where Postman would write them otherwise: `12.00`. Where a number is meant, in a
 * validation, it stands in place of its variable. What came from Postman stays.
 */
export function withObjectsAsText(collection: Collection): Collection {
  const environments = collection.environments.map((one): SavedEnvironment => {
    const { variables, secrets } = one
    return one.kept === undefined ? { ...one, variables: texts(variables), secrets: texts(secrets) } : one
  })
  const isForeign = collection.kept?.['postman'] !== undefined
  return { ...(isForeign ? collection : withTexts(collection, exactNumbers(collection))), environments }
}

type Numbers = ReadonlyMap<string, ExactNumber>

/** The variables that always are one number with digits of its own. */
function exactNumbers(collection: Collection): Numbers {
  const all = [
    collection.variables ?? {},
    ...collection.environments.map(({ variables }) => variables),
    ...folderVariables(collection).map(([, variables]) => variables),
  ].flatMap(variables => Object.entries(variables))
  const changing = namesSet(collection)
  const isOne = (name: string, text: string): boolean =>
    !changing.has(name) && all.every(([other, value]) => other !== name || valueText(value) === text)
  return new Map(
    all.flatMap(([name, value]) =>
      value instanceof ExactNumber && isOne(name, value.text) ? [[name, value] as const] : [],
    ),
  )
}

function withTexts<Contents extends FolderContents>(contents: Contents, numbers: Numbers): Contents {
  const { variables, secrets, items, after } = contents
  const inside = (item: CollectionItem): CollectionItem =>
    item.kind === 'folder' ? withTexts(item, numbers) : { ...item, step: withNumbers(item.step, numbers) }
  return {
    ...contents,
    ...(variables === undefined ? {} : { variables: texts(variables) }),
    ...(secrets === undefined ? {} : { secrets: texts(secrets) }),
    items: items.map(inside),
    ...(after === undefined
      ? {}
      : { after: after.map(one => ({ ...one, step: withNumbers(one.step, numbers) })) }),
  }
}

function texts(values: JsonObject): JsonObject {
  return mapValues(values, value => (isCollection(value) ? writeJson(value) : asText(value)))
}

function asText(value: JsonValue): JsonValue {
  return value instanceof ExactNumber ? value.text : value
}

/** A step with numbers in place of their variables: in validations, and in JSON where the text of one is no JSON. */
function withNumbers(step: JsonObject, numbers: Numbers): JsonObject {
  if (numbers.size === 0) return step
  const { json, validations } = step
  const noJson = new Map([...numbers].filter(([, { text, json: own }]) => text !== own))
  return {
    ...step,
    ...(json === undefined ? {} : { json: inserted(json, noJson) }),
    ...(validations === undefined ? {} : { validations: inserted(validations, numbers) }),
  }
}

function inserted(value: JsonValue, numbers: Numbers): JsonValue {
  if (typeof value === 'string')
    return value.includes('{{') ? (numbers.get(parseTemplate(value).only?.name ?? '') ?? value) : value
  if (isList(value)) return value.map(item => inserted(item, numbers))
  return isObject(value) ? mapValues(value, item => inserted(item, numbers)) : value
}
