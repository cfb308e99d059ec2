import { settingsWithin } from '../../compile/request-of-step.ts'
import { namesUsed } from '../../compile/variable-flow.ts'
import { writtenVariables } from '../../compile/written-variables.ts'
import type { Collection, FolderContents, SavedRequest } from '../../model/collection.ts'
import type { Exported, Loss } from '../../model/conversion.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import { stepName } from '../../parse/build-step.ts'
import { isList, isObject } from '../../util/is-json.ts'
import { jsonEqual } from '../../util/json-equal.ts'
import { mapping } from '../../util/read-values.ts'
import { valueText } from '../../util/value-text.ts'
import { filePartsOf, reportOf, titleWithin } from '../file-parts.ts'
import { formerText, unchangedText } from '../kept-text.ts'
import { hurlName } from './hurl-text.ts'
import { withDelay } from './import-hurl.ts'
import { entryText, mergedText } from './merge-entry.ts'
import { writeEntry } from './write-entry.ts'

/**
 * Writes a collection as a file of Hurl, its variables beside it in files for `--variables-file`. An entry that was imported and has
 * not changed is written as it was, to the byte; of one that has, only the lines that differ are written anew.
 */
export function exportHurl(collection: Collection): Exported {
  const written = filePartsOf(collection, 'hurl', ['.hurl']).map(({ name, part }) => {
    const writer = new FileWriter(part)
    return { name, text: writer.write(), created: writer.created, losses: writer.losses, notes: writer.notes }
  })
  const stem = (written[0]?.name ?? '').replace(/\.hurl$/, '')
  const files = variableFiles(collection, stem)
  return {
    files: [...written.map(({ name, text }) => ({ name, text })), ...files],
    report: reportOf(collection, written),
  }
}

/** A file of variables for the collection, or for each of its environments. */
function variableFiles(collection: Collection, stem: string): readonly { name: string; text: string }[] {
  const { environments } = collection
  const own = writtenVariables({ ...collection, environments: [] }).values
  const all =
    environments.length === 0
      ? [{ name: `${stem}.env`, values: own }]
      : environments.map(one => ({
          name: `${stem}.${one.name.replace(/[^\w.-]+/g, '-')}.env`,
          values: { ...own, ...one.variables, ...one.secrets },
        }))
  return all.flatMap(({ name, values }) => {
    const lines = Object.entries(values).flatMap(([key, value]) => propertyLine(key, value))
    return lines.length === 0 ? [] : [{ name, text: `${lines.join('\n')}\n` }]
  })
}

/** `name=value`; one that is made of others is an option of the first entry, and one of the environment is given there. */
function propertyLine(name: string, value: JsonValue): readonly string[] {
  const text = valueText(value)
  const [, variable] = /^\{\{\s*env\.(\w+)\s*\}\}$/.exec(text) ?? []
  if (variable !== undefined) return [`# ${hurlName(name)} is given as HURL_VARIABLE_${hurlName(name)}`]
  return isObject(value) || isList(value) || /\{\{|\n/.test(text) ? [] : [`${hurlName(name)}=${text}`]
}

/** The variables that are made of others, as far as requests need them, each behind those that it is made of. */
function madeOfOthers(own: JsonObject, needed: Iterable<string>): JsonObject {
  const found: Record<string, JsonValue> = {}
  const add = (name: string, above: readonly string[]): void => {
    const value = own[name]
    if (value === undefined || above.includes(name) || Object.hasOwn(found, name)) return
    if (!/\{\{(?!\s*env\.)/.test(valueText(value))) return
    for (const other of namesUsed(value)) add(other, [...above, name])
    found[name] = value
  }
  for (const name of needed) add(name, [])
  return found
}

/** True of an extract whose value may be something else than text: a pattern, a header and the like give a text. */
function mayBeOther(extract: JsonValue): boolean {
  if (!isObject(extract)) return typeof extract === 'string' && extract.startsWith('$')
  const { from, regex, value } = extract
  return value !== undefined || (regex === undefined && valueText(from ?? '').startsWith('$'))
}

class FileWriter {
  readonly losses: Loss[] = []
  readonly notes: Loss[] = []
  created = 0
  readonly #collection: Collection
  readonly #typed = new Set<string>()
  /** The names among them that come out of answers. */
  readonly #found = new Set<string>()
  readonly #used: ReadonlySet<string>
  readonly #own: JsonObject
  /** Variables that folders have given another value. */
  readonly #current: Record<string, JsonValue> = {}
  #text = ''
  #delay: string | undefined
  #variables: JsonObject

  constructor(collection: Collection) {
    this.#collection = collection
    const own = writtenVariables({ ...collection, environments: [] }).values
    this.#own = own
    this.#used = namesUsed(JSON.stringify(collection.items))
    this.#variables = madeOfOthers(own, this.#used)
    for (const [name, value] of Object.entries(own)) if (typeof value !== 'string') this.#typed.add(name)
    this.#collectTyped(collection)
    for (const [name, value] of Object.entries(own))
      if (isObject(value) || isList(value))
        this.#lose(collection.name, `variable ${name}`, 'Hurl has variables of one value')
  }

  write(): string {
    this.#text = formerText('hurl', this.#collection.kept) ?? ''
    this.#writeFolder(this.#collection, [])
    if (this.#delay !== undefined) this.#lose(this.#collection.name, 'pause', 'there is no request behind it')
    return this.#text
  }

  /** Names of variables that may hold something else than text. */
  #collectTyped(contents: FolderContents): void {
    for (const item of [...contents.items, ...(contents.after ?? [])]) {
      if (item.kind === 'folder') {
        for (const [name, value] of Object.entries({ ...item.variables, ...item.secrets }))
          if (typeof value !== 'string') this.#typed.add(name)
        this.#collectTyped(item)
        continue
      }
      for (const [name, from] of Object.entries(mapping(item.step['extracts'])))
        if (mayBeOther(from)) {
          this.#typed.add(name)
          this.#found.add(name)
        }
      for (const [name, value] of Object.entries({
        ...mapping(item.step['variables']),
        ...mapping(item.step['set']),
      }))
        if (typeof value !== 'string') this.#typed.add(name)
    }
  }

  /** Told of values out of answers, which may be texts: Hurl takes those in quotes alone. */
  #isText(name: string, where: string): boolean {
    const what = `{{${name}}}`
    if (this.#found.has(name) && !this.notes.some(note => note.where === where && note.what === what))
      this.notes.push({ where, what, why: 'stands without quotes: put it in quotes where it is a text' })
    return !this.#typed.has(name)
  }

  #lose(where: string, what: string, why: string): void {
    this.losses.push({ where, what, why })
  }

  #writeFolder(contents: FolderContents, above: readonly FolderContents[]): void {
    const chain = [...above, contents]
    const where = chain.map(({ name }) => name).join(' / ')
    if (contents.data !== undefined) this.#lose(where, 'data', 'a file of Hurl sends each request once')
    for (const item of contents.items)
      if (item.kind === 'folder') {
        this.#enter([...chain, item])
        this.#writeFolder(item, chain)
        this.#enter(chain)
      } else this.#writeRequest(item, chain)
    for (const request of contents.after ?? []) {
      this.#lose(
        [where, stepName(request.step)].join(' / '),
        'after',
        'it is not sent once an entry has failed',
      )
      this.#writeRequest(request, chain)
    }
  }

  /** Sets what has another value in these folders than before, with the next request. */
  #enter(chain: readonly FolderContents[]): void {
    const [, ...folders] = chain
    const values = folders.reduce<JsonObject>(
      (all, { variables, secrets }) => ({ ...all, ...variables, ...secrets }),
      this.#own,
    )
    for (const [name, value] of Object.entries(values)) {
      if (isObject(value) || isList(value)) continue
      if (jsonEqual(this.#current[name] ?? this.#own[name] ?? null, value) || !this.#used.has(name)) continue
      this.#current[name] = value
      this.#variables = { ...this.#variables, [name]: value }
    }
  }

  #writeRequest({ step, kept }: SavedRequest, chain: readonly FolderContents[]): void {
    const where = [...chain.map(one => one.name), stepName(step)].join(' / ')
    if (typeof step['pause'] === 'string') {
      this.#delay = step['pause']
      this.created++
      return
    }
    if (step['set'] !== undefined) {
      this.#variables = { ...this.#variables, ...mapping(step['set']) }
      return
    }
    const same = unchangedText('hurl', kept, withDelay(step, this.#delay))
    if (same !== undefined) {
      this.#append(same)
      return
    }
    const context = {
      settings: settingsWithin(chain),
      isText: (name: string) => this.#isText(name, where),
      delay: this.#delay,
      variables: this.#variables,
      used: this.#used,
    }
    const written = writeEntry(step, context)
    if (written === undefined) {
      this.#lose(where, 'step', 'Hurl has requests alone')
      return
    }
    const former = formerText('hurl', kept)
    const title = titleWithin(step['name'], chain)
    const merged = former === undefined ? undefined : mergedText(former, title, step, context)
    this.losses.push(...written.losses.map(loss => ({ where, ...loss })))
    for (const comment of merged?.comments ?? [])
      this.#lose(where, comment, 'it stood behind a line that has changed')
    this.#append(merged?.text ?? this.#apart() + entryText(title, written))
    this.#variables = {}
  }

  /** The empty line above an entry that was none before. */
  #apart(): string {
    return /^\ufeff?$|\n\r?\n$/.test(this.#text) ? '' : '\n'
  }

  #append(text: string): void {
    const isEnded = /^\ufeff?$|\n$/.test(this.#text)
    this.#text += `${isEnded ? '' : '\n'}${text}`
    this.#delay = undefined
    this.created++
  }
}
