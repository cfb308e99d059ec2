import { parseYaml } from '../../parse/parse-yaml.ts'
import type { YamlSource } from '../../parse/yaml-source.ts'
import { unescapePointerPart } from '../../util/json-pointer.ts'

/** Finds the lines of places in documents; a document is only looked through when somebody asks for a line of it. */
export class LineFinder {
  readonly #texts: ReadonlyMap<string, string>
  readonly #sources = new Map<string, Promise<YamlSource>>()

  /** `texts` of documents by their address. */
  constructor(texts: ReadonlyMap<string, string>) {
    this.#texts = texts
  }

  /** The line of a JSON pointer, counted from 1; undefined for a document that is not known. */
  async lineOf(address: string, pointer: string): Promise<number | undefined> {
    const text = this.#texts.get(address)
    if (text === undefined) return undefined
    // JSON is YAML.
    const source = this.#sources.get(address) ?? parseYaml(text, address, '')
    this.#sources.set(address, source)
    const path = pathOf(pointer)
    return path.length === 0 ? 1 : (await source).keySpanOf(path).start.line
  }
}

function pathOf(pointer: string): readonly (string | number)[] {
  if (pointer === '/') return []
  return pointer
    .slice(1)
    .split('/')
    .map(unescapePointerPart)
    .map(part => (/^\d+$/.test(part) ? Number(part) : part))
}
