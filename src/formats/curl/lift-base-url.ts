import type { SavedRequest } from '../../model/collection.ts'

/** Requests whose common origin has become `{{baseUrl}}`; as they are where they are few or have several origins. */
export function liftBaseUrl(requests: readonly SavedRequest[]): {
  readonly baseUrl?: string
  readonly items: readonly SavedRequest[]
} {
  const parts = requests.map(({ step }) =>
    /^(\S+) (https?:\/\/[^/?#@{]+)(.*)$/s.exec(step['request'] as string),
  )
  const [first] = parts
  const origin = first?.[2]
  const isShared = parts.length > 1 && parts.every(part => part?.[2] === origin)
  if (!isShared || origin === undefined || origin === '{{baseUrl}}') return { items: requests }
  return {
    baseUrl: origin,
    items: requests.map((request, index) => {
      const [, method = '', , rest = ''] = parts[index] ?? []
      return { ...request, step: { ...request.step, request: `${method} {{baseUrl}}${rest}` } }
    }),
  }
}
