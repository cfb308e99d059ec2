import type { JsonValue } from '../model/json.ts'
import type { DocumentPath } from '../model/span.ts'
import { Misuse } from './functions/misuse.ts'
import { hasDefault, hasFunctions, namesInPipeline, pipelineOf } from './functions/pipeline.ts'
import { isList, isCollection } from '../util/is-json.ts'
import { hasBraces, parseTemplate, type Template } from './template.ts'

/** A placeholder, and the way to the text (or key) that holds it. */
export interface PlacedPlaceholder {
  readonly name: string
  readonly path: DocumentPath
  /** Where it begins in that text, in UTF-16 units. */
  readonly offset: number
  /** The placeholder that has functions, where this is one of the names that it is filled in from. */
  readonly within?: string
  /** A value that stands in is written beside it. */
  readonly hasDefault?: boolean
  /** It holds a key that something is signed with; or it is what is signed. */
  readonly isKey?: boolean
  readonly isSigned?: boolean
}

/** A text (or key) that may hold placeholders, cut at them, and the way to it. */
export interface PlacedTemplate extends Template {
  readonly path: DocumentPath
}

/** Every placeholder in the texts and keys of a value, in the order of the value; or in those of them that hold `part`. */
export function placeholdersIn(value: JsonValue, part = '{{'): readonly PlacedPlaceholder[] {
  return templatesIn(value, [], part).flatMap(placeholdersOf)
}

/** The placeholders of one text. One with functions comes as a whole, in case there is such a name, and with the names in it. */
export function placeholdersOf({ parts, path }: PlacedTemplate): PlacedPlaceholder[] {
  const placeholders: PlacedPlaceholder[] = []
  parts.forEach(part => {
    if (typeof part !== 'object') return
    const { name, offset } = part
    placeholders.push({ name, path, offset })
    if (hasFunctions(name)) placeholders.push(...namesWithin(name, path, offset))
  })
  return placeholders
}

function namesWithin(within: string, path: DocumentPath, offset: number): readonly PlacedPlaceholder[] {
  const pipeline = pipelineOf(within)
  if (pipeline === undefined || pipeline instanceof Misuse) return []
  const [subject = '', ...keys] = namesInPipeline(pipeline)
  return [
    { name: subject, path, offset, within, hasDefault: hasDefault(pipeline), isSigned: keys.length > 0 },
    ...keys.map(name => ({ name, path, offset, within, isKey: true })),
  ]
}

/** Every text and key with braces in a value that stands at `path`, in the order of the value. */
export function templatesIn(
  value: JsonValue,
  path: DocumentPath = [],
  part = '{{',
): readonly PlacedTemplate[] {
  const found: PlacedTemplate[] = []
  collect(value, [...path], part, found)
  return found
}

/** Adds the templates of a value to `found`. The path is one list for the whole walk: few texts need a copy of it. */
function collect(value: JsonValue, path: (string | number)[], part: string, found: PlacedTemplate[]): void {
  if (typeof value === 'string') collectText(value, path, part, found)
  else if (!isCollection(value)) return
  else if (isList(value))
    for (const [index, item] of value.entries()) {
      path.push(index)
      collect(item, path, part, found)
      path.pop()
    }
  else
    for (const key of Object.keys(value)) {
      path.push(key)
      collectText(key, path, part, found)
      collect(value[key] ?? null, path, part, found)
      path.pop()
    }
}

function collectText(text: string, path: DocumentPath, part: string, found: PlacedTemplate[]): void {
  if (text.includes(part) && hasBraces(text)) found.push({ ...parseTemplate(text), path: [...path] })
}
