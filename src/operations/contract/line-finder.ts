import { readWithPlaces, type YamlSource } from '../../document/index.ts'
import { jsonIn } from '../../util/json-in.ts'
import { escapePointerPart, unescapePointerPart } from '../../util/json-pointer.ts'

/** Finds the lines of places in documents; a document is only looked through when somebody asks for a line of it. */
export class LineFinder {
  readonly #texts: ReadonlyMap<string, string>
  readonly #lines = new Map<string, ReadonlyMap<string, number> | undefined>()
  readonly #sources = new Map<string, Promise<YamlSource>>()

  /** `texts` of documents by their address. */
  constructor(texts: ReadonlyMap<string, string>) {
    this.#texts = texts
  }

  /** The line of a JSON pointer, counted from 1; undefined for a document that is not known. */
  async lineOf(address: string, pointer: string): Promise<number | undefined> {
    const text = this.#texts.get(address)
    if (text === undefined) return undefined
    const lines = this.#lines.has(address) ? this.#lines.get(address) : jsonLines(text)
    this.#lines.set(address, lines)
    if (lines !== undefined) return nearestLine(lines, pointer)
    const source = this.#sources.get(address) ?? readWithPlaces(text, address, '')
    this.#sources.set(address, source)
    const path = pathOf(pointer)
    return path.length === 0 ? 1 : (await source).keySpanOf(path).start.line
  }
}

/** The line of a place, or of the innermost around it that is there. */
function nearestLine(lines: ReadonlyMap<string, number>, pointer: string): number {
  for (let place = pointer; place !== ''; place = place.slice(0, place.lastIndexOf('/'))) {
    const line = lines.get(place)
    if (line !== undefined) return line
  }
  return 1
}

/** The lines of all members and items of a JSON text, by their pointers; undefined for a text that is none. */
function jsonLines(text: string): ReadonlyMap<string, number> | undefined {
  if (jsonIn(text.replace(/^\uFEFF/, '')) === undefined) return undefined
  const lines = new Map<string, number>()
  const open: JsonPlace[] = []
  let line = 1
  let place: JsonPlace | undefined
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\],:\n]|[^\s"{}[\],:]+/g)) {
    if (token === '\n') line++
    else if (token === '}' || token === ']') place = open.pop()
    else if (token === ',' && place !== undefined) {
      place.index++
      place.key = undefined
    } else if (place?.isList === false && place.key === undefined) {
      place.key = escapePointerPart(JSON.parse(token) as string)
      lines.set(`${place.pointer}/${place.key}`, line)
    } else if (token !== ':' && token !== ',') {
      if (place?.isList === true) lines.set(`${place.pointer}/${place.index}`, line)
      if (token !== '{' && token !== '[') continue
      const pointer =
        place === undefined ? '' : `${place.pointer}/${place.isList ? place.index : (place.key ?? '')}`
      if (place !== undefined) open.push(place)
      place = { pointer, isList: token === '[', index: 0, key: undefined }
    }
  }
  return lines
}

/** An object or list that is being read. */
interface JsonPlace {
  readonly pointer: string
  readonly isList: boolean
  index: number
  key: string | undefined
}

function pathOf(pointer: string): readonly (string | number)[] {
  if (pointer === '/') return []
  return pointer
    .slice(1)
    .split('/')
    .map(unescapePointerPart)
    .map(part => (/^\d+$/.test(part) ? Number(part) : part))
}
