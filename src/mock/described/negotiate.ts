import type { Content } from '../../api-description/api-description.ts'
import { bareType } from '../../api-description/find-response.ts'

/**
 * The content that a client likes best (RFC 9110, 12.5.1): by the quality of its `Accept`, then in its order, then in the order of
 * the description. Without an `Accept` the first one; undefined when it takes none of them.
 */
export function acceptedContent(contents: readonly Content[], accept = '*/*'): Content | undefined {
  const ranges = accept
    .split(',')
    .map(range => range.trim())
    .filter(range => range !== '')
    .map((range, index) => ({ type: bareType(range), quality: qualityOf(range), index }))
    .filter(({ quality }) => quality > 0)
    .toSorted((one, other) => other.quality - one.quality || one.index - other.index)
  if (accept.trim() === '') return contents[0]
  for (const { type } of ranges) {
    const content = contents.find(one => fits(type, bareType(one.type)))
    if (content !== undefined) return content
  }
  return undefined
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
