import type { Slip } from '../slip.ts'

const sse = (
  title: string,
  keys: string,
  exitCode: 1 | 2 | 3,
  says: RegExp,
  more: Partial<Slip> = {},
): Slip => ({
  title,
  files: `suite: A\nsteps:\n  - sse: URL/events\n    timeout: 400ms\n    ${keys}\n`,
  exitCode,
  says,
  ...more,
})
const ws = (
  title: string,
  keys: string,
  exitCode: 1 | 2 | 3,
  says: RegExp,
  more: Partial<Slip> = {},
): Slip => ({
  ...sse(title, keys, exitCode, says, more),
  files: `suite: A\nsteps:\n  - websocket: ws://HOST/ws/hello\n    timeout: 400ms\n    ${keys}\n`,
})

/** Streams that are waited for in vain, or not at all. */
export const streams: readonly Slip[] = [
  sse('no events at all', 'count: «0⇒1»', 2, /"count" must be 1 or more/),
  sse('more events than come', 'count: «3⇒2»', 1, /Expected 3 within 400 ms, got 2 messages/, {
    at: 'a.apitest.yaml:3',
  }),
  sse('an event of a misspelt type', 'expect: { event: «prices⇒price» }', 1, /0 of 1|none of/, {
    at: 'a.apitest.yaml:3',
  }),
  sse('a misspelt target of an event', 'expect: { «evnt⇒event»: price }', 2, /unknown-target|unknown-key/),
  sse(
    'a misspelt field of an event',
    'expect: { $.«stat⇒state»: active }',
    1,
    /got none of 2 messages .*\$\.stat: .*got nothing/,
    { at: 'a.apitest.yaml:3' },
  ),
  ...[
    ['expect: [{ event: price }, { $.«stat⇒state»: active }]', 1, /got none of 2 messages .*\$\.stat/],
    ['expect: [{ event: «prices⇒price» }, { $.state: active }]', 1, /got none of|0 of 1/],
    ['expect: [{ event: price }, { $.state: active, $.value: «-1⇒{ exists: true }» }]', 1, /got none of/],
    ['expect: [{ event: price }, { «evnt⇒event»: price }]', 2, /"evnt" is not a key of an item of "expect"/],
    ['expect: [«⇒{ event: price }»]', 2, /"expect" must not be empty/],
    ['expect: [{ event: price }, «price⇒{ event: price }»]', 2, /must be a mapping/],
    ['expect: [{ event: price }, {« ⇒ event: price »}]', 2, /must not be empty/],
    ['expect: [{ event: price }, { $.state: { contains: «""⇒act» } }]', 2, /must not be empty/],
  ].map(([keys, exitCode, says]) =>
    sse(
      String(keys).replaceAll(/«([^⇒]*)⇒[^»]*»/g, '$1'),
      String(keys),
      exitCode as 1 | 2,
      says as RegExp,
      exitCode === 1 ? { at: 'a.apitest.yaml:3' } : {},
    ),
  ),
  sse('none of an event that comes', 'none: true\n    expect: { $.state: «failed⇒gone» }', 1, /failed/, {
    at: 'a.apitest.yaml:3',
  }),
  sse(
    'none of an event whose field has another type',
    'none: true\n    expect: { $.value: «20⇒21» }',
    1,
    /20/,
    { at: 'a.apitest.yaml:3' },
  ),
  sse('none and a number', 'none: true«\n    count: 2⇒\n    expect: { event: gone }»', 2, /misplaced-key/, {
    at: 'a.apitest.yaml:6',
  }),
  sse(
    'an event that was not awaited',
    'count: 1\n    validations: [{ "$[«1⇒0»].data.error": { exists: false } }]',
    2,
    /\$\[1\]/,
  ),
  sse(
    'an operator of one value over all events',
    'count: 2\n    validations: [{ "$[*].data.state": «{ not-equals: failed }⇒[active, failed]» }]',
    2,
    /several-values/,
  ),
  {
    ...sse('an answer that is no stream', '', 1, /text\/event-stream|no stream/),
    files: 'suite: A\nsteps:\n  - sse: URL/«user⇒events»\n    timeout: 2s\n',
  },
  {
    ...sse('a stream that is refused', '', 1, /404/),
    files: 'suite: A\nsteps:\n  - sse: URL/«nowhere⇒events»\n    timeout: 2s\n',
  },
  {
    ...sse('a stream that ends before all is there', '', 1, /got 2 messages; the server ended the stream/),
    files: 'suite: A\nsteps:\n  - sse: URL/events?end\n    count: «3⇒2»\n    timeout: 2s\n',
    at: 'a.apitest.yaml:3',
  },
  ws('no messages at all', 'count: «0⇒1»', 2, /"count" must be 1 or more/),
  ws('more messages than come', 'count: «2⇒1»', 1, /Expected 2 within 400 ms, got 1 message/, {
    at: 'a.apitest.yaml:3',
  }),
  ws(
    'a message that waits for a misspelt one',
    'messages: [{ text: hi, after: { $.type: «welcom⇒welcome» } }]\n    expect: { text: hi }',
    1,
    /after|welcom/,
    { at: 'a.apitest.yaml:3' },
  ),
  ws(
    'a misspelt instruction',
    'messages: [{ text: hi, «afer⇒after»: { $.type: welcome } }]\n    expect: { text: hi }',
    2,
    /afer/,
  ),
  {
    ...ws('a closing that another number was expected of', '', 1, /1008/),
    files:
      'suite: A\nsteps:\n  - websocket: ws://HOST/ws/refused\n    timeout: 2s\n    expect: { close-code: «1000⇒1008» }\n',
    at: 'a.apitest.yaml:3',
  },
  {
    ...ws('a server that closes at once', '', 1, /1008/),
    files: 'suite: A\nsteps:\n  - websocket: ws://HOST/ws/«refused⇒hello»\n    messages: [hello]\n',
  },
  ws(
    'a message that nobody waits for',
    'messages: [hello]\n    «⇒count: 1\n    »validations: [{ "$[0].type": «{ exists: false }⇒welcome» }]',
    2,
    /await|expect/,
    { at: 'a.apitest.yaml:6' },
  ),
  {
    ...ws('a refused handshake', '', 1, /404|handshake/),
    files:
      'suite: A\nsteps:\n  - request: GET URL/user\n  - websocket: ws://HOST/ws/«quiet⇒hello»\n    count: 1\n    timeout: 300ms\n',
    says: /got no message at all/,
  },
]
