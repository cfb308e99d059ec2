import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { JsonObject } from '../model/json.ts'
import { list, mapping } from '../util/read-values.ts'

/** The project's own cases, which every clone has, and the larger corpus beside it, where that is there. */
const roots = ['fixtures/corpus', '../shared/corpus'].map(root => path.resolve(root))

/** The files beside the documents of a folder that say what is expected of them. */
const besides = new Set(['index.json', 'facts.json', 'wire.json'])

/** The folders with cases of a kind, such as `contracts/diff`: the project's own first. */
export function corpusFolders(kind: string): readonly string[] {
  return roots.map(root => path.join(root, kind)).filter(folder => existsSync(folder))
}

/** The documents of these kinds; a folder of several documents is none. */
export function corpusDocuments(...kinds: readonly string[]): readonly string[] {
  return kinds.flatMap(corpusFolders).flatMap(documentsIn)
}

/** The documents of one folder. */
export function documentsIn(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter(entry => entry.isFile() && !besides.has(entry.name))
    .map(({ name }) => path.join(folder, name))
}

/** Something listed in a folder of the corpus. */
export interface Listed {
  readonly folder: string
}

/** Reads the lists of this name in every folder of a kind, such as its `cases`. */
export function corpusList(kind: string, name: string, key: 'cases' | 'docs' | 'pairs'): readonly Listed[] {
  return contentsOf(kind, name).flatMap(({ folder, content }) =>
    list(content[key]).map(one => ({ ...mapping(one), folder })),
  )
}

/** A document, and what is known of it. */
export interface KnownDocument {
  /** Its path from its folder. */
  readonly name: string
  readonly file: string
  readonly facts: object
}

/** The documents of a kind that the facts of this name tell of. */
export function corpusFacts(kind: string, name: string): readonly KnownDocument[] {
  return contentsOf(kind, name).flatMap(({ folder, content }) =>
    Object.entries(content).map(([own, facts]) => ({
      name: own,
      file: path.join(folder, own),
      facts: mapping(facts),
    })),
  )
}

function contentsOf(kind: string, name: string): readonly (Listed & { readonly content: JsonObject })[] {
  return corpusFolders(kind)
    .map(folder => ({ folder, file: path.join(folder, name) }))
    .filter(({ file }) => existsSync(file))
    .map(({ folder, file }) => ({ folder, content: mapping(JSON.parse(readFileSync(file, 'utf8'))) }))
}
