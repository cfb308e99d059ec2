import { parsePlainPath, type PlainPath } from '../json-path/index.ts'
import type { Target } from '../model/expectation.ts'
import { writeJson } from '../util/exact-number.ts'

/** A target and the way into it, the same however it is written. */
export function targetPlace(target: Target, keys: PlainPath = []): string {
  if (target.kind === 'header' || target.kind === 'trailer')
    return writeJson([targetSubject(target).toLowerCase(), keys])
  const path = target.kind === 'json-path' ? parsePlainPath(target.path) : undefined
  return writeJson(
    path === undefined ? [targetSubject(target), keys] : ['body-json-path', [...path, ...keys]],
  )
}

/** A target's name in results and reports, such as `body-json-path $.name`. */
export function targetSubject(target: Target): string {
  switch (target.kind) {
    case 'status':
      return 'status'
    case 'header':
      return `header ${target.name}`
    case 'trailer':
      return `trailer ${target.name}`
    case 'cookie':
      return ['cookie', target.name, ...(target.part === undefined ? [] : [target.part])].join(' ')
    case 'xpath':
      return `xpath ${target.expression}`
    case 'certificate':
      return `certificate ${target.part}`
    case 'query':
    case 'path':
      return `${target.kind} ${target.name}`
    case 'variable':
      return `variable ${target.name}`
    case 'field':
      return target.name
    case 'json-path':
      return `body-json-path ${target.path}`
    case 'text':
      return 'body-text'
    case 'time':
      return 'response-time'
    case 'size':
    case 'sha256':
    case 'file':
    case 'url':
    case 'snapshot':
      return target.kind
  }
}
