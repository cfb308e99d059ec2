import { oauth2Mistakes } from '../../actions/auth/oauth2/grants.ts'
import type { JsonObject } from '../../model/json.ts'
import type { Problem } from '../../model/problem.ts'
import { mapping } from '../../util/read-values.ts'
import { isObject } from '../../util/is-json.ts'
import { allSteps, problemAt, type Rule } from '../rule.ts'
import { type PlacedSetting, settingPlaces } from '../setting-places.ts'

/** A step says who asks once, and a `token-url` is a URL. */
export const validCredentials: Rule = (parsed, { configuration }) => [
  ...allSteps(parsed).flatMap(step => {
    const { auth } = step.input
    const name = isObject(auth) ? headerOf(auth) : undefined
    const own = Object.keys(mapping(step.input['headers']))
    const twice = own.find(header => header.toLowerCase() === name?.toLowerCase())
    if (twice === undefined) return []
    return [
      problemAt(
        parsed.source,
        [...step.path, 'auth'],
        'misplaced-key',
        `the step has both auth and a header "${twice}"`,
        { hint: 'Keep one of them.', atKey: true },
      ),
    ]
  }),
  ...settingPlaces(parsed, configuration, 'auth').flatMap(place => [
    ...oauth2Problems(place),
    ...schemeTwice(place),
  ]),
]

/** The header that carries the credentials; undefined where it is a query parameter, or comes from a variable. */
function headerOf(auth: JsonObject): string | undefined {
  const [kind] = Object.keys(auth)
  if (kind !== 'api-key') return 'authorization'
  const { header } = mapping(auth['api-key'])
  return typeof header === 'string' ? header : undefined
}

/** The word in front of a token is written by the request itself. */
function schemeTwice({ source, path, value }: PlacedSetting): readonly Problem[] {
  const { bearer } = mapping(value)
  if (typeof bearer !== 'string' || !/^bearer\s/i.test(bearer)) return []
  const message = 'the header would say Bearer twice'
  const more = { hint: 'Write the token alone.', severity: 'warning' } as const
  return [problemAt(source, [...path, 'bearer'], 'bad-value', message, more)]
}

function oauth2Problems({ source, path, value }: PlacedSetting): readonly Problem[] {
  const { oauth2: given } = mapping(value)
  if (!isObject(given)) return []
  const at = [...path, 'oauth2']
  const { 'token-url': url } = given
  return [
    ...oauth2Mistakes(given)
      // The schema wants that one.
      .filter(({ code }) => code !== 'missing-key' || url !== undefined)
      .map(({ code, key, message, hint }) =>
        problemAt(source, key === undefined ? at : [...at, key], code, message, { hint, atKey: true }),
      ),
    ...(typeof url !== 'string' || /^(https?:\/\/.|\{\{)/i.test(url)
      ? []
      : [
          problemAt(source, [...at, 'token-url'], 'bad-value', `"${url}" is not a whole URL`, {
            hint: 'Begin it with http:// or https://, or with a variable: `{{baseUrl}}/oauth/token`.',
          }),
        ]),
  ]
}
