import type { Exchange, HeaderList, RequestRecord } from '../../../model/exchange.ts'
import type { JsonObject } from '../../../model/json.ts'
import type { ExecutionContext } from '../sandbox/execution.ts'

/** A request that was sent, in Postman's format. */
export function sentRequest({ method = 'GET', url = '', headers, body }: RequestRecord): JsonObject {
  return {
    method,
    url,
    header: headerPairs(headers),
    ...(body === undefined ? {} : { body: { mode: 'raw', raw: body.text } }),
  }
}

/** An answer in Postman's format. `bytes` are those of its body. */
export function answerForScript(
  { response, timings }: Pick<Exchange, 'response' | 'timings'>,
  bytes: Uint8Array,
): NonNullable<ExecutionContext['response']> {
  const { status, statusText = '', headers } = response
  return {
    code: typeof status === 'number' ? status : 0,
    status: statusText,
    header: headerPairs(headers),
    stream: Buffer.from(bytes),
    responseTime: Math.round(timings.duration),
    responseSize: response.body.size,
  }
}

function headerPairs(headers: HeaderList): readonly { readonly key: string; readonly value: string }[] {
  return headers.map(([key, value]) => ({ key, value }))
}
