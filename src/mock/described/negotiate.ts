import type { Content } from '../../api-description/api-description.ts'
import { bareType } from '../../api-description/find-response.ts'

/**
 * The content that a client likes best (RFC 9110, 12.5.1): of each the most specific range of `Accept` decides, with its parameters; of
 * equal ones that with parameters, then the order of the ranges, then that of the description. Undefined when it takes none of them.
 */
export function acceptedContent(contents: readonly Content[], accept: string): Content | undefined {
  const ranges = accept
    .split(',')
    .map(range => range.trim())
    .filter(range => range !== '')
    .map((range, index) => ({
      type: bareType(range),
      parameters: parametersOf(range),
      quality: qualityOf(range),
      index,
    }))
    .toSorted(
      (one, other) =>
        specificity(other.type) - specificity(one.type) || other.parameters.size - one.parameters.size,
    )
  if (ranges.length === 0) return contents[0]
  const [best] = contents
    .flatMap(content => {
      const own = parametersOf(content.type)
      const range = ranges.find(
        ({ type, parameters, quality }) =>
          fits(type, bareType(content.type)) &&
          !differ(parameters, own) &&
          // A type that is refused with a parameter is not refused without it.
          (quality > 0 || [...parameters.keys()].every(name => own.has(name))),
      )
      if (range === undefined || range.quality === 0) return []
      return [{ content, named: [...range.parameters.keys()].filter(name => own.has(name)).length, ...range }]
    })
    .toSorted(
      (one, other) => other.quality - one.quality || other.named - one.named || one.index - other.index,
    )
  return best?.content
}

/** The parameters of a media type, without the weight, and without the charset, which nobody negotiates so. */
function parametersOf(type: string): ReadonlyMap<string, string> {
  const found = type.matchAll(/;\s*([^\s;=]+)\s*=\s*(?:"([^"]*)"|([^\s;]*))/g)
  const pairs = [...found].map(
    ([, name = '', quoted, bare = '']) => [name.toLowerCase(), quoted ?? bare] as const,
  )
  return new Map(pairs.filter(([name]) => name !== 'q' && name !== 'charset'))
}

/** True where two media types say something else of the same parameter. */
function differ(asked: ReadonlyMap<string, string>, offered: ReadonlyMap<string, string>): boolean {
  return [...asked].some(([name, value]) => offered.has(name) && offered.get(name) !== value)
}

function specificity(range: string): number {
  return range === '*/*' ? 0 : range.endsWith('/*') ? 1 : 2
}

function qualityOf(range: string): number {
  const [, quality] = /;\s*q\s*=\s*([\d.]+)/i.exec(range) ?? []
  return quality === undefined ? 1 : Number(quality)
}

/** True where one of two media types is the other, or a range that it is of. */
function fits(asked: string, offered: string): boolean {
  if (asked === offered || asked === '*/*' || offered === '*/*') return true
  const [[askedType, askedSubtype], [offeredType, offeredSubtype]] = [asked.split('/'), offered.split('/')]
  return askedType === offeredType && (askedSubtype === '*' || offeredSubtype === '*')
}
