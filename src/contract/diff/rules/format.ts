import type { Shape } from '../shape/shape.ts'
import { findingAt } from './keyword-locations.ts'
import type { SchemaFinding, SchemaRule, ShapePair } from './rule.ts'
import { typeChange } from './type-change.ts'

/** Formats of text. */
export const formatRules: readonly SchemaRule[] = [
  {
    id: '{place}-type-changed',
    request: 'breaking',
    response: 'breaking',
    levels: { 'request-parameter-property': 'warning' },
    description: 'Text of another format is right than before',
    find: pair => formatFinding(pair, (old, fresh) => old !== '' && fresh !== ''),
  },
  {
    id: '{place}-type-changed',
    request: 'breaking',
    levels: { 'request-parameter-property': 'warning' },
    description: 'Only text of a format is right where any was',
    find: pair => formatFinding(pair, old => old === ''),
  },
  {
    id: '{place}-type-changed',
    response: 'breaking',
    description: 'Text is no longer sure to have its format',
    find: pair => formatFinding(pair, (_, fresh) => fresh === ''),
  },
  {
    id: '{place}-format-removed',
    isAgreed: true,
    request: 'warning',
    description: 'Text need not have the format any more',
    find: pair => formatFinding(pair, (_, fresh) => fresh === ''),
  },
  {
    id: '{place}-format-added',
    isAgreed: true,
    response: 'warning',
    description: 'Text has a format now',
    find: pair => formatFinding(pair, old => old === ''),
  },
]

function formatFinding(
  pair: ShapePair,
  wanted: (old: string, fresh: string) => boolean,
): readonly SchemaFinding[] {
  const old = formatOf(pair.before)
  const fresh = formatOf(pair.after)
  if (typeChange(pair) !== 'same' || !isText(pair) || old === fresh || !wanted(old, fresh)) return []
  const words = (format: string): string => (format === '' ? 'none' : format)
  return [findingAt(pair, ['format'], `the format went from ${words(old)} to ${words(fresh)}`)]
}

function isText({ before, after }: ShapePair): boolean {
  return [before, after].every(({ types }) => types?.has('string') === true)
}

/** How a field looks on a page does not matter to callers. */
const shownOnly = new Set(['password', 'textarea', 'html', 'markdown', 'string', 'text'])

function formatOf({ keywords }: Shape): string {
  const format = keywords.get('format')?.value
  return typeof format === 'string' && !shownOnly.has(format) ? format : ''
}
