import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { TextDocument } from 'vscode-languageserver-textdocument'
import type { JsonObject } from '../model/json.ts'
import { isSuite } from '../load/find-suites.ts'
import { statusOf } from '../util/status-of.ts'
import { type Analysis, analyse, isConfiguration } from './analysis.ts'
import { SchemaGuide } from './schema-guide.ts'

/** Characters of a text above which completion goes by what was known before its last change. */
const longText = 50_000

/** A text that is open in an editor, with what is known of it. */
export class OpenDocument {
  readonly file: string
  readonly #document: TextDocument
  readonly #environment: Readonly<Record<string, string | undefined>>
  #lines: { readonly version: number; readonly lines: readonly string[] } | undefined
  #current: { readonly version: number; readonly analysis: Promise<Analysis> } | undefined
  #known: Analysis | undefined

  constructor(
    document: TextDocument,
    file: string,
    environment: Readonly<Record<string, string | undefined>>,
  ) {
    this.#document = document
    this.file = file
    this.#environment = environment
  }

  get text(): string {
    return this.#document.getText()
  }

  get uri(): string {
    return this.#document.uri
  }

  get version(): number {
    return this.#document.version
  }

  get lines(): readonly string[] {
    const { version } = this.#document
    if (this.#lines?.version !== version) this.#lines = { version, lines: this.text.split(/\r?\n/) }
    return this.#lines.lines
  }

  /** The analysis of the text as it is now; each version is read once. */
  analysis(): Promise<Analysis> {
    const { version } = this.#document
    if (this.#current?.version !== version)
      this.#current = { version, analysis: analyse(this.text, this.file, this.#environment) }
    const { analysis } = this.#current
    return analysis.then(known => (this.#known = known))
  }

  /** The same without a wait for a long text to be read again. */
  async atHand(): Promise<Analysis> {
    return this.#known !== undefined && this.text.length > longText ? this.#known : this.analysis()
  }

  /** The files that it names may have changed: it is read again when somebody asks. */
  expire(): void {
    this.#current = undefined
  }
}

/** The file of an address; undefined where that is none, or no suite and no configuration. */
export function fileOf(uri: string): string | undefined {
  try {
    const file = fileURLToPath(uri)
    return isSuite(file) || isConfiguration(file) ? file : undefined
  } catch {
    return undefined
  }
}

const guides = new Map<string, SchemaGuide>()

/** The published schema that a file is written by. It is read with the first question about such a file. */
export function guideFor(file: string): SchemaGuide {
  const name = isConfiguration(file) ? 'schemas/configuration.schema.json' : 'suite.schema.json'
  const guide =
    guides.get(name) ?? new SchemaGuide(JSON.parse(readFileSync(published(name), 'utf8')) as JsonObject)
  guides.set(name, guide)
  return guide
}

/** A file of the package, which is above the program. */
function published(name: string, folder = path.dirname(fileURLToPath(import.meta.url))): string {
  const file = path.join(folder, name)
  const parent = path.dirname(folder)
  return statusOf(file)?.isFile() === true || parent === folder ? file : published(name, parent)
}
