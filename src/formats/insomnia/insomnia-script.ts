import { pathOf, type PostmanScript, rewriteScript } from '../rewrite-script.ts'

/** Writes a script of Insomnia with the words of Postman, which are the same but for a few. Undefined for what is no JavaScript. */
export function postmanScript(source: string): PostmanScript | undefined {
  const unknown = new Set<string>()
  const written = rewriteScript(source, (node, around) => {
    if (node.type === 'MemberExpression') {
      const path = pathOf(node) ?? ''
      if (isUnknown.test(path)) unknown.add(path)
      return path === 'insomnia.baseEnvironment' ? 'pm.collectionVariables' : undefined
    }
    if (node.type === 'Literal' && node.value === 'insomnia-collection') return '"postman-collection"'
    const isKey =
      (around?.type === 'MemberExpression' && around.property === node && !around.computed) ||
      (around?.type === 'Property' && around.key === node)
    return node.type === 'Identifier' && node.name === 'insomnia' && !isKey ? 'pm' : undefined
  })
  return written === undefined ? undefined : { source: written, unknown: [...unknown] }
}

/** Words that Postman has not. */
const isUnknown = /^insomnia\.(?:vault|parentFolders|settings|clientCertificates|send)$/
