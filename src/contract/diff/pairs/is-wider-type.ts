import { bareType } from '../../../api-description/find-response.ts'

/** True where a media type is more general than another: a range around it, or what it is built on (`+json`). */
export function isWiderType(general: string, special: string): boolean {
  const [type = '', subtype = ''] = bareType(general).split('/')
  const [specialType = '', specialSubtype = ''] = bareType(special).split('/')
  if (bareType(general) === bareType(special)) return false
  if (type === '*') return true
  return type === specialType && (subtype === '*' || specialSubtype.endsWith(`+${subtype}`))
}
