import { type Problem, usageProblem } from '../model/problem.ts'

/** Any scheme that a request of a collection could have. */
const anyScheme = /^[a-z][a-z\d+.-]*$/i

/** Why something cannot be a base URL: it is neither a URL, with one of some schemes, nor has a placeholder for one. */
export function baseUrlProblem(baseUrl: string, schemes = anyScheme): Problem | undefined {
  if (baseUrl.trim() === '') return usageProblem('the base URL is empty', 'Is a variable not set?')
  if (baseUrl.includes('{{')) return undefined
  const [, scheme = ''] = /^([^:/]*):\/\/[^/]/.exec(baseUrl) ?? []
  if (schemes.test(scheme) && URL.canParse(baseUrl)) return undefined
  const hint = 'Write it with its scheme, http://127.0.0.1:4010/v1, or as a placeholder, {{shop}}.'
  const kind = schemes === anyScheme ? 'URL' : 'URL with http or https'
  return usageProblem(`"${baseUrl}" cannot be the base URL: it is no ${kind}`, hint)
}
