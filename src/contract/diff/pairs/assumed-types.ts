import type { Content } from '../../../api-description/api-description.ts'
import { mapping } from '../../../util/read-values.ts'
import type { OperationSide } from './operation-pair.ts'

/**
 * The media types of both sides. Where Swagger 2 says none, JSON is only assumed: it counts as what the other side has.
 */
export function assumedTypes(
  keyword: 'consumes' | 'produces',
  before: OperationSide,
  after: OperationSide,
  old: readonly Content[],
  fresh: readonly Content[],
): readonly [readonly Content[], readonly Content[]] {
  const [guessed, other] = [isAssumed(keyword, before), isAssumed(keyword, after)]
  if (guessed === other) return [old, fresh]
  return guessed ? [likeThose(old, fresh), fresh] : [old, likeThose(fresh, old)]
}

function isAssumed(keyword: string, { description, written }: OperationSide): boolean {
  return (
    description.version === '2.0' &&
    ![written.value, mapping(description.root.root)].some(holder => Object.hasOwn(holder, keyword))
  )
}

function likeThose(assumed: readonly Content[], others: readonly Content[]): readonly Content[] {
  const [content] = assumed
  const isJson = content?.type === 'application/json'
  if (content === undefined || !isJson || others.length === 0) return assumed
  return others.map(({ type }) => ({ ...content, type }))
}
