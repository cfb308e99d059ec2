import { parsePlainPath } from '../../../../json-path/index.ts'
import type { Target } from '../../../../model/expectation.ts'
import { parseTarget } from '../../../../parse/target.ts'
import { isInherited, type BodyPath } from '../body-path.ts'
import { hasSeveralLines } from '../header-name.ts'
import { optionalMember, valueExpression } from './write-value.ts'

/** A target as a script has it. */
export interface WrittenTarget {
  readonly kind: 'status' | 'time' | 'text' | 'header' | 'body' | 'variable'
  /** The expression that has its value; undefined where there is none. Of the body it looks into `json`. */
  readonly expression: string
  readonly path?: BodyPath
  /** The expression that the path begins at. */
  readonly root?: string
  /** Functions that the expression calls. */
  readonly helpers: readonly string[]
  /** The same without a difference: an item of a list, and no character of a text. */
  readonly exact?: { readonly expression: string; readonly helpers: readonly string[] }
}

/** A target as an expression, or why there is none. */
export function targetExpression(target: string, root = 'json'): WrittenTarget | { readonly why: string } {
  const parsed = target.includes('{{') ? undefined : parseTarget(target)
  if (parsed === undefined) return { why: 'its target has a placeholder' }
  return written(parsed, root)
}

function written(target: Target, root: string): WrittenTarget | { readonly why: string } {
  switch (target.kind) {
    case 'status':
      return { kind: 'status', expression: 'pm.response.code', helpers: [] }
    case 'time':
      return { kind: 'time', expression: 'pm.response.responseTime', helpers: [] }
    case 'text':
      return { kind: 'text', expression: 'pm.response.text()', helpers: [] }
    case 'header':
      return headerExpression(target.name)
    case 'variable': {
      const expression = valueExpression(`{{${target.name}}}`)
      return expression === undefined
        ? { why: 'Postman has no such variable' }
        : { kind: 'variable', expression, helpers: [] }
    }
    case 'json-path':
      return bodyExpression(target.path, root)
    default:
      return { why: 'answers have no such part in Postman' }
  }
}

/** Of a header in several lines a script gets the last, and a validation all of them. */
function headerExpression(name: string): WrittenTarget {
  const text = JSON.stringify(name)
  return hasSeveralLines(name)
    ? { kind: 'header', expression: `headerLines(${text})`, helpers: ['headerLines'] }
    : { kind: 'header', expression: `pm.response.headers.get(${text})`, helpers: [] }
}

function bodyExpression(text: string, root: string): WrittenTarget | { readonly why: string } {
  const path = parsePlainPath(text)
  if (path === undefined) return { why: 'scripts have no JSONPath, and it is more than names and indexes' }
  const helpers = new Set<string>()
  const follow = (object: string, segment: string | number): string => {
    if (typeof segment === 'number')
      return segment < 0 ? `${object}?.at?.(${segment})` : `${object}?.[${segment}]`
    if (!isInherited(segment) && !/^\d+$/.test(segment)) return object + optionalMember(segment)
    // Lists, texts and objects have such a member anyway.
    helpers.add('member')
    return `member(${object}, ${JSON.stringify(segment)})`
  }
  const expression = path.reduce(follow, root)
  const last = path.at(-1)
  const whole = { kind: 'body', expression, path, root, helpers: [...helpers] } as const
  if (typeof last !== 'number') return whole
  const item = `item(${path.slice(0, -1).reduce(follow, root)}, ${last})`
  return { ...whole, exact: { expression: item, helpers: [...helpers, 'item'] } }
}
