import { randomNumbers } from '../../../testing/random-numbers.ts'

/** An answer that may or may not be HTTP, as the pieces in which it comes; the connection is closed behind them. */
export interface VariedAnswer {
  readonly pieces: readonly string[]
  /** The method of the request that it answers. */
  readonly method: 'GET' | 'HEAD'
}

/** Makes answers, most of them right or nearly so: the same ones for the same seed. */
export function variedAnswers(seed: number): () => VariedAnswer {
  const below = choosing(seed)
  const one = <Item>(items: readonly Item[]): Item => items[below(items.length)] as Item
  const chance = (percent: number): boolean => below(100) < percent
  const times = <Item>(most: number, make: () => Item): readonly Item[] =>
    Array.from({ length: below(most + 1) }, make)

  function answer(): string {
    const interims = chance(8) ? times(3, interim).join('') : ''
    const before = chance(2) ? one(['\r\n', '\n', '\r\n\r\n', ' ', 'x']) : ''
    return before + interims + final() + (chance(6) ? one(surplus) : '')
  }

  function interim(): string {
    const status = one([100, 100, 102, 103, 103, 199])
    return `HTTP/1.1 ${status} ${one(['Continue', '', 'Early Hints'])}\r\n${times(2, line).join('')}\r\n`
  }

  function final(): string {
    const status = chance(80)
      ? one([200, 200, 200, 201, 204, 206, 301, 304, 404, 500, 599])
      : one(oddStatuses)
    const version = chance(90)
      ? 'HTTP/1.1'
      : one(['HTTP/1.0', 'HTTP/2.0', 'HTTP/0.9', 'HTTP/1.2', 'HTTP/1.10', 'http/1.1'])
    const reason = chance(80)
      ? ' OK'
      : one(['', ' ', ' Not  Modified', ' Zo\xc3\xab', ' \xe9', ' a\tb', '  ', ' \x01'])
    const { headers, body } = framed()
    const lines = shuffled([...times(4, line), ...headers])
    return `${version} ${status}${reason}\r\n${lines.join('')}\r\n${body}`
  }

  function line(): string {
    const name = one(['X-A', 'x-a', 'Set-Cookie', 'ETag', 'Vary', 'a', '!#$', 'Keep-Alive', 'Content-Type'])
    return `${name}:${one(['', ' ', ' ', ' ', '\t', '  '])}${one(values)}${chance(5) ? one([' ', '\t ', ' \t']) : ''}\r\n`
  }

  function framed(): { readonly headers: readonly string[]; readonly body: string } {
    const text = content()
    const connection = chance(15)
      ? [`Connection: ${one(['close', 'keep-alive', 'Close', 'x, close', 'upgrade'])}\r\n`]
      : []
    switch (below(10)) {
      case 0:
        return { headers: connection, body: text }
      case 1:
        return {
          headers: [...connection, ...times(2, length), ...times(2, coding)],
          body: chance(50) ? text : chunks(text),
        }
      case 2:
      case 3:
      case 4:
      case 5:
        return {
          headers: [
            ...connection,
            `${one(codingNames)}: ${one(['chunked', 'chunked', 'Chunked', 'gzip, chunked'])}\r\n`,
          ],
          body: chunks(text),
        }
      default:
        return { headers: [...connection, `${one(lengthNames)}: ${text.length}\r\n`], body: text }
    }
  }

  function content(): string {
    if (chance(10)) return ''
    if (chance(5))
      return one(['HTTP/1.1 100 Continue\r\n\r\n', '0\r\n\r\n', '\r\n\r\n', 'HTTP/1.1 200 OK\r\n\r\n'])
    return one(['a', 'hello', '\0\xff\r\n', '{"a":1}']).repeat(1 + below(chance(5) ? 9000 : 12))
  }

  function length(): string {
    return `${one(lengthNames)}: ${chance(60) ? below(12) : one(oddLengths)}\r\n`
  }

  function coding(): string {
    return `${one(codingNames)}: ${one(['chunked', 'identity', 'gzip', 'chunked, gzip', 'gzip,chunked', 'chunked, chunked', 'xchunked', 'chunkedx', ' chunked ', ''])}\r\n`
  }

  function chunks(text: string): string {
    let written = ''
    for (let at = 0; at < text.length;) {
      const size = Math.min(text.length - at, 1 + below(chance(30) ? text.length : 8))
      written += `${sizeText(size)}${extension()}\r\n${text.slice(at, at + size)}\r\n`
      at += size
    }
    return `${written}${one(['0', '0', '0', '000'])}${extension()}\r\n${chance(20) ? times(3, chance(90) ? line : length).join('') : ''}\r\n`
  }

  function sizeText(size: number): string {
    const digits = size.toString(16)
    return chance(85) ? digits : one([digits.toUpperCase(), `0${digits}`, `000${digits}`])
  }

  function extension(): string {
    return chance(90)
      ? ''
      : one([
          ';a',
          ';a=b',
          ';a=b;c="d"',
          ';a="b\\"c"',
          ';',
          '; a=b',
          ' ;a',
          ';a=',
          ';a= b',
          ';=',
          ';a\x01',
          ';a\xe9',
          ' ',
          '\t',
        ])
  }

  function shuffled(lines: readonly string[]): readonly string[] {
    const rest = [...lines]
    return lines.map(() => rest.splice(below(rest.length), 1)[0] ?? '')
  }

  /** Changes some bytes anywhere, in the head more often than behind it. */
  function mutated(text: string): string {
    const limit = chance(70) ? text.indexOf('\r\n\r\n') + 4 : text.length
    const at = below(Math.max(1, limit))
    const rest = text.slice(at)
    const before = text.slice(0, at)
    switch (below(6)) {
      case 0:
        return before + rest.slice(1 + below(3))
      case 1:
        return before + one(oddBytes) + rest
      case 2:
        return before + one(oddBytes) + rest.slice(1)
      case 3:
        return before
      case 4:
        return before + rest.slice(0, 1 + below(12)).repeat(2) + rest.slice(12)
      default:
        return (
          before +
          rest.replace(one(['\r\n', '\r\n\r\n', ': ', ' ', ':']), () =>
            one(['\n', '\r', '', '\r\r\n', '\n\r\n', ' ', '\r\n ']),
          )
        )
    }
  }

  function cut(text: string): readonly string[] {
    const way = below(4)
    if (way === 0 || text.length > 5000) return [text]
    if (way === 1) return Array.from(text)
    const places = [...new Set(Array.from({ length: 1 + below(4) }, () => below(text.length)))].toSorted(
      (a, b) => a - b,
    )
    return [0, ...places]
      .map((from, index) => text.slice(from, places[index] ?? text.length))
      .filter(piece => piece !== '')
  }

  return () => {
    let text = answer()
    if (chance(45)) for (let count = 1 + below(3); count > 0; count--) text = mutated(text)
    return { pieces: cut(text), method: chance(10) ? 'HEAD' : 'GET' }
  }
}

function choosing(seed: number): (limit: number) => number {
  const next = randomNumbers(seed)
  return limit => Math.floor(next() * limit)
}

const oddStatuses = [
  '100',
  '101',
  '000',
  '042',
  '099',
  '42',
  '1000',
  '2x0',
  '20',
  '600',
  '999',
  '205',
  '',
  '-200',
  ' 200',
]
const lengthNames = ['Content-Length', 'content-length', 'Content-Length ']
const codingNames = ['Transfer-Encoding', 'transfer-encoding', 'TRANSFER-ENCODING']
const oddLengths = [
  '',
  '-1',
  '+1',
  '0x1',
  '1.0',
  '1, 1',
  '1,2',
  '1 1',
  'ten',
  '007',
  '1e1',
  '9007199254740993',
  '99999999999999999999999',
  '\xb2',
]
const values = [
  '1',
  'a b',
  'W/"x"',
  'a,b',
  'Zo\xc3\xab',
  '\xe9',
  'a=b; Path=/',
  'a\tb',
  '"',
  'x'.repeat(300),
  'timeout=5',
  ':',
  'HTTP/1.1 200 OK',
]
const oddBytes = [
  '\0',
  '\x01',
  '\x7f',
  '\xff',
  ' ',
  '\t',
  '\r',
  '\n',
  '\r\n',
  ':',
  ';',
  ',',
  '0',
  'f',
  'G',
  'HTTP/1.1',
  '\r\n ',
  '\x0b',
  '\x85',
  '\xa0',
  '\r\n\r\n',
]
const surplus = [
  'x',
  '\r\n',
  '\n',
  ' ',
  'HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n',
  'HTTP/1.1 500 X\r\n',
  '\0',
  '0\r\n\r\n',
]
