import { pathOf, rewriteScript } from './rewrite-script.ts'

/** The words of Postman by which scripts set a variable, by its name. */
export type Scopes = ReadonlyMap<string, string>

const words: Readonly<Record<string, string>> = {
  'pm.environment.set': 'pm.environment.set',
  'pm.collectionVariables.set': 'pm.collectionVariables.set',
  'pm.globals.set': 'pm.globals.set',
  'pm.variables.set': 'pm.variables.set',
  'postman.setEnvironmentVariable': 'pm.environment.set',
  'postman.setGlobalVariable': 'pm.globals.set',
}

/** Where scripts of Postman set their variables. */
export function scopesOf(sources: readonly string[]): Scopes {
  const scopes = new Map<string, string>()
  for (const source of sources)
    rewriteScript(source, node => {
      if (node.type !== 'CallExpression') return undefined
      const [name] = node.arguments
      const path = pathOf(node.callee) ?? ''
      const word = Object.hasOwn(words, path) ? words[path] : undefined
      if (word !== undefined && name?.type === 'Literal' && typeof name.value === 'string')
        scopes.set(name.value, word)
      return undefined
    })
  return scopes
}

/** A written script that sets variables where the former ones did; others as `otherwise` says. */
export function withScopes(source: string, scopes: Scopes, otherwise = 'pm.environment.set'): string {
  return source.replaceAll(
    /\bpm\.environment\.set\((?=("(?:[^"\\]|\\.)*"))/g,
    (_, name: string) => `${scopes.get(JSON.parse(name) as string) ?? otherwise}(`,
  )
}
