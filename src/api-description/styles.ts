import type { JsonValue } from '../model/json.ts'
import type { FieldEncoding, ParameterPlace, ParameterStyle } from './api-description.ts'

const styles: readonly ParameterStyle[] = [
  'simple',
  'label',
  'matrix',
  'form',
  'spaceDelimited',
  'pipeDelimited',
  'deepObject',
]

/** A style that OpenAPI names. */
export function styleOf(value: JsonValue | undefined): ParameterStyle | undefined {
  return styles.find(style => style === value)
}

/** The style of a place where nothing else is said. */
export function usualStyle(place: ParameterPlace): ParameterStyle {
  return place === 'query' || place === 'cookie' ? 'form' : 'simple'
}

/** How a field of a form is written: unless its encoding says otherwise, each item of a list is a field of its own. */
export function fieldStyle({ style = 'form', explode }: FieldEncoding = {}): {
  readonly style: ParameterStyle
  readonly explode: boolean
} {
  return { style, explode: explode ?? (style === 'form' || style === 'deepObject') }
}

/** Translates Swagger's `collectionFormat` into the style of later versions: `multi` is the exploded form. */
export function swaggerStyle(
  format: JsonValue | undefined,
  place: ParameterPlace,
): { style: ParameterStyle; explode: boolean } {
  if (format === 'multi') return { style: 'form', explode: true }
  if (format === 'ssv') return { style: 'spaceDelimited', explode: false }
  if (format === 'tsv') return { style: 'tabDelimited', explode: false }
  if (format === 'pipes') return { style: 'pipeDelimited', explode: false }
  return { style: usualStyle(place), explode: false }
}
