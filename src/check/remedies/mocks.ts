import type { ErrorObject } from 'ajv'
import { suggesting } from '../../util/did-you-mean.ts'
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

/** Says how to write a word that another tool has for a key of a mock. */
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

/** Describes the error in a value of a mock, beyond the message of the schema: the rest of a sentence, and a hint. */
export function mockValue({ keyword, instancePath, data, params, parentSchema }: ErrorObject): {
  readonly reason?: string
  readonly hint?: string
} {
  const definition: unknown = parentSchema?.['$comment']
  const { pattern = '' } = params as { readonly pattern?: string }
  if (definition === 'mock-route-text' && keyword === 'pattern') return routeSlip(String(data), pattern)
  if (definition === 'collection-path') return collectionSlip(String(data))
  if (definition === 'mocks' && data === null)
    return { hint: 'Such as `mocks: { payments: { routes: [{ route: POST /charges, answer: 201 }] } }`.' }
  if (/^\/mocks\/[^/]+\/routes$/.test(instancePath))
    return { hint: 'Such as `routes: [{ route: POST /charges, answer: 201 }]`.' }
  if (/^\/mocks\/[^/]+\/state$/.test(instancePath) && keyword === 'type')
    return { reason: 'must be a list of paths or a mapping', hint: 'Such as `state: [/charges]`.' }
  return /^\/mocks\/[^/]+\/routes\/\d+\/(answer|answers\/\d+)\/delay$/.test(instancePath) &&
    definition === 'duration'
    ? {
        reason: 'must be a duration such as 500ms, a number of seconds, { min, max } or { median, p99 }',
      }
    : {}
}

/** Describes the error in the path of a collection, as a value or a key of `state`. */
export function collectionSlip(written: string): { readonly reason: string; readonly hint?: string } {
  return {
    reason: 'must be a path of the description, which begins with a slash',
    ...(/^[\w-]+$/.test(written) ? { hint: `Did you mean "/${written}"?` } : {}),
  }
}

/** Which part of a route is wrong, where that can be said; the methods that there are stand in the pattern. */
function routeSlip(written: string, pattern: string): { readonly reason?: string; readonly hint?: string } {
  const [, method = '', path = ''] = /^(\S+)\s+(\S+)$/.exec(written.trim()) ?? [undefined, '', written.trim()]
  const methods = /\(([A-Z|]+)\)/.exec(pattern)?.[1]?.split('|') ?? []
  if (method === '' && path.startsWith('/'))
    return { reason: 'has no method', hint: `Write "GET ${path}", or "ANY ${path}" for all methods.` }
  if (method !== '' && !methods.includes(method)) {
    const hint = 'Methods of HTTP are written in capitals; ANY stands for all, WS for a WebSocket.'
    return {
      reason: `has the method "${method}", and there is none`,
      hint: suggesting(method, methods, hint),
    }
  }
  const [, whole] = /^[a-z][a-z\d+.-]*:\/\/[^/]*(\/.*)?$/i.exec(path) ?? []
  if (method !== '' && path.includes('://'))
    return {
      reason: 'has a whole URL',
      hint: `The mock has an address of its own: write "${method} ${whole ?? '/'}".`,
    }
  if (method !== '' && !/^[/{]/.test(path))
    return { reason: 'has a path that does not begin with a slash', hint: `Write "${method} /${path}".` }
  return pathSlip(written.trim())
}

/** Describes the error in the path behind a method that there is. */
function pathSlip(written: string): { readonly reason?: string; readonly hint?: string } {
  const [, before = '', query] = /^([^?]+)\?(.*)/.exec(written) ?? []
  if (query !== undefined) {
    const place = /\{[^}]*$/.test(before) ? '' : `Write "${before}": `
    return {
      reason: 'has a query',
      hint: `${place}what a query has to be stands under \`when\`, such as \`when: { query page: "1" }\`.`,
    }
  }
  if (/^\S+\s+\S+\s/.test(written))
    return {
      reason: 'has a space in its path',
      hint: 'A space of a path is written "%20"; other keys stand outside of the quotes of the route.',
    }
  const [rest] = /\{[^{}*/?#\s]+\*\}(?!$)|(?<!\/)\{[^{}*/?#\s]+\*\}$/.exec(written) ?? []
  if (rest !== undefined)
    return {
      reason: `has "${rest}" before its end or behind other characters`,
      hint: `It stands for all that is left of a path, so it is written last and behind a slash, such as "GET /files/${rest}"; "${rest.replace('*', '')}" stands for one part.`,
    }
  const [variable, name = ''] = /\{\{\s*(?:[\w.]*\.)?(\w+)\s*\}\}/.exec(written) ?? []
  if (variable !== undefined)
    return {
      reason: `has "${variable}", and routes are not filled in`,
      hint: `A parameter is a name in single braces: "${written.replace(variable, `{${name}}`)}".`,
    }
  if (/^\S+\s+\S+$/.test(written) && !/^\S+ \S+$/.test(written))
    return {
      reason: 'has more than one space behind its method',
      hint: `Write "${written.replace(/\s+/, ' ')}".`,
    }
  if (written.includes('#'))
    return { reason: 'has a fragment, which no client sends', hint: `Write "${written.replace(/#.*/, '')}".` }
  const [wrong] = /\{[^{}]*\}|[{}]/.exec(written.replaceAll(/\{[^{}*/?#\s]+\}/g, '')) ?? []
  if (wrong !== undefined)
    return {
      reason: `has "${wrong}", which is no parameter`,
      hint: 'A parameter is a name in braces: "GET /users/{id}".',
    }
  return {}
}
