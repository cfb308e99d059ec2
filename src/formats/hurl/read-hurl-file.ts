import { errorProblem, type Result } from '../../model/problem.ts'
import type { Position } from '../../model/span.ts'
import { defined } from '../../util/defined.ts'
import {
  type HurlAssert,
  type HurlCapture,
  type HurlEntry,
  type HurlField,
  type HurlFile,
  type HurlMessage,
  type HurlResponse,
  type HurlSection,
  type OptionKind,
  optionKinds,
  sectionNames,
  type SectionName,
} from './hurl-file.ts'
import { HurlScanner, NotHurl } from './hurl-scanner.ts'
import { readBody } from './read-body.ts'
import { readPredicate, readQuery, seesQuery } from './read-checks.ts'

/** Reads a file of Hurl by its grammar; the first place that does not fit is the problem. */
export function readHurlFile(text: string, file: string): Result<HurlFile> {
  const scanner = new HurlScanner(text)
  try {
    const entries: HurlEntry[] = []
    for (let entry = readEntry(scanner); entry !== undefined; entry = readEntry(scanner)) entries.push(entry)
    const start = scanner.at
    scanner.takeEmptyLines()
    if (!scanner.isAtEnd) scanner.fail('a request such as GET http://localhost')
    return { ok: true, value: { entries, rest: text.slice(start) } }
  } catch (error) {
    if (!(error instanceof NotHurl)) throw error
    const place = scanner.position(Math.min(error.at, text.length))
    const span = { file, start: place, end: place }
    return {
      ok: false,
      problems: [
        errorProblem({ code: 'import-unreadable', message: `this is not Hurl: ${error.message}`, span }),
      ],
    }
  }
}

const requestSections: ReadonlySet<SectionName> = new Set([
  'Query',
  'Form',
  'Multipart',
  'Cookies',
  'BasicAuth',
  'Options',
])

/** A key and its colon, ahead of which nothing else can begin. */
const field = /(?!\[)(?:\{\{[^{}\n]*\}\}|\\u\{[\da-f]+\}|\\.|[\p{L}\p{N}_.@$[\]-])+[ \t]*:/iuy

function readEntry(scanner: HurlScanner): HurlEntry | undefined {
  const start = scanner.at
  scanner.takeEmptyLines()
  const above = scanner.text.slice(start, scanner.at)
  const { line } = scanner.position()
  const [, method] = scanner.take(/([A-Z]+)(?=[ \t])/y) ?? []
  if (method === undefined) {
    scanner.at = start
    return undefined
  }
  scanner.takeSpace()
  if (!scanner.sees(/[^\s#]/y)) scanner.fail('a URL')
  const url = scanner.takeLine()
  scanner.takeLineEnd()
  const source = scanner.text.slice(start, scanner.at)
  const request = readMessage(scanner, source, requestSections)
  const response = readResponse(scanner)
  return defined({
    ...commentsOf(above),
    ...{ line, end: endOf(scanner), method, url, request, response },
    text: scanner.text.slice(start, scanner.at),
  })
}

/** Behind the last character of what was read that is not a line break. */
function endOf(scanner: HurlScanner): Position {
  const { text, at } = scanner
  const end = text[at - 1] !== '\n' ? at : text[at - 2] === '\r' ? at - 2 : at - 1
  return scanner.position(end)
}

/** The comment right above a request, its last line that has a word, and those that Hurl obeys. */
function commentsOf(above: string): { readonly title?: string; readonly commands: readonly string[] } {
  const lines = above.split(/\r?\n/).map(line => line.trim())
  const last = lines.slice(0, -1)
  const block = last.slice(last.findLastIndex(line => !line.startsWith('#')) + 1)
  const commands = lines.flatMap(line => /^#\s*(@cookie_storage_(?:set:.*|clear))/.exec(line)?.slice(1) ?? [])
  const title = block
    .filter(line => /[\p{L}\p{N}]/u.test(line) && !/^#\s*@cookie_storage_/.test(line))
    .at(-1)
    ?.replace(/^#+\s*/, '')
  return defined({ title, commands })
}

function readMessage(scanner: HurlScanner, source: string, allowed: ReadonlySet<SectionName>): HurlMessage {
  const headers = readItems(scanner, field, readField)
  const sections: HurlSection[] = []
  for (;;) {
    const section = readSection(scanner, allowed)
    if (section === undefined) break
    if (sections.some(({ name }) => name === section.name)) scanner.fail('each section once')
    sections.push(section)
  }
  const start = scanner.at
  scanner.takeEmptyLines()
  const { line } = scanner.position()
  const body = readBody(scanner)
  if (body === undefined) scanner.at = start
  else scanner.takeLineEnd()
  return defined({
    source,
    headers,
    sections,
    body: body === undefined ? undefined : { ...body, line, source: scanner.text.slice(start, scanner.at) },
  })
}

function readResponse(scanner: HurlScanner): HurlResponse | undefined {
  const start = scanner.at
  scanner.takeEmptyLines()
  const { line } = scanner.position()
  const found = scanner.take(/HTTP(?:\/(1\.0|1\.1|2|3))?(?=[ \t])/y)
  if (found === undefined) {
    if (scanner.sees(/HTTP/y)) scanner.fail('HTTP, HTTP/1.0, HTTP/1.1, HTTP/2 or HTTP/3')
    scanner.at = start
    return undefined
  }
  const [, version] = found
  scanner.takeSpace()
  const [, code] = scanner.take(/(?:\*|(\d+))/y) ?? scanner.fail('a status or *')
  scanner.takeLineEnd()
  const source = scanner.text.slice(start, scanner.at)
  const message = readMessage(scanner, source, new Set(['Captures', 'Asserts']))
  return defined({ ...message, line, version, status: code === undefined ? undefined : Number(code) })
}

function readSection(scanner: HurlScanner, allowed: ReadonlySet<SectionName>): HurlSection | undefined {
  const start = scanner.at
  scanner.takeEmptyLines()
  const at = scanner.at
  const [, written = ''] = scanner.take(/\[([\p{L}\p{N}]+)\]/uy) ?? []
  if (written === '') {
    scanner.at = start
    return undefined
  }
  const name = Object.hasOwn(sectionNames, written)
    ? sectionNames[written as keyof typeof sectionNames]
    : undefined
  if (name === undefined || !allowed.has(name))
    return scanner.fail(`one of the sections ${[...allowed].join(', ')}`, at + 1)
  scanner.takeLineEnd()
  const source = scanner.text.slice(start, scanner.at)
  const isList = name !== 'Captures' && name !== 'Asserts'
  const read = name === 'Multipart' ? readPart : name === 'Options' ? readOption : readField
  return {
    name,
    source,
    fields: isList ? readItems(scanner, field, read, name === 'BasicAuth' ? 1 : Infinity) : [],
    captures: name === 'Captures' ? readItems(scanner, field, readCapture) : [],
    asserts: name === 'Asserts' ? readItems(scanner, undefined, readAssert) : [],
  }
}

/** Reads items one below the other, as long as one begins with this, or with a query. */
function readItems<Item>(
  scanner: HurlScanner,
  beginning: RegExp | undefined,
  read: (scanner: HurlScanner, line: number) => Item,
  most = Infinity,
): readonly (Item & { readonly source: string })[] {
  const items: (Item & { readonly source: string })[] = []
  while (items.length < most) {
    const start = scanner.at
    scanner.takeEmptyLines()
    if (!(beginning === undefined ? seesQuery(scanner) : scanner.sees(beginning))) {
      scanner.at = start
      break
    }
    const item = read(scanner, scanner.position().line)
    scanner.takeLineEnd()
    items.push({ ...item, source: scanner.text.slice(start, scanner.at) })
  }
  return items
}

function readField(scanner: HurlScanner, line: number): Omit<HurlField, 'source'> {
  const name = takeName(scanner)
  return { line, name, value: scanner.takeLine() }
}

/** Values of options that are no text, each with what is told of any other. */
const optionValues: Readonly<Record<Exclude<OptionKind, 'text' | 'file'>, readonly [RegExp, string]>> = {
  flag: [/(?:true|false)(?=\s|#|$)|\{\{/y, 'true or false'],
  count: [/(?:-1|\d+)(?=\s|#|$)|\{\{/y, 'a number'],
  length: [/\d+(?:ms|s|m|h)?(?=\s|#|$)|\{\{/y, 'a length of time such as 500ms'],
}

function readOption(scanner: HurlScanner, line: number): Omit<HurlField, 'source'> {
  const start = scanner.at
  const name = takeName(scanner)
  const [option] = name
  const kind = typeof option === 'string' && name.length === 1 ? optionKinds.get(option) : undefined
  if (kind === undefined) return scanner.fail('an option such as retry', start)
  if (kind === 'file') return { line, name, value: scanner.takeFileName() }
  const [pattern, what] = kind === 'text' ? [/(?=.)/y, 'a value'] : optionValues[kind]
  if (!scanner.sees(pattern)) scanner.fail(what)
  if (option === 'variable' && !scanner.sees(/[\p{L}\p{N}_-]+[ \t]*=/uy)) scanner.fail('name=value')
  return { line, name, value: scanner.takeLine() }
}

function takeName(scanner: HurlScanner): HurlField['name'] {
  const name = scanner.takeKey()
  scanner.take(/[ \t]*:[ \t]*/y)
  return name
}

/** A part of a form: a text, or a file and its type. */
function readPart(scanner: HurlScanner, line: number): Omit<HurlField, 'source'> {
  const name = takeName(scanner)
  const file = scanner.takeFile()?.file
  if (file === undefined) return { line, name, value: scanner.takeLine() }
  scanner.take(/[ \t]+/y)
  return { line, name, file, value: scanner.takeLine() }
}

function readCapture(scanner: HurlScanner, line: number): Omit<HurlCapture, 'source'> {
  const name = takeName(scanner)
  const query = readQuery(scanner)
  return { line, name, query, isRedacted: scanner.take(/[ \t]*redact/y) !== undefined }
}

function readAssert(scanner: HurlScanner, line: number): Omit<HurlAssert, 'source'> {
  const query = readQuery(scanner)
  scanner.takeSpace()
  return { line, query, ...readPredicate(scanner) }
}
