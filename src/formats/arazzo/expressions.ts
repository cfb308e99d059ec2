import type { JsonValue } from '../../model/json.ts'
import { pathText } from '../../json-path/index.ts'
import { jsonPointerParts } from './pointer.ts'

/** A runtime expression, taken apart. */
export type Expression =
  /** A part of the answer, as a target of a validation. */
  | { readonly kind: 'answer'; readonly target: string }
  /** A part of the request of the same step. */
  | { readonly kind: 'request'; readonly part: string; readonly name: string; readonly path: ValuePath }
  | { readonly kind: 'inputs' | 'outputs'; readonly name: string; readonly path: ValuePath }
  | { readonly kind: 'steps'; readonly step: string; readonly name: string; readonly path: ValuePath }
  | {
      readonly kind: 'workflows'
      readonly workflow: string
      readonly part: string
      readonly name: string
      readonly path: ValuePath
    }
  | { readonly kind: 'source'; readonly source: string; readonly name: string }
  | { readonly kind: 'component'; readonly name: string }

/** The way into a value. */
export type ValuePath = readonly (string | number)[]

const name = '[\\w-]+'
const rest = '(#.*|[.[].*)?'

function partOfWorkflow([workflow = '', part = '', own = '', inside]: readonly string[]): Expression {
  return { kind: 'workflows', workflow, part, name: own, path: pathOf(inside) }
}

const forms: readonly (readonly [RegExp, (parts: readonly string[]) => Expression])[] = [
  [/^\$statusCode$/, () => ({ kind: 'answer', target: 'status' })],
  [/^\$url$/, () => ({ kind: 'answer', target: 'url' })],
  [/^\$response\.header\.([^\s]+)$/, ([header = '']) => ({ kind: 'answer', target: `header ${header}` })],
  [/^\$response\.body(#.*|[.[].*)?$/, ([inside = '']) => ({ kind: 'answer', target: bodyTarget(inside) })],
  [
    /^\$request\.(header|query|path)\.([^\s#]+)$/,
    ([part = '', own = '']) => ({ kind: 'request', part, name: own, path: [] }),
  ],
  [
    /^\$request\.body(#.*|[.[].*)?$/,
    ([inside = '']) => ({ kind: 'request', part: 'body', name: '', path: pathOf(inside) }),
  ],
  [/^\$method$/, () => ({ kind: 'request', part: 'method', name: '', path: [] })],
  [
    new RegExp(`^\\$(inputs|outputs)\\.(${name})${rest}$`),
    ([kind, own = '', inside]) => ({ kind: kind as 'inputs', name: own, path: pathOf(inside) }),
  ],
  [
    new RegExp(`^\\$steps\\.(${name})\\.outputs\\.(${name})${rest}$`),
    ([step = '', own = '', inside]) => ({ kind: 'steps', step, name: own, path: pathOf(inside) }),
  ],
  [new RegExp(`^\\$workflows\\.(${name})\\.(inputs|outputs)\\.(${name})${rest}$`), partOfWorkflow],
  [
    new RegExp(`^\\$sourceDescriptions\\.${name}\\.(${name})\\.(outputs)\\.(${name})${rest}$`),
    partOfWorkflow,
  ],
  [
    new RegExp(`^\\$sourceDescriptions\\.(${name})\\.(.+)$`),
    ([source = '', own = '']) => ({ kind: 'source', source, name: own }),
  ],
  [/^\$components\.(.+)$/, ([own = '']) => ({ kind: 'component', name: own })],
]

/** Takes a runtime expression apart; undefined for any other text. */
export function parseExpression(written: string): Expression | undefined {
  const trimmed = written.trim()
  if (!trimmed.startsWith('$')) return undefined
  for (const [form, make] of forms) {
    const match = form.exec(trimmed)
    if (match !== null) return make(match.slice(1))
  }
  return undefined
}

/** True where a text begins as a runtime expression does. */
export function looksLikeExpression(written: string): boolean {
  return /^\$(?:url|method|statusCode|self|request|response|message|inputs|outputs|steps|workflows|sourceDescriptions|components|faker)\b/.test(
    written.trim(),
  )
}

function bodyTarget(inside: string): string {
  return pathText(pathOf(inside))
}

/** `#/a/0`, and `.a[0]` or `.a.0` as people write it. */
function pathOf(inside = ''): ValuePath {
  if (inside.startsWith('#')) return jsonPointerParts(inside.slice(1))
  return [...inside.matchAll(/\[(\d+)\]|\[['"]([^'"]*)['"]\]|[.]?([^.[\]]+)/g)].map(
    ([, index, quoted, plain = '']) =>
      index === undefined ? (quoted ?? (/^\d+$/.test(plain) ? Number(plain) : plain)) : Number(index),
  )
}

/** A text that is cut at the expressions in it. */
export function embeddedParts(written: string): readonly (string | { readonly expression: string })[] {
  return written
    .split(/(\{\$[^{}]*\})/)
    .filter(part => part !== '')
    .map(part => (/^\{\$[^{}]*\}$/.test(part) ? { expression: part.slice(1, -1) } : part))
}

/** A value that is nothing but a placeholder, and a way into it. */
export function intoPlaceholder(value: JsonValue, path: ValuePath): JsonValue | undefined {
  if (path.length === 0) return value
  const [, inside] = typeof value === 'string' ? (/^\{\{([^{}]+)\}\}$/.exec(value) ?? []) : []
  return inside === undefined ? undefined : `{{${inside}${pathText(path).slice(1)}}}`
}
