import type { Content } from '../../api-description/api-description.ts'
import { bareType } from '../../api-description/find-response.ts'

/**
 * The content that a client likes best (RFC 9110, 12.5.1): of each the most specific range of `Accept` decides; of equal ones the
 * order of the ranges, then that of the description. Undefined when it takes none of them.
 */
export function acceptedContent(contents: readonly Content[], accept: string): Content | undefined {
  const ranges = accept
    .split(',')
    .map(range => range.trim())
    .filter(range => range !== '')
    .map((range, index) => ({ type: bareType(range), quality: qualityOf(range), index }))
    .toSorted((one, other) => specificity(other.type) - specificity(one.type))
  if (ranges.length === 0) return contents[0]
  const [best] = contents
    .flatMap(content => {
      const range = ranges.find(({ type }) => fits(type, bareType(content.type)))
      return range === undefined || range.quality === 0 ? [] : [{ content, ...range }]
    })
    .toSorted((one, other) => other.quality - one.quality || one.index - other.index)
  return best?.content
}

function specificity(range: string): number {
  return range === '*/*' ? 0 : range.endsWith('/*') ? 1 : 2
}

function qualityOf(range: string): number {
  const [, quality] = /;\s*q\s*=\s*([\d.]+)/i.exec(range) ?? []
  return quality === undefined ? 1 : Number(quality)
}

/** Whether one of two media types is the other, or a range that it is of. */
function fits(asked: string, offered: string): boolean {
  if (asked === offered || asked === '*/*' || offered === '*/*') return true
  const [[askedType, askedSubtype], [offeredType, offeredSubtype]] = [asked.split('/'), offered.split('/')]
  return askedType === offeredType && (askedSubtype === '*' || offeredSubtype === '*')
}
