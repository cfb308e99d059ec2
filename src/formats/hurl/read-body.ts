import type { HurlBody, Template } from './hurl-file.ts'
import type { HurlScanner } from './hurl-scanner.ts'

/** Reads a body, up to its last character; undefined where there is none. */
export function readBody(scanner: HurlScanner): HurlBody | undefined {
  if (scanner.sees(/```/y)) return readBlock(scanner)
  if (scanner.sees(/`/y)) return { kind: 'line', text: scanner.takeBetween('`') }
  if (scanner.sees(/</y)) return { kind: 'xml', xml: takeXml(scanner) }
  const bytes = scanner.takeBytes() ?? scanner.takeFile()
  if (bytes !== undefined) return bytes
  const isJson = scanner.sees(/[[{"]|-?\d|(?:null|true|false)(?=\s*(?:#|$))/my)
  return isJson ? { kind: 'json', text: takeJson(scanner) } : undefined
}

/** A text between lines of three back quotes. */
export function readBlock(scanner: HurlScanner): HurlBody {
  const [, language = ''] = scanner.take(/```(json|xml|raw|graphql,?)?[ \t]*/y) ?? []
  const hint = scanner.take(/[^\n\r`]+/y)
  if (hint !== undefined)
    scanner.fail('json, xml, graphql, raw or the end of the line', scanner.at - hint[0].length)
  if (scanner.take(/\r?\n/y) === undefined) scanner.fail('the end of the line')
  const start = scanner.at
  const end = scanner.text.indexOf('```', start)
  if (end < 0) scanner.fail('``` behind the text', scanner.text.length)
  const written = scanner.text.slice(start, end)
  scanner.at = end + 3
  if (language.startsWith('graphql')) return graphql(scanner, written, start)
  if (language === 'raw') return { kind: 'block', language, text: written === '' ? [] : [written] }
  return {
    kind: 'block',
    language: language as 'json' | 'xml' | '',
    text: scanner.plainTemplate(written, start),
  }
}

/** A query, and behind the word `variables` their values. */
function graphql(scanner: HurlScanner, written: string, start: number): HurlBody {
  const [head, query = ''] = /^([\s\S]*?\n)variables[ \t]*(?=\{)/.exec(written) ?? []
  if (head === undefined) return { kind: 'graphql', query: scanner.plainTemplate(written, start) }
  const end = scanner.at
  scanner.at = start + head.length
  const variables = takeJson(scanner)
  scanner.take(/\s*/y)
  if (!scanner.sees(/```/y)) scanner.fail('``` behind the variables')
  scanner.at = end
  return { kind: 'graphql', query: scanner.plainTemplate(query, start), variables }
}

/** A token of JSON in which values may be placeholders. */
const jsonToken = /\{\{[^{}\n]*\}\}|"(?:\\.|[^"\\\n])*"|[[\]{}]|[^\s"[\]{}#]+|\s+/y

const placeholder = /^\{\{[ \t]*[\p{L}\p{N}_-]+[ \t]*\}\}$/u

/** JSON with its layout, whose values may be placeholders. */
function takeJson(scanner: HurlScanner): Template {
  const start = scanner.at
  let depth = 0
  do {
    const [token] = scanner.take(jsonToken) ?? []
    if (token === undefined) scanner.fail(scanner.isAtEnd ? 'the end of this JSON' : 'JSON')
    if (token.startsWith('{{') && !placeholder.test(token))
      scanner.fail('the name of a variable', scanner.at - token.length + 2)
    if (token === '{' || token === '[') depth++
    else if (token === '}' || token === ']') depth--
  } while (depth > 0)
  const written = scanner.text.slice(start, scanner.at)
  const sample = written.replace(/"(?:\\.|[^"\\])*"|\{\{[^{}\n]*\}\}/g, part =>
    part.startsWith('"') ? part : '0',
  )
  try {
    JSON.parse(sample)
  } catch {
    scanner.fail('JSON', start)
  }
  return scanner.plainTemplate(written, start)
}

const xmlToken =
  /<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<\?[\s\S]*?\?>|<!DOCTYPE[^>[]*(?:\[[\s\S]*?\]\s*)?>|<\/[^>]*>|<[^\s<>/!?](?:[^>"']|"[^"]*"|'[^']*')*>|[^<]+/y

/** A document of XML, from its first bracket to the end of its element. */
function takeXml(scanner: HurlScanner): string {
  const start = scanner.at
  const open: string[] = []
  for (;;) {
    const [token] = scanner.take(xmlToken) ?? []
    if (token === undefined) return scanner.fail(scanner.isAtEnd ? 'the end of this XML' : 'XML')
    const [, slash, name = ''] = /^<(\/?)([^\s<>/!?]+)/.exec(token) ?? []
    if (name === '') continue
    if (slash === '/' && open.pop() !== name)
      scanner.fail('the end of another element', scanner.at - token.length)
    if (slash === '' && !token.endsWith('/>')) open.push(name)
    if (open.length === 0) return scanner.text.slice(start, scanner.at)
  }
}
