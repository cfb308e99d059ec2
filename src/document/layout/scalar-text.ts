import { CST } from 'yaml'
import { isPlainText } from '../../util/flow-yaml.ts'

/** A scalar of one line, or an alias, with quotes only where they are needed, and double ones where they can be. */
export function scalarText({ type, source }: CST.FlowScalar, isInFlow: boolean): string {
  if (type === 'scalar' || type === 'alias') return source
  const inner = source.slice(1, -1)
  const isPlain = (text: string): boolean => isPlainText(text) || (!isInFlow && jsonPath.test(text))
  if (type === 'double-quoted-scalar') return isPlain(inner) ? inner : source
  const text = inner.replaceAll("''", "'")
  if (isPlain(text)) return text
  return /["\\]/.test(text) ? source : `"${text}"`
}

/** A path that needs quotes in braces and brackets alone. */
const jsonPath = /^\$[\w.$*[\]@-]*$/

/** A key as it is written; one that takes several lines in quotes. */
export function keyText(token: CST.Token | null | undefined, isInFlow: boolean): string {
  if (!isScalar(token)) return ''
  if (token.type === 'alias') return `${token.source} `
  return token.type === 'block-scalar' || token.source.includes('\n')
    ? JSON.stringify(nameOf(token))
    : scalarText(token, isInFlow)
}

/** True where a token is a text, a number, or an alias. */
export function isScalar(token: CST.Token | null | undefined): token is CST.FlowScalar | CST.BlockScalar {
  return token?.type === 'alias' || CST.isScalar(token)
}

/** The name of a key. */
export function nameOf(token: CST.Token | null | undefined): string {
  return CST.isScalar(token) ? CST.resolveAsScalar(token).value : ''
}
