import { environmentName } from './environment-names.ts'
import { itemName } from './item-name.ts'
import { collectionVariables, writtenVariables } from './written-variables.ts'
import { canCall } from './test-program/build-call.ts'
import type { Collection, CollectionItem, FolderContents, SavedRequest } from '../model/collection.ts'
import type { Loss } from '../model/conversion.ts'
import type { JsonObject, JsonValue } from '../model/json.ts'
import { rangeOf } from '../template/built-ins/ranges.ts'
import { Misuse } from '../template/functions/misuse.ts'
import { hasFunctions, namesInPipeline, type Pipeline, pipelineOf } from '../template/functions/pipeline.ts'
import { possibleVariables } from '../template/member-path.ts'
import { placeholdersIn } from '../template/placeholders-in.ts'
import { renderVariable } from '../template/render.ts'
import type { Scope } from '../template/scope.ts'
import { parseTemplate } from '../template/template.ts'
import { isList, isObject } from '../util/is-json.ts'
import { valueText } from '../util/value-text.ts'

/**
 * A collection for a format that calls no functions in placeholders, or only those that are `callable`: with what they make of
 * values that never change in their place, and what stands in for a variable of the environment as the value of a variable. All
 * others are lost, and so are built-ins with a range, unless the format `makesRanges`.
 */
export function withoutFunctions(
  collection: Collection,
  callable: ReadonlySet<string> = new Set(),
  makesRanges = callable.size > 0,
): {
  readonly collection: Collection
  readonly losses: readonly Loss[]
  /** Names of variables of the environment with something that stands in for them. */
  readonly standIns: readonly string[]
} {
  const written = new FunctionsGone(collection, callable, makesRanges)
  const filled = written.folder(collection, [])
  const { losses, fromEnvironment } = written
  const variables = { ...filled.variables, ...fromEnvironment }
  const standIns = Object.keys(fromEnvironment)
  return { collection: standIns.length === 0 ? filled : { ...filled, variables }, losses, standIns }
}

class FunctionsGone {
  readonly losses: Loss[] = []
  /** Variables that are read from the environment, each with what stands in for it. */
  readonly fromEnvironment: Record<string, JsonValue> = {}
  readonly #all: JsonObject
  readonly #scope: Scope
  readonly #callable: ReadonlySet<string>
  readonly #makesRanges: boolean

  constructor(collection: Collection, callable: ReadonlySet<string>, makesRanges: boolean) {
    this.#callable = callable
    this.#makesRanges = makesRanges
    const { values, changing } = writtenVariables(collection)
    this.#all = { ...values, ...collectionVariables(collection) }
    const elsewhere = new Set([...changing, ...othersOf(collection)])
    const { environments } = collection
    for (const { variables, secrets } of environments)
      for (const name of [...Object.keys(variables), ...Object.keys(secrets)]) elsewhere.add(name)
    this.#scope = {
      hide: () => undefined,
      names: () => [],
      find: name => {
        const value = Object.hasOwn(values, name) && !elsewhere.has(name) ? values[name] : undefined
        return value === undefined || elsewhere.has(anyColumn) || hasStandIn(value)
          ? undefined
          : { value, literal: false, secret: false }
      },
    }
  }

  folder<Contents extends FolderContents>(folder: Contents, above: readonly string[]): Contents {
    const names = [...above, folder.name]
    const where = names.join(' / ')
    const { variables, settings, after } = folder
    return {
      ...folder,
      ...(variables === undefined ? {} : { variables: this.#object(variables, where) }),
      ...(settings === undefined ? {} : { settings: this.#object(settings, where) }),
      items: folder.items.map(item => this.#item(item, names)),
      ...(after === undefined ? {} : { after: after.map(item => this.#request(item, names)) }),
    }
  }

  #item(item: CollectionItem, above: readonly string[]): CollectionItem {
    return item.kind === 'folder' ? this.folder(item, above) : this.#request(item, above)
  }

  #request(item: SavedRequest, above: readonly string[]): SavedRequest {
    return { ...item, step: this.#object(item.step, [...above, itemName(item)].join(' / ')) }
  }

  /** Fills in an object. Braces in scripts and descriptions are no placeholders. */
  #object(object: JsonObject, where: string): JsonObject {
    return Object.fromEntries(
      Object.entries(object).map(([key, value]) =>
        leftAlone.has(key) ? [key, value] : [valueText(this.#text(key, where)), this.#value(value, where)],
      ),
    )
  }

  #value(value: JsonValue, where: string): JsonValue {
    if (typeof value === 'string') return this.#text(value, where)
    if (isList(value)) return value.map(item => this.#value(item, where))
    return isObject(value) ? this.#object(value, where) : value
  }

  #text(text: string, where: string): JsonValue {
    if (!/\||\$random/.test(text) || !text.includes('{{')) return text
    let filled = text
    for (const part of parseTemplate(text).parts.toReversed()) {
      if (typeof part === 'string') continue
      if (!this.#makesRanges && typeof rangeOf(part.name) === 'function')
        this.losses.push({ where, what: `{{${part.name}}}`, why: 'only apitest makes values in a range' })
      if (!hasFunctions(part.name)) continue
      const value = this.#made(part.name, where)
      if (value === undefined) continue
      if (part.offset === 0 && part.end === text.length) return value
      filled = filled.slice(0, part.offset) + valueText(value) + filled.slice(part.end)
    }
    return filled
  }

  /** Makes the replacement for a placeholder: a text in which braces mean what they do in templates, or another value. */
  #made(name: string, where: string): JsonValue | undefined {
    const pipeline = pipelineOf(name)
    if (pipeline === undefined || pipeline instanceof Misuse || Object.hasOwn(this.#all, name))
      return undefined
    const known = this.#isKnown(pipeline) ? renderVariable(name, this.#scope) : undefined
    if (known?.ok === true) return escaped(known.value)
    const variable = this.#withStandIn(pipeline)
    if (variable !== undefined) return `{{${variable}}}`
    if (canCall(pipeline, this.#callable)) return undefined
    this.losses.push({
      where,
      what: `{{${name}}}`,
      why:
        this.#callable.size === 0
          ? 'functions of placeholders are called by apitest alone'
          : 'the code has no word for this function',
    })
    return undefined
  }

  #isKnown(pipeline: Pipeline): boolean {
    const isMade = pipeline.calls.every(call => call.name !== 'pick' || call.arguments.length > 0)
    return (
      isMade &&
      namesInPipeline(pipeline).every(name =>
        possibleVariables(name).some(variable => this.#scope.find(variable) !== undefined),
      )
    )
  }

  /** The variable for `env.NAME | default VALUE`, which every format lets the environment set. */
  #withStandIn({ subject, calls }: Pipeline): string | undefined {
    const [, name] = /^env\.(\w+)$/.exec(subject) ?? []
    const [call] = calls
    const standIn = call?.arguments[0]?.value
    if (name === undefined || calls.length !== 1 || call?.name !== 'default' || standIn === undefined)
      return undefined
    const isFree = !Object.hasOwn(this.#all, name) && environmentName(name) === name
    if (!isFree || (this.fromEnvironment[name] ?? standIn) !== standIn) return undefined
    this.fromEnvironment[name] = standIn
    return name
  }
}

const leftAlone = new Set(['scripts', 'script', 'description', 'data', 'disabled'])

/** True where a value is made of one that may be another where it runs. */
function hasStandIn(value: JsonValue): boolean {
  return placeholdersIn(value).some(({ hasDefault }) => hasDefault === true)
}

/** Stands for the columns of a file of rows, which may be any. */
const anyColumn = '*'

/** Names that rows and secrets give a value. */
function othersOf({ data = null, secrets = {}, items }: FolderContents): readonly string[] {
  const inside = items.flatMap(item =>
    item.kind === 'folder' ? othersOf(item) : columnsOf(item.step['data'] ?? null),
  )
  return [...columnsOf(data), ...Object.keys(secrets), ...inside]
}

function columnsOf(data: JsonValue): readonly string[] {
  if (data === null) return []
  return isList(data) ? data.flatMap(row => (isObject(row) ? Object.keys(row) : [])) : [anyColumn]
}

/** A value as a template of it. */
function escaped(value: JsonValue): JsonValue {
  if (typeof value === 'string') return escapedText(value)
  if (isList(value)) return value.map(escaped)
  return isObject(value)
    ? Object.fromEntries(Object.entries(value).map(([key, inside]) => [escapedText(key), escaped(inside)]))
    : value
}

function escapedText(text: string): string {
  return text.replace(/(\\*)\{\{/g, (_, slashes: string) => `${slashes}${slashes}\\{{`)
}
