import { isDisabled, switchableKeys } from '../model/disabled.ts'
import type { JsonValue } from '../model/json.ts'
import { type DocumentPath, isWithinPath } from '../model/span.ts'
import type { Step } from '../model/suite.ts'
import type { YamlSource } from '../document/index.ts'
import { type PlacedPlaceholder, type PlacedTemplate, placeholdersOf } from '../template/placeholders-in.ts'
import { hasBraces, parseTemplate } from '../template/template.ts'
import { isInSecretCommand } from '../parse/secret-commands.ts'
import { isList, isCollection } from '../util/is-json.ts'
import { valueAt } from '../util/read-values.ts'

/** The keys of a step that are never filled in, or not with what the step sees. */
const leftAsTheyAre = new Set<string | number | undefined>([
  'description',
  'data',
  'tags',
  'id',
  'skip',
  'provider-state',
])

const none: readonly PlacedPlaceholder[] = []

/** How deep the keys of a step stand that is in no group. */
const depthOfKeys = 2

/** How deep the keys of the innermost step stand that a place is in. */
function keyDepth(path: DocumentPath): number {
  let depth = depthOfKeys
  while (path[depth] === 'steps' && typeof path[depth + 1] === 'number') depth += 2
  return depth
}

/** The parts of a suite's document that several rules look for, found in one walk through it. Paths begin at the root. */
export class Written {
  /** The texts with braces that may be filled in, in the order of the document. */
  readonly templates: PlacedTemplate[] = []
  /** True where validations or extracts stand further in than those of a step that is in no group. */
  judgesFurtherIn = false
  /** True where there is a null anywhere. */
  holdsNull = false
  /** The names of all keys. */
  readonly #keys = new Set<string>()
  readonly #document: unknown
  readonly #path: (string | number)[] = []
  readonly #underKeys = new Map<string, PlacedPlaceholder[]>()
  readonly #inSteps = new Map<string, Map<number, PlacedPlaceholder[]>>()

  constructor(document: unknown) {
    this.#document = document
    this.#walk(document as JsonValue | undefined, 0)
  }

  /** True where one of these keys stands anywhere. */
  has(keys: readonly string[]): boolean {
    for (let index = 0; index < keys.length; index++) if (this.#keys.has(keys[index] ?? '')) return true
    return false
  }

  /** The placeholders under a key of the suite such as `variables`. */
  under(key: string): readonly PlacedPlaceholder[] {
    return this.#underKeys.get(key) ?? none
  }

  /** The placeholders of a step, all of them. */
  of({ path, steps }: Step): readonly PlacedPlaceholder[] {
    const [phase, index] = path
    const all = this.#inSteps.get(String(phase))?.get(Number(index)) ?? none
    if (path.length === depthOfKeys && steps === undefined) return all
    // Of a group, or in one: what the steps in it have is theirs.
    return all.filter(one => isWithinPath(one.path, path) && keyDepth(one.path) === path.length)
  }

  /** The texts with braces that are filled in, of all parts of the suite. */
  filledInTemplates(): readonly PlacedTemplate[] {
    return this.templates.filter(({ path: [first, , third] }) =>
      first === 'steps' || first === 'after' ? !leftAsTheyAre.has(third) : !leftAsTheyAre.has(first),
    )
  }

  /** The placeholders of a step that are filled in with what the step sees. */
  filledIn(step: Step): readonly PlacedPlaceholder[] {
    return this.of(step).filter(({ path }) => !leftAsTheyAre.has(path[step.path.length]))
  }

  /** The path is one list for the whole walk: few texts need a copy of it. */
  #walk(value: JsonValue | undefined, depth: number): void {
    if (typeof value === 'string') this.#read(value, depth)
    else if (value === null) this.holdsNull = true
    else if (!isCollection(value)) return
    else if (isList(value))
      for (let index = 0; index < value.length; index++) {
        this.#path[depth] = index
        this.#walk(value[index], depth + 1)
      }
    else
      for (const key in value) {
        this.#path[depth] = key
        this.#keys.add(key)
        if (depth > depthOfKeys && (key === 'validations' || key === 'extracts')) this.judgesFurtherIn = true
        this.#read(key, depth + 1)
        this.#walk(value[key], depth + 1)
      }
  }

  #read(text: string, depth: number): void {
    if (!hasBraces(text)) return
    const path = this.#path.slice(0, depth)
    if (!mayBeFilledIn(this.#document, path)) return
    const { parts, only, problems } = parseTemplate(text)
    const template = { parts, only, problems, path }
    this.templates.push(template)
    const { 0: key, 1: index } = path
    if ((key === 'steps' || key === 'after') && typeof index === 'number')
      addTo(mapOf(this.#inSteps, key), index, template)
    else addTo(this.#underKeys, String(key), template)
  }
}

const known = new WeakMap<YamlSource, Written>()

/** Returns the parts that are written in a document, which is looked through once. */
export function writtenIn(source: YamlSource): Written {
  const written = known.get(source) ?? new Written(source.value)
  known.set(source, written)
  return written
}

function mapOf<Key, Value>(maps: Map<Key, Map<number, Value>>, key: Key): Map<number, Value> {
  const map = maps.get(key) ?? new Map<number, Value>()
  maps.set(key, map)
  return map
}

function addTo<Key>(to: Map<Key, PlacedPlaceholder[]>, key: Key, template: PlacedTemplate): void {
  const before = to.get(key)
  if (before === undefined) to.set(key, placeholdersOf(template))
  else before.push(...placeholdersOf(template))
}

/**
 * True where placeholders at a place of a suite or a configuration are filled in: neither in a script, nor in what is
 * switched off, nor in the command of a secret.
 */
export function mayBeFilledIn(document: unknown, path: DocumentPath): boolean {
  return !isInScript(path) && !isInDisabled(document, path) && !isInSecretCommand(document, path)
}

/** Braces in a script are those of JavaScript. */
function isInScript(path: DocumentPath): boolean {
  const { 0: first, 1: second } = path
  if (first === 'settings') return second === 'scripts'
  const third = path[keyDepth(path)]
  return (first === 'steps' || first === 'after') && (third === 'scripts' || third === 'script')
}

function isInDisabled(document: unknown, path: DocumentPath): boolean {
  const at =
    path[0] === 'settings' ? 1 : path[0] === 'steps' || path[0] === 'after' ? keyDepth(path) : undefined
  if (at === undefined || !switchableKeys.has(path[at])) return false
  const value = valueAt(document, path.slice(0, at + 2))
  const index = path[at + 2]
  if (value === undefined || typeof index !== 'number' || !isList(value)) return isDisabled(value)
  return isDisabled(value[index])
}
