import { lookup } from './words.ts'

/** The keys of mocks by what other tools call them. */
const keysOf = {
  mock: lookup({
    routes: 'route endpoints endpoint stubs stub mappings interactions handlers expectations paths rules',
    spec: 'openapi swagger description schema contract specification api',
    unmatched: 'onunmatched onunhandledrequest fallback strict',
    proxy: 'forward upstream target passthrough',
    state: 'store data databuckets database resources',
    tls: 'https ssl secure',
    proto: 'protos protobuf grpc',
    cors: 'crossorigin preflight alloworigin allowedorigins origins',
  }),
  'mock-route': lookup({
    route: 'path url uri endpoint request method urlpath',
    answer: 'response respond reply returns return send result',
    answers: 'responses sequence replies results',
    when: 'match matches if condition conditions where rules body query headers',
    then: 'callback callbacks webhook webhooks postserveactions after',
  }),
  'mock-answer': lookup({
    status: 'code statuscode httpstatus responsecode statusname',
    headers: 'header responseheaders',
    json: 'jsonbody body data payload content',
    text: 'raw plain string',
    file: 'bodyfile bodyfilename filepath path',
    delay: 'latency wait sleep fixeddelaymilliseconds delayms pause timeout',
    fault: 'error failure chaos break',
    over: 'dribble chunkeddribbledelay throttle duration',
    events: 'sse stream',
  }),
} as const

/** What to write instead of a word that another tool has for a key of a mock. */
export function mockKey(definition: unknown, written: string): string | undefined {
  if (!isKnown(definition)) return undefined
  const own = keysOf[definition](written)
  if (own === undefined) return undefined
  if (definition === 'mock-route' && own === 'route')
    return 'Method and path stand together: `route: POST /charges/{id}`.'
  if (definition === 'mock-route' && own === 'when' && /^(body|query|headers)$/.test(written))
    return 'What a request has to be like stands under `when`: `when: { $.amount: 30, header x-tenant: acme, query page: 2 }`.'
  return own === 'json'
    ? 'Write it under `json`, `text`, `xml`, `html` or `file`.'
    : `Write it as \`${own}\`.`
}

function isKnown(definition: unknown): definition is keyof typeof keysOf {
  return typeof definition === 'string' && Object.hasOwn(keysOf, definition)
}
