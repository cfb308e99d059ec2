import { printable } from '../text/printable.ts'

/** Attribute values by name; those that are undefined are left out. */
export type Attributes = Readonly<Record<string, string | number | undefined>>

/** An element with its content, which is XML already. */
export function element(name: string, attributes: Attributes, content?: string): string {
  const head = `<${name}${attributeText(attributes)}`
  return content === undefined ? `${head}/>` : `${head}>${content}</${name}>`
}

/** The start tag alone. */
export function startTag(name: string, attributes: Attributes): string {
  return `<${name}${attributeText(attributes)}>`
}

/** A list of properties, its lines behind the first one indented by `indent`. */
export function properties(
  list: readonly { readonly name: string; readonly value: string }[],
  indent: string,
): string {
  const lines = list.map(property => `${indent}  ${element('property', property)}\n`)
  return `<properties>\n${lines.join('')}${indent}</properties>`
}

/** Text that XML 1.0 can carry: markup escaped, characters it has no place for written as `\x1b`. */
export function xmlText(text: string): string {
  return printable(text).replace(/[<>&"]/g, character => entities[character] ?? character)
}

const entities: Readonly<Record<string, string>> = { '<': '&lt;', '>': '&gt;', '&': '&amp;', '"': '&quot;' }

function attributeText(attributes: Attributes): string {
  return Object.entries(attributes)
    .map(([name, value]) => (value === undefined ? '' : ` ${name}="${attributeValue(String(value))}"`))
    .join('')
}

/** Line feeds and tabs in an attribute would be read as spaces. */
function attributeValue(text: string): string {
  return xmlText(text).replaceAll('\n', '&#10;').replaceAll('\t', '&#9;')
}
