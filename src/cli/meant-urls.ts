import type { Problem } from '../model/problem.ts'
import { nearMiss } from '../util/did-you-mean.ts'

/** Says of paths that lead nowhere, and look like a URL, which one was probably meant. */
export function meantUrls(problems: readonly Problem[]): readonly Problem[] {
  const urls = problems.flatMap(problem => urlIn(problem) ?? [])
  return problems
    .filter(({ code, name = '' }) => urls.length === 0 || code !== 'path-missing' || !/^[A-Z]+$/.test(name))
    .map(problem => {
      const url = urlIn(problem)
      return url === undefined ? problem : { ...problem, hint: `Did you mean ${url}?` }
    })
}

function urlIn({ code, name }: Problem): string | undefined {
  return code === 'path-missing' && name !== undefined ? meantUrl(name) : undefined
}

/** The URL that `localhost:4010/x`, `127.0.0.1/x` and `htp://shop/x` were to be. */
export function meantUrl(given: string): string | undefined {
  const [, scheme, rest = ''] = /^([a-z]+):\/+(.+)$/i.exec(given) ?? []
  if (scheme !== undefined) {
    const near = nearMiss(scheme, ['http', 'https'])
    return near === undefined ? undefined : `${near}://${rest}`
  }
  const isHost = /^(?:localhost|\d+(?:\.\d+){3}|\[[\da-f:]+\]|[\w.-]+(?=:\d))(?::\d+)?(?:[/?#]|$)/i.test(
    given,
  )
  return isHost ? `http://${given}` : undefined
}
