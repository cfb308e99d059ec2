import type { JsonValue } from '../model/json.ts'
import type { DocumentPath } from '../model/span.ts'
import { holdsBraces } from './holds-braces.ts'
import { isList } from '../util/is-json.ts'
import { hasBraces, parseTemplate, type TemplateProblem } from './template.ts'

/** A placeholder, and the way to the text (or key) that holds it. */
export interface PlacedPlaceholder {
  readonly name: string
  readonly path: DocumentPath
  /** Where it begins in that text, in UTF-16 units. */
  readonly offset: number
}

/** Braces that make no placeholder, and the way to the text (or key) that holds them. */
export interface PlacedTemplateProblem extends TemplateProblem {
  readonly path: DocumentPath
}

/** Every placeholder in the texts and keys of a value, in the order of the value. */
export function placeholdersIn(value: JsonValue): readonly PlacedPlaceholder[] {
  return [...textsWithBraces(value, [])].flatMap(({ text, path }) =>
    parseTemplate(text).parts.flatMap(part =>
      typeof part === 'string' ? [] : [{ name: part.name, path, offset: part.offset }],
    ),
  )
}

/** Everything wrong with the braces in the texts and keys of a value. */
export function templateProblemsIn(value: JsonValue): readonly PlacedTemplateProblem[] {
  return [...textsWithBraces(value, [])].flatMap(({ text, path }) =>
    parseTemplate(text).problems.map(problem => ({ ...problem, path })),
  )
}

function* textsWithBraces(
  value: JsonValue,
  path: DocumentPath,
): Generator<{ text: string; path: DocumentPath }> {
  if (!holdsBraces(value)) return
  if (typeof value === 'string') yield { text: value, path }
  else if (typeof value === 'object' && value !== null)
    for (const [key, member] of isList(value) ? value.entries() : Object.entries(value)) {
      if (typeof key === 'string' && hasBraces(key)) yield { text: key, path: [...path, key] }
      yield* textsWithBraces(member, [...path, key])
    }
}
