import type { Format, FormatDefinition } from 'ajv'
import { fullFormats } from 'ajv-formats/dist/formats.js'
import { isDateTime } from './date-time.ts'

/** ajv's formats, with our own for those it reads more loosely than their specifications. */
export const formats: ReadonlyMap<string, Format> = new Map<string, Format>([
  ...Object.entries(fullFormats),
  ['date-time', isDateTime],
  ['uuid', /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i],
])

/** True where a text is of a format; undefined for formats of numbers, and for those that no text is held against. */
export function isOfFormat(text: string, name: string): boolean | undefined {
  const format = formats.get(name)
  if (format instanceof RegExp) return format.test(text)
  if (typeof format === 'function') return format(text)
  return format !== undefined && isOfText(format) ? matches(text, format) : undefined
}

function isOfText(format: Format): format is FormatDefinition<string> {
  return (
    typeof format === 'object' && 'validate' in format && format.type !== 'number' && format.async !== true
  )
}

function matches(text: string, { validate }: FormatDefinition<string>): boolean {
  return typeof validate === 'function' ? validate(text) : new RegExp(validate).test(text)
}
