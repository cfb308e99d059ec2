import { readResolve } from '../../actions/transport/read-resolve.ts'
import { notAProxy, parseProxy, proxyHint, withoutCredentials } from '../../actions/transport/read-proxy.ts'
import { headerProblem } from '../../actions/http/header-lines.ts'
import type { Problem } from '../../model/problem.ts'
import { mapping } from '../../util/read-values.ts'
import { isObject } from '../../util/is-json.ts'
import { problemAt, type Rule } from '../rule.ts'
import { type PlacedSetting, settingPlaces } from '../setting-places.ts'

/** A proxy is a URL, `resolve` has hosts with ports, and a correlation has a header's name; what has placeholders may be. */
export const validTransport: Rule = (parsed, { configuration }) => {
  const judge = (key: string, rule: (setting: PlacedSetting) => readonly Problem[]): readonly Problem[] =>
    settingPlaces(parsed, configuration, key).flatMap(rule)
  return [
    ...judge('proxy', proxyProblems),
    ...judge('resolve', resolveProblems),
    ...judge('correlation', correlationProblems),
  ]
}

function proxyProblems({ source, path, value }: PlacedSetting): readonly Problem[] {
  const { url, username, password } = isObject(value) ? value : { url: value }
  if (typeof url !== 'string' || url === 'none' || url.includes('{{')) return []
  const at = isObject(value) ? [...path, 'url'] : path
  if (parseProxy(url) === undefined)
    return [
      problemAt(source, at, 'bad-value', `the proxy ${withoutCredentials(url)} ${notAProxy}`, {
        hint: proxyHint,
      }),
    ]
  const isAlone = password !== undefined && username === undefined && !url.includes('@')
  if (!isAlone) return []
  const message = '"password" needs the key "username"'
  return [problemAt(source, [...path, 'password'], 'missing-key', message, { atKey: true })]
}

function resolveProblems({ source, path, value }: PlacedSetting): readonly Problem[] {
  return Object.entries(mapping(value)).flatMap(([from, to]) => {
    if (typeof to !== 'string' || `${from}${to}`.includes('{{')) return []
    const read = readResolve({ [from]: to })
    if (read.ok) return []
    const { reason, hint = '' } = read.failure.parts
    return [problemAt(source, [...path, from], 'bad-value', reason, { hint, atKey: true })]
  })
}

function correlationProblems({ source, path, value }: PlacedSetting): readonly Problem[] {
  const { header } = mapping(value)
  if (typeof header !== 'string' || header.includes('{{')) return []
  const read = headerProblem(header, '')
  if (read === undefined || read.ok) return []
  const { reason, hint = '' } = read.failure.parts
  return [problemAt(source, [...path, 'header'], 'bad-value', reason, { hint })]
}
