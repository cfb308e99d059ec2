import type { Target } from '../model/expectation.ts'

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
