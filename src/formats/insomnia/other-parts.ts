import type { JsonObject } from '../../model/json.ts'
import { isObject } from '../../util/is-json.ts'
import { list, mapping } from '../../util/read-values.ts'
import { valueText } from '../../util/value-text.ts'
import type { Tell } from '../told.ts'
import { nameOf } from './postman-item.ts'

/** The parts of a document that are no requests and no environments. */
interface OtherParts {
  /** API descriptions that came with it. */
  readonly descriptions: readonly string[]
  /** Parts that nothing is made of. */
  readonly kept: readonly JsonObject[]
}

/** Tells of everything in a document that is no request and no environment. */
export function tellOfRest(document: JsonObject, tell: Tell): OtherParts {
  const { cookieJar, spec } = document
  const cookies = list(mapping(cookieJar)['cookies']).filter(isObject)
  const names = cookies.map(({ key }) => valueText(key ?? '')).join(', ')
  if (names !== '')
    tell.lose(
      `cookie${cookies.length > 1 ? 's' : ''} ${names} of the jar`,
      'a collection begins without cookies',
    )
  for (const one of list(document['certificates']).filter(isObject))
    tell.lose(
      `certificate ${valueText(one['host'] ?? one['path'] ?? '')}`.trim(),
      'give it as tls of the requests that need it',
    )
  const tests = list(document['testSuites']).filter(isObject)
  for (const suite of tests)
    for (const test of list(suite['tests']).filter(isObject))
      tell.lose(
        `test "${nameOf(test)}" of ${nameOf(suite)}`,
        'tests that send by themselves are not taken over; it is kept',
      )
  const routes = list(document['routes']).filter(isObject)
  for (const route of routes)
    tell.lose(`mock route ${nameOf(route)}`, 'mocks of suites answer by their own words; it is kept')
  const { contents = '', file } = mapping(spec)
  const text = typeof contents === 'string' ? contents : JSON.stringify(contents, null, 2)
  const isDescribed = text.trim() !== '' && text !== '{}'
  if (isDescribed) tell.note('spec', 'it is saved as a description, from which requests can be imported, too')
  else if (file !== undefined) tell.note('spec', `it is in ${valueText(file)}: import that by itself`)
  const empty = [
    ...(cookieJar !== undefined && cookies.length === 0 ? ['cookie jar'] : []),
    ...(spec !== undefined && !isDescribed && file === undefined ? ['API description'] : []),
  ]
  if (empty.length > 0) tell.note(empty.join(', '), empty.length > 1 ? 'they are empty' : 'it is empty')
  return { descriptions: isDescribed ? [text] : [], kept: [...tests, ...routes] }
}
