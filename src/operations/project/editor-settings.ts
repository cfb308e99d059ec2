import { isMap, isScalar, isSeq, type Node, parseDocument } from 'yaml'

/** The extension that completes suites and underlines mistakes in them. */
const extension = 'redhat.vscode-yaml'

/** The change of an existing file: its new text, nothing where it has all already, or why it is left as it is. */
export type Addition = { readonly text: string } | 'there' | { readonly reason: string }

/** The settings of an editor in which the files of apitest have their schemas. */
export function withSchemas(settings: string, schemas: Readonly<Record<string, string>>): Addition {
  const value = valueOf(parseDocument(withoutComments(settings)), 'yaml.schemas')
  const there = isMap(value) ? value.items : []
  const covered = new Set(there.flatMap(pair => textsOf(pair.value)).map(everywhere))
  const lacking = Object.entries(schemas).filter(([, files]) => !covered.has(files))
  if (lacking.length === 0) return 'there'
  const [taken] = lacking.filter(([schema]) => there.some(({ key }) => textsOf(key).includes(schema)))
  if (taken !== undefined) return { reason: `its "yaml.schemas" has ${taken[0]} for other files` }
  const lines = lacking.map(([schema, files]) => `${JSON.stringify(schema)}: ${JSON.stringify(files)}`)
  return added(settings, 'yaml.schemas', lines, ['{', '}'])
}

/** A text, or those of a list. */
function textsOf(node: unknown): readonly string[] {
  if (isSeq(node)) return node.items.flatMap(textsOf)
  return isScalar(node) && typeof node.value === 'string' ? [node.value] : []
}

/** The language server looks for a pattern in every folder, whether or not it says so. */
function everywhere(pattern: string): string {
  return pattern.replace(/^\/?(?:\*\*\/)*/, '')
}

/** The extensions that a project recommends, with the one for YAML. */
export function withExtension(extensions: string): Addition {
  if (extensions.includes(extension)) return 'there'
  return added(extensions, 'recommendations', [JSON.stringify(extension)], ['[', ']'])
}

/** JSON with comments with entries more in the mapping or the list of a key. Nothing else of the text changes. */
function added(
  text: string,
  key: string,
  entries: readonly string[],
  [open, close]: readonly [string, string],
): Addition {
  const plain = withoutComments(text)
  if (plain.trim() === '')
    return { text: `{\n  ${JSON.stringify(key)}: ${open}\n    ${entries.join(',\n    ')}\n  ${close}\n}\n` }
  const document = parseDocument(plain)
  const { contents } = document
  if (
    document.errors.length > 0 ||
    !isMap(contents) ||
    contents.flow !== true ||
    !plain.trimEnd().endsWith('}')
  )
    return { reason: 'it cannot be read as JSON' }
  const value = valueOf(document, key)
  if (value === undefined) {
    const written = `${JSON.stringify(key)}: ${open}\n    ${entries.join(',\n    ')}\n  ${close}`
    return { text: insertedAtEnd(text, plain, contents.range[1], written, '  ') }
  }
  const fits = open === '{' ? isMap(value) : isSeq(value)
  if (!fits || plain[value.range?.[0] ?? 0] !== open) return { reason: `its "${key}" is something else` }
  return { text: insertedAtEnd(text, plain, value.range?.[1], entries.join(',\n    '), '    ') }
}

function valueOf({ contents }: ReturnType<typeof parseDocument>, key: string): Node | undefined {
  if (!isMap(contents)) return undefined
  return contents.items.find(pair => isScalar(pair.key) && pair.key.value === key)?.value as Node | undefined
}

/** `plain` is the text with blanks in place of comments; `end` is behind the closing bracket of what gets the entry. */
function insertedAtEnd(
  text: string,
  plain: string,
  end: number | undefined,
  written: string,
  indent: string,
): string {
  const close = plain.slice(0, end).trimEnd().length - 1
  const last = plain.slice(0, close).trimEnd().length
  const comma = /[{[,]/.test(plain[last - 1] ?? '') ? '' : ','
  const tail = text.slice(last, close)
  // A comment behind the last entry stays beside it.
  const kept = tail.trim() === '' ? '' : tail.trimEnd()
  return `${text.slice(0, last)}${comma}${kept}\n${indent}${written}\n${indent.slice(2)}${text.slice(close)}`
}

/** Blanks in place of comments, so that every place stays where it is. */
function withoutComments(text: string): string {
  return text.replace(/"(?:[^"\\\n]|\\.)*"|\/\/[^\n]*|\/\*[\s\S]*?\*\//g, found =>
    found.startsWith('"') ? found : found.replace(/[^\n]/g, ' '),
  )
}
