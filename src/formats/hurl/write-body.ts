import path from 'node:path'
import { looksLikeJson } from '../../compile/exact-json.ts'
import { jsonText } from '../../compile/json-text.ts'
import type { WrittenPart, WrittenRequest } from '../../compile/request-of-step.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import { isObject } from '../../util/is-json.ts'
import { mapping } from '../../util/read-values.ts'
import { valueText } from '../../util/value-text.ts'
import type { Say } from '../told.ts'
import { fileText, keyText, lineText, template } from './hurl-text.ts'

/** A body, by the places where Hurl has its parts. */
export interface EntryBody {
  /** The Content-Type, where Hurl would send another one. */
  readonly type?: string
  readonly form: readonly (readonly [string, string])[]
  readonly parts: readonly string[]
  /** Below the sections; empty where there is none. */
  readonly text: string
}

const none: EntryBody = { form: [], parts: [], text: '' }

/** Writes the body of a request. */
export function writeBody(
  { body }: WrittenRequest,
  step: JsonObject,
  isText: (name: string) => boolean,
  lose: Say,
): EntryBody {
  if (body === undefined) return none
  const { type } = body
  const typed = (usual: string | undefined): { readonly type?: string } =>
    type === undefined || type === usual ? {} : { type }
  switch (body.kind) {
    case 'json': {
      const graphql = graphqlBlock(step['graphql'], isText)
      return { ...none, ...typed('application/json'), text: graphql ?? hurlJson(body.value, isText) }
    }
    case 'form':
      return { ...none, ...typed('application/x-www-form-urlencoded'), form: body.fields }
    case 'multipart':
      if (type !== undefined) lose(type, 'Hurl sends forms alone')
      return { ...none, parts: body.parts.map(part => partLine(part, lose)) }
    case 'file':
      return { ...none, ...typed(undefined), text: `file,${fileText(body.file)};` }
    case 'text': {
      if (type === 'application/json' && looksLikeJson(body.text) && body.text.trim() === body.text)
        return { ...none, text: template(quotedJson(body.text), plain => plain) }
      if (type === 'application/xml') return { ...none, text: block('xml', body.text) }
      return { ...none, ...typed(undefined), text: textBody(body.text) }
    }
  }
}

/** JSON in which texts of variables stand in quotes, where a suite has them as JSON. */
export function quotedJson(text: string): string {
  return text.replace(/\{\{([\w-]+) \| json\}\}/g, '"{{$1}}"')
}

/** Text on one line between back quotes, or as a block. */
export function textBody(text: string): string {
  if (text.includes('\n') && !text.includes('```') && !/\\\{\{|\r/.test(text)) return block('', text)
  const written = template(text, plain =>
    plain
      .replace(/[\\`]/g, String.raw`\$&`)
      .replaceAll('\n', String.raw`\n`)
      .replaceAll('\r', String.raw`\r`)
      .replaceAll('\t', String.raw`\t`)
      .replaceAll('{{', String.raw`\u{7b}{`)
      // Other characters below the space stand in no text of Hurl.
      .replace(/\p{Cc}/gu, one => `\\u{${(one.codePointAt(0) ?? 0).toString(16)}}`),
  )
  return `\`${written}\``
}

/** The last quotes stand right behind the text: a line break in front of them would be sent. */
function block(language: string, text: string): string {
  return `\`\`\`${language}\n${template(text, plain => plain)}\`\`\``
}

function graphqlBlock(graphql: JsonValue | undefined, isText: (name: string) => boolean): string | undefined {
  if (!isObject(graphql ?? null)) return undefined
  const { query, variables, operation } = mapping(graphql)
  if (operation !== undefined) return undefined
  const values = isObject(variables ?? null) ? `\nvariables ${hurlJson(variables ?? {}, isText)}\n` : ''
  return block('graphql', `${valueText(query ?? '').trimEnd()}\n`).replace(/```$/, () => `${values}\`\`\``)
}

/** JSON with the placeholders of Hurl. */
export function hurlJson(value: JsonValue, isText: (name: string) => boolean): string {
  return jsonText(value, isText, text => template(text, plain => plain))
}

function partLine({ name, text, file, filename, type, headers = [] }: WrittenPart, lose: Say): string {
  if (headers.length > 0) lose(`headers of the part ${name}`, 'a part has none in Hurl')
  if (file !== undefined) {
    const shown = filename ?? path.posix.basename(file)
    if (shown !== file) lose(`filename ${shown}`, 'Hurl sends the path as it is written')
    return `${keyText(name)}: file,${fileText(file)};${type === undefined ? '' : ` ${lineText(type)}`}`
  }
  if (filename !== undefined || type !== undefined) lose(`part ${name}`, 'a text is a plain field in Hurl')
  return `${keyText(name)}: ${lineText(text ?? '')}`.trimEnd()
}
