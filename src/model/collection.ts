import type { JsonObject, JsonValue } from './json.ts'

/**
 * Saved requests in folders (docs/collections.md). Everything that travels between suites, the store and foreign
 * formats goes through it. Keys under `step`, `settings`, `data` and the like are those of the suite language, as
 * written: placeholders stay, and file names count from the folder that holds `.tool`.
 */
export interface Collection extends FolderContents {
  /** The value of `{{baseUrl}}` in the requests; may be another placeholder. */
  readonly baseUrl?: string
  readonly environments: readonly SavedEnvironment[]
  /** Settings of the project's configuration for all suites, those that steps use among them. */
  readonly project?: Pick<FolderContents, 'settings' | 'variables' | 'secrets'>
  /** Only there when it was imported. */
  readonly imported?: ImportMark
}

/** Where something came from that nobody here has written, and what it may read when it runs beside its folder's files. */
export interface ImportMark {
  /** The name of the format. */
  readonly from: string
  /** As written in suites: `env.TOKEN`, `../logo.png`. */
  readonly allow: readonly string[]
}

/** A folder of a collection: what a suite is among files. */
export interface Folder extends FolderContents {
  readonly kind: 'folder'
}

/** The parts that a collection and a folder have in common. The keys that a suite has, too, mean what they mean there. */
export interface FolderContents {
  /** Any text; neither unique among its siblings nor fit to be a file's name. */
  readonly name: string
  readonly description?: string
  readonly tags?: readonly string[]
  readonly skip?: string
  readonly environment?: string
  readonly inputs?: readonly string[]
  readonly exclusive?: boolean
  readonly variables?: JsonObject
  readonly secrets?: JsonObject
  /** Holds for every request below; a folder's own word wins over its parent's, key by key as between suite and step. */
  readonly settings?: JsonObject
  /** As a suite has them. */
  readonly mocks?: JsonObject
  readonly data?: JsonValue
  /** How load is put on it, as a suite says. */
  readonly load?: JsonObject
  /** In their order: folders and requests may alternate. */
  readonly items: readonly CollectionItem[]
  /** Requests that run whatever happened above. */
  readonly after?: readonly SavedRequest[]
  readonly kept?: Kept
}

export type CollectionItem = Folder | SavedRequest

/** A saved request: a step of the suite language, of any action, with what a suite has no word for. */
export interface SavedRequest {
  readonly kind: 'request'
  /** Written as in a suite. Without a `name` it is called after its action, as there. */
  readonly step: JsonObject
  /** Answers that were saved with it, to read. */
  readonly examples?: readonly SavedExample[]
  readonly kept?: Kept
}

/** An answer that somebody saved beside a request. */
export interface SavedExample {
  readonly name: string
  readonly status?: number
  readonly headers?: readonly (readonly [name: string, value: string])[]
  readonly body?: string
  readonly kept?: Kept
}

/** The parts of a foreign format that the suite language cannot express, by the format's name, in the format's own words. */
export type Kept = Readonly<Record<string, JsonValue>>

/** A named set of variables that requests run with. */
export interface SavedEnvironment {
  readonly name: string
  readonly variables: JsonObject
  /** Masked in every output. One that was found in a recording has a placeholder such as `{{env.API_TOKEN}}`. */
  readonly secrets: JsonObject
  /** Variables that are switched off. */
  readonly disabled?: JsonObject
  /** True where it is marked as production, where nothing is done unasked. */
  readonly production?: boolean
  readonly imported?: ImportMark
  readonly kept?: Kept
}
