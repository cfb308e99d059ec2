import { requestMethods } from '../../model/request-methods.ts'
import type { Position } from '../../model/span.ts'
import { defined } from '../../util/defined.ts'
import type { FileVariable, HttpFile, HttpRequest, HttpScript, LineRange } from './http-file.ts'

/** Reads a file of requests in the dialects of JetBrains, VS Code, Visual Studio and httpYac. Any text is one. */
export function readHttpFile(text: string): HttpFile {
  const variables: FileVariable[] = []
  const requests: HttpRequest[] = []
  let head = ''
  /** Lines in front of the first request of which nothing is made. */
  let stray: HttpRequest['others'] = []
  let line = 1
  for (const block of blocksOf(text)) {
    const reader = new BlockReader(block, line)
    const request = reader.read()
    variables.push(...reader.variables.map(([name, value]) => ({ name, value, request: requests.length })))
    const last = requests.at(-1)
    if (request !== undefined) {
      const hasHost = variables.some(({ name }) => name === 'host')
      requests.push({ ...request, ...(hasHost && { hasHost }), others: [...stray, ...request.others] })
      stray = []
    } else if (last === undefined) {
      head += block
      stray = [...stray, ...reader.others]
    } else {
      const others = [...last.others, ...reader.others]
      requests[requests.length - 1] = { ...last, others, text: last.text + block }
    }
    line += block.split('\n').length - 1
  }
  return { head, variables, requests }
}

/** The pieces of a text that begin with `###`; the first may begin otherwise. */
export function blocksOf(text: string): readonly string[] {
  return text.split(/^(?=###)/m)
}

const methods = [
  ...requestMethods,
  'CONNECT',
  'GRAPHQL',
  'GRPC',
  'WEBSOCKET',
  'WSS',
  'RSOCKET',
  'SSE',
  'MQTT',
  'AMQP',
]

const requestLine = new RegExp(String.raw`^(?:(${methods.join('|')})[ \t]+)?(\S.*)$`, 'i')

/** The parts of `METHOD url HTTP/1.1`, of which only the URL has to be there. */
function partsOf(line: string): { readonly method: string; readonly url: string; readonly version?: string } {
  const written = line.trim()
  const last = written.lastIndexOf(' ')
  const version = /^HTTP\/(\d(?:\.\d)?)$/i.exec(written.slice(last + 1))?.[1]
  const [, method = 'GET', url = ''] =
    requestLine.exec(version === undefined ? written : written.slice(0, last).trimEnd()) ?? []
  return defined({ method, url, version })
}

const comment = /^\s*(?:#|\/\/)\s*(.*)$/
/** A line that begins another request with httpYac alone: to the other clients it is a part of the body. */
const laterRequest = /^(?:GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)\s+(?:https?:\/\/|\/|\{\{)\S/
const scriptStart = /^[<>]\s*\{%/

/** The lines of one block, read in their order: what stands above the request, the request, and what follows. */
class BlockReader {
  readonly variables: (readonly [string, string])[] = []
  readonly #text: string
  readonly #lines: readonly string[]
  readonly #first: number
  #at = 0
  #title: string | undefined
  #above: string | undefined
  #id: string | undefined
  #comments = 0
  readonly #directives: (readonly [string, string])[] = []
  readonly #before: HttpScript[] = []
  readonly #after: HttpScript[] = []
  readonly #headers: (readonly [string, string])[] = []
  readonly #checks: string[] = []
  readonly #saved: string[] = []
  readonly others: { what: string; why: string }[] = []
  #output: string | undefined
  readonly #directiveLines: number[] = []
  readonly #variableLines: Record<string, number> = {}
  readonly #headerLines: number[] = []
  readonly #bodyLines: number[] = []
  readonly #beforeLines: LineRange[] = []
  readonly #afterLines: LineRange[] = []
  readonly #checkLines: number[] = []
  #aboveLine: number | undefined
  #idLine: number | undefined
  #outputLine: number | undefined

  constructor(text: string, first: number) {
    this.#text = text
    this.#first = first
    this.#lines = text.replace(/^\ufeff/, '').split(/\r?\n/)
  }

  /** The request of the block, if it has one. */
  read(): HttpRequest | undefined {
    const title = /^###+\s*(.*)$/.exec(this.#line?.trimEnd() ?? '')?.[1]
    if (title !== undefined) this.#at++
    if (title !== '') this.#title = title
    const titleLine = this.#title === undefined ? undefined : 0
    while (this.#line !== undefined && this.#readAbove(this.#line)) this.#at++
    if (this.#line === undefined) return undefined
    const start = this.#at
    const line = this.#first + start
    const { url, ...method } = partsOf(this.#line)
    this.#at++
    const address = url + this.#continuedUrl()
    const target: LineRange = [start, this.#at]
    this.#readHeaders()
    const head = this.#at - 1
    const body = this.#readRest()
    return defined({
      ...{ title: this.#title ?? this.#above, id: this.#id, line, end: this.#end(), ...method },
      url: address,
      ...{ headers: this.#headers, body, comments: this.#comments, directives: this.#directives },
      ...{ before: this.#before, after: this.#after, checks: this.#checks, saved: this.#saved },
      ...{ output: this.#output, others: this.others, text: this.#text },
      places: defined({
        ...{
          title: titleLine ?? (this.#above === undefined ? undefined : this.#aboveLine),
          id: this.#idLine,
          directives: this.#directiveLines,
        },
        ...{ variables: this.#variableLines, target, headers: this.#headerLines, head },
        ...{ body: this.#bodyLines, before: this.#beforeLines, after: this.#afterLines },
        checks: this.#checkLines,
        output: this.#outputLine,
      }),
    })
  }

  #end(): Position {
    const last = this.#lines.findLastIndex(line => line.trim() !== '')
    return { line: this.#first + last, column: (this.#lines[last] ?? '').length + 1 }
  }

  get #line(): string | undefined {
    return this.#lines[this.#at]
  }

  /** Reads a line above the request; false for the request itself. */
  #readAbove(line: string): boolean {
    if (this.#readComment(line)) return true
    const [, name, value = ''] = /^@([^\s=]+)\s*=\s*(.*)$/.exec(line.trimEnd()) ?? []
    const start = this.#at
    if (name !== undefined) {
      this.variables.push([name, value])
      this.#variableLines[name] = this.#at
    } else if (scriptStart.test(line)) this.#before.push({ source: this.#readScript('%}') })
    else if (/^<\s+\S/.test(line)) this.#before.push({ file: line.slice(1).trim() })
    else if (/^\{\{[@+>\w]*\s*$/.test(line)) {
      this.#readScript('}}')
      this.others.push({ what: '{{ … }}', why: 'it is JavaScript of httpYac' })
    } else if (/^(?:import|run)\s/.test(line))
      this.others.push({ what: line.trim(), why: 'import that file, too, and use its requests' })
    else if (line.trim() !== '') return false
    else this.#above = undefined
    if (this.#before.length > this.#beforeLines.length) this.#beforeLines.push([start, this.#at + 1])
    return true
  }

  #readComment(line: string): boolean {
    const [, text] = comment.exec(line.trimEnd()) ?? []
    if (text === undefined) return false
    const [, directive, value = ''] = /^@([\w-]+)(?:[\s=]+(.*))?$/.exec(text) ?? []
    if (directive === 'name') {
      this.#id = value.trim()
      this.#idLine = this.#at
    } else if (directive !== undefined) {
      this.#directives.push([directive, value.trim()])
      this.#directiveLines.push(this.#at)
    } else if (text !== '') {
      this.#above = text
      this.#aboveLine = this.#at
    }
    return true
  }

  /** The lines of a script, from where it begins; the reader stays on its last one. */
  #readScript(end: '%}' | '}}'): string {
    const start = this.#line?.replace(/^[<>]?\s*\{[{%][@+>\w]*/, '') ?? ''
    const lines: string[] = []
    for (let line: string | undefined = start; line !== undefined; line = this.#lines[++this.#at]) {
      const at = line.indexOf(end)
      lines.push(at < 0 ? line : line.slice(0, at))
      if (at >= 0) break
    }
    return lines.join('\n').replace(/^\s*\n|\s+$/g, '')
  }

  #continuedUrl(): string {
    let url = ''
    for (; this.#line !== undefined && /^(?:[ \t]+(?!\?\?)\S|\?(?!\?)|&)/.test(this.#line); this.#at++)
      url += this.#line.trim()
    return url
  }

  #readHeaders(): void {
    for (; this.#line !== undefined && this.#line.trim() !== ''; this.#at++) {
      if (scriptStart.test(this.#line) || /^(?:>|<|\?\?)\s*\S/.test(this.#line)) return
      if (this.#readComment(this.#line)) continue
      const [, name, value = ''] = /^([^\s:]+)\s*:\s*(.*)$/.exec(this.#line.trimEnd()) ?? []
      if (name !== undefined) {
        this.#headers.push([name, value])
        this.#headerLines.push(this.#at)
      } else
        this.others.push({ what: this.#line.trim(), why: 'it is no header, and no empty line is above it' })
    }
  }

  /** The lines of the body; what is done with the answer is taken out of them. */
  #readRest(): readonly string[] {
    const body: string[] = []
    for (; this.#line !== undefined; this.#at++) {
      const line = this.#line
      if (this.#readAnswerLine(line)) continue
      if (laterRequest.test(line) && !this.#hasParts())
        this.others.push({ what: line.trim(), why: 'a request begins below ###, but with httpYac' })
      if (/^(?:#|\/\/)/.test(line)) this.#comments++
      else if (this.#after.length === 0) {
        body.push(line)
        this.#bodyLines.push(this.#at)
      }
    }
    const isEmpty = (line: string): boolean => line.trim() === ''
    const start = body.findIndex(line => !isEmpty(line))
    const end = body.findLastIndex(line => !isEmpty(line)) + 1
    if (start < 0) this.#comments = 0
    this.#bodyLines.splice(end)
    this.#bodyLines.splice(0, start < 0 ? 0 : start)
    return start < 0 ? [] : body.slice(start, end)
  }

  /** True for a body that may hold requests, as a batch does. */
  #hasParts(): boolean {
    return this.#headers.some(
      ([name, value]) => /^content-type$/i.test(name) && /^(?:multipart\/|application\/http\b)/i.test(value),
    )
  }

  #readAnswerLine(line: string): boolean {
    const [, sign, file] = /^(<>|>>!?|>)\s+(\S.*)$/.exec(line.trimEnd()) ?? []
    const start = this.#at
    const scripts = this.#after.length
    if (/^>\s*\{%/.test(line)) this.#after.push({ source: this.#readScript('%}') })
    else if (/^\?\?\s*\S/.test(line)) {
      this.#checks.push(line.slice(2).trim())
      this.#checkLines.push(start)
    } else if (file === undefined) return false
    else if (sign === '<>') this.#saved.push(file)
    else if (sign === '>') this.#after.push({ file })
    else {
      this.#output = file
      this.#outputLine = this.#at
    }
    if (this.#after.length > scripts) this.#afterLines.push([start, this.#at + 1])
    return true
  }
}
