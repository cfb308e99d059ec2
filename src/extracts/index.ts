import type { Exchange } from '../model/exchange.ts'
import type { Extract, FoundExtract } from '../model/expectation.ts'
import type { JsonValue } from '../model/json.ts'
import type { ExtractResult } from '../model/result.ts'
import { defeatOf } from '../json-path/index.ts'
import { compilePattern, mayMatchEmptyText } from '../patterns/index.ts'
import { cutText } from '../util/cut-text.ts'
import { valueText } from '../util/value-text.ts'
import { prepareTarget, type Select } from './prepare-target.ts'
import { onlyNode } from './selected.ts'

/** Either the value for the variable, or the rest of the sentence that says why there is none. */
type Extracted =
  | { readonly value: JsonValue }
  | {
      readonly reason: string
      /** The extract itself is wrong, so that nobody knows whether there is something to find. */
      readonly wrong?: true
      /** It is known that there is nothing. */
      readonly absent?: true
    }

/**
 * Takes a variable's value out of an exchange, or as it is given. A JSONPath that can select several values gives their
 * list, and an empty list counts as not found; so does a regular expression without a match. A value that is null is found.
 * What is to be put behind a list is a list, too: of each value.
 * To be called inside of `whenLoaded`.
 */
export function takeExtract(extract: Extract, exchange: Exchange): ExtractResult {
  const { variable, span } = extract
  if ('value' in extract) return { variable, source: 'value', found: true, value: extract.value, span }
  const { subject: source, select } = prepareTarget(extract.target)
  const extracted = extractedBy(extract, select, exchange)
  if ('value' in extracted) return { variable, source, found: true, value: extracted.value, span }
  const message = `extract ${variable}: ${source} ${extracted.reason}`
  if (extract.default !== undefined && extracted.absent === true)
    return { variable, source, found: false, optional: true, value: extract.default, message, span }
  return {
    variable,
    source,
    found: false,
    ...(extract.optional === true && extracted.wrong !== true ? { optional: true } : {}),
    message,
    span,
  }
}

function extractedBy(extract: FoundExtract, select: Select, exchange: Exchange): Extracted {
  try {
    const selected = onlyNode(select(exchange))
    if (!selected.found && !selected.absent)
      return { reason: `found ${selected.instead}`, ...(selected.wrong === true ? { wrong: true } : {}) }
    if (!selected.found || selected.noneSelected)
      return { reason: 'found nothing in the response', absent: true }
    if (extract.target.kind === 'text' && selected.value === '')
      return { reason: 'found an empty body', absent: true }
    if (extract.regex === undefined) {
      const isOne = extract.append === true && selected.several === undefined
      return isOne ? { value: [selected.value] } : selected
    }
    const group = firstGroup(extract.regex, valueText(selected.value))
    return extract.append === true && 'value' in group ? { value: [group.value] } : group
  } catch (error) {
    return { reason: `could not be looked at: ${defeatOf(error)}`, wrong: true }
  }
}

function firstGroup(regex: string, text: string): Extracted {
  const compiled = compilePattern(regex)
  if (!compiled.ok)
    return { reason: `needs the pattern ${regex}, which is invalid: ${compiled.message}`, wrong: true }
  const value = compiled.pattern.firstGroup(text)
  if (value === '' && mayMatchEmptyText(regex) && text !== '')
    return { reason: `found the empty text, which ${regex} finds in everything` }
  if (value !== undefined) return { value }
  return {
    reason: `found no match for ${regex} in ${text === '' ? 'empty text' : cutText(text, 200)}`,
    absent: true,
  }
}
