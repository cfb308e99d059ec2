import { literalValue } from '../../compile/literal-text.ts'
import type { Collection, FolderContents } from '../../model/collection.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import { jsonEqual } from '../../util/json-equal.ts'
import { mapping } from '../../util/read-values.ts'
import type { Say } from '../told.ts'
import { type ArazzoDocument, referenced } from './arazzo-document.ts'

/** A workflow of a document, and the part of a collection that it became. */
interface FormerInputs {
  readonly workflow: JsonObject
  readonly document: Pick<ArazzoDocument, 'value'>
  readonly contents: FolderContents
  /** The whole, which has variables of its own. */
  readonly collection: Collection
}

/** The inputs with the defaults that variables have now, and those that changed steps need besides. A secret gets no default. */
export function mergedInputs(former: FormerInputs, needed: JsonObject, lose: Say): JsonObject {
  const inputs = mapping(former.workflow['inputs'])
  const expressions = Object.entries(mapping(mapping(former.contents.kept?.['arazzo'])['expressions']))
  const properties = Object.entries(mapping(inputs['properties'])).map(([name, schema]) => {
    const known = expressions.find(([, expression]) => expression === `$inputs.${name}`)?.[0]
    const input = { name, schema, variable: known ?? name, isKnown: known !== undefined }
    return [name, mergedInput(former, input, lose)] as const
  })
  const isPlain = former.workflow['inputs'] === undefined || inputs['properties'] !== undefined
  const all = { ...Object.fromEntries(properties), ...(isPlain ? needed : {}) }
  if (!isPlain) for (const name of Object.keys(needed)) lose(`input ${name}`, 'the schema stands elsewhere')
  return Object.keys(all).length === 0
    ? {}
    : {
        inputs: {
          ...(former.workflow['inputs'] === undefined ? { type: 'object' } : inputs),
          properties: all,
        },
      }
}

/** An input, and the variable that it became. */
interface Input {
  readonly name: string
  readonly schema: JsonValue
  readonly variable: string
  /** True where steps ask for it. */
  readonly isKnown: boolean
}

function mergedInput(
  { contents, collection, document }: FormerInputs,
  { name, schema, variable, isKnown }: Input,
  lose: Say,
): JsonValue {
  const { default: before, ...own } = referenced(document, schema) ?? {}
  const secret = contents.secrets?.[variable] ?? collection.secrets?.[variable]
  const value = secret ?? contents.variables?.[variable] ?? collection.variables?.[variable]
  const isElsewhere = collection.environments.some(
    one => Object.hasOwn(one.variables, variable) || Object.hasOwn(one.secrets, variable),
  )
  const isGone = value === undefined && isKnown && !isElsewhere
  if (isGone) return before === undefined ? schema : own
  const isSame = value === undefined || jsonEqual(literalValue(before ?? null), value)
  if (secret === undefined) return isSame ? schema : { ...mapping(schema), default: value }
  // A placeholder is how a secret leaves the place where it is saved, changed or not.
  const isHidden = typeof secret === 'string' && secret.includes('{{')
  if (own['format'] === 'password' && (isSame || isHidden)) return schema
  lose(`input ${name}`, 'a secret is not written: give it as an input')
  return { ...own, format: 'password' }
}

/** The inputs that steps name, and nothing in the document does. */
export function neededInputs(
  steps: readonly JsonObject[],
  former: JsonObject,
  known: JsonObject,
): JsonObject {
  const namesIn = (value: JsonValue): readonly string[] =>
    [...JSON.stringify(value).matchAll(/\$inputs\.([\w-]+)/g)].map(([, name = '']) => name)
  const before = new Set([
    ...namesIn(former),
    ...Object.keys(mapping(mapping(former['inputs'])['properties'])),
  ])
  const fresh = new Set(namesIn(steps).filter(name => !before.has(name)))
  return Object.fromEntries(Object.entries(known).filter(([name]) => fresh.has(name)))
}
