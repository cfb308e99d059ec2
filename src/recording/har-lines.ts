import { headerValue } from '../model/header-value.ts'
import type { HeaderList } from '../model/exchange.ts'
import { defined } from '../util/defined.ts'
import { version } from '../util/version.ts'
import type { RecordedEntry } from './entry-of.ts'
import type { RecordedExchange } from './recorded-exchange.ts'
import type { SessionSecrets } from './recorded-secrets.ts'

/** Of HAR what says nothing here. */
const unknown = -1

/** A HAR 1.2 of a session, piece by piece: exchanges as they were, without credentials, and with bodies that are text. */
export function* harLines(
  recorded: readonly { readonly exchange: RecordedExchange; readonly entry: RecordedEntry }[],
  secrets: SessionSecrets,
): Generator<string> {
  yield `{"log":{"version":"1.2","creator":${JSON.stringify({ name: 'apitest', version })},"pages":[],"entries":[`
  let separator = '\n'
  for (const { exchange, entry } of recorded) {
    yield separator + JSON.stringify(entryOf(exchange, entry, secrets))
    separator = ',\n'
  }
  yield '\n]}}\n'
}

function entryOf(
  { startedAt, duration }: RecordedExchange,
  entry: RecordedEntry,
  secrets: SessionSecrets,
): object {
  return {
    startedDateTime: new Date(startedAt).toISOString(),
    time: duration,
    cache: {},
    timings: { send: 0, wait: duration, receive: 0 },
    request: requestOf(entry, secrets),
    response: responseOf(entry, secrets),
  }
}

const version11 = { httpVersion: 'HTTP/1.1', cookies: [], headersSize: unknown }

function requestOf({ method, url, headers, body }: RecordedEntry, secrets: SessionSecrets): object {
  const shown = secrets.text(url)
  const query = URL.canParse(shown) ? [...new URL(shown).searchParams] : []
  return {
    ...{ method, url: shown, ...version11, headers: fields(headers, secrets) },
    queryString: query.map(([name, value]) => ({ name, value })),
    ...(body === undefined ? {} : { postData: postData(body, secrets) }),
    bodySize: unknown,
  }
}

function postData(
  { type, text, fields: parts }: NonNullable<RecordedEntry['body']>,
  secrets: SessionSecrets,
): object {
  if (text !== undefined) return { mimeType: type, text: secrets.text(text) }
  const params = parts.map(({ name, value, filename, type: contentType }) =>
    defined({ name, value: secrets.field(name, value), fileName: filename, contentType }),
  )
  return { mimeType: type, params }
}

function responseOf({ status, answer }: RecordedEntry, secrets: SessionSecrets): object {
  const headers = answer?.headers ?? []
  const text = answer?.text()
  const type = headerValue(headers, 'content-type') ?? 'x-unknown'
  return {
    ...{ status, statusText: '', ...version11, headers: fields(headers, secrets) },
    content: {
      size: text === undefined ? unknown : Buffer.byteLength(text),
      mimeType: type,
      ...(text === undefined || text === '' ? {} : { text: secrets.text(text) }),
    },
    redirectURL: secrets.text(headerValue(headers, 'location') ?? ''),
    bodySize: unknown,
  }
}

function fields(headers: HeaderList, secrets: SessionSecrets): readonly object[] {
  return headers.map(([name, value]) => ({ name, value: secrets.header(name, value) }))
}
