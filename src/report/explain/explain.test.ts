import type { FaultCode } from '../../actions/faults/index.ts'
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ExplainFacts } from './answered.ts'
import { explain } from './explain.ts'
import { answeredAt, answeredStep, type Said } from './testing/answered-step.ts'

type Row = readonly [
  what: string,
  said: Said,
  cause: RegExp | undefined,
  next: RegExp | undefined,
  facts?: ExplainFacts,
]

const bearer = { authorization: 'Bearer ***' }
const page = '<!doctype html><html><title>Welcome to nginx!</title></html>'
const hour = 3_600_000

const credentials: readonly Row[] = [
  ['no credentials', { status: 401 }, /^No credentials were sent/, /`auth`/],
  [
    'no credentials, and a scheme',
    { status: 401, got: { 'www-authenticate': 'Basic realm="x"' } },
    /asks for Basic/,
    /--user NAME:PASSWORD/,
  ],
  [
    'a scheme that apitest has not',
    { status: 401, got: { 'www-authenticate': 'Negotiate' } },
    /asks for Negotiate/,
    /`auth` has no Negotiate/,
  ],
  [
    'a token whose time is over',
    { status: 401, sent: bearer },
    /expired 3 h ago/,
    /oauth2/,
    { token: { expires: answeredAt - 3 * hour } },
  ],
  [
    'a token that is over, and a challenge',
    { status: 401, sent: bearer, got: { 'www-authenticate': 'Bearer error="invalid_token"' } },
    /expired 2 days ago/,
    /Fetch a new one/,
    { token: { expires: answeredAt - 48 * hour } },
  ],
  [
    'a token whose time comes',
    { status: 401, sent: bearer },
    /not valid yet, but in 10 min/,
    /clock/,
    { token: { begins: answeredAt + hour / 6 } },
  ],
  [
    'a challenge with an error',
    {
      status: 401,
      sent: bearer,
      got: { 'www-authenticate': 'Bearer error="invalid_token", error_description="The audience is wrong"' },
    },
    /"invalid_token", "The audience is wrong"/,
    /for this service/,
  ],
  [
    'another scheme',
    { status: 401, sent: { authorization: 'Basic ***' }, got: { 'www-authenticate': 'Bearer realm="x"' } },
    /as Basic, and the server asks for Bearer/,
    /--bearer/,
  ],
  [
    'no scheme at all',
    { status: 401, sent: { authorization: '***' }, got: { 'www-authenticate': 'Bearer' } },
    /without a scheme/,
    /--bearer/,
  ],
  [
    'credentials that are not taken',
    { status: 401, sent: { 'x-api-key': '***' } },
    /sent, x-api-key, and the server does not take/,
    /api\.test/,
  ],
  [
    'a key in the query',
    { status: 401, url: 'http://a.test/?api_key=***' },
    /the parameter api_key/,
    /Check that they are for a\.test/,
  ],
  [
    'a login whose body is refused, whatever else was sent',
    { status: 401, method: 'POST', sent: bearer, sentBody: '{"user":"ada","password":"***"}' },
    /^The body brings credentials, "password", and the server does not take what it says/,
    /values in the body/,
  ],
  [
    'a login of a server that asks for something else',
    {
      status: 401,
      method: 'POST',
      sentBody: '{"password":"***"}',
      got: { 'www-authenticate': 'Basic realm="x"' },
    },
    /^No credentials were sent/,
    /name and password/,
  ],
  [
    'a redirect to another origin',
    {
      status: 401,
      redirects: [
        {
          method: 'GET',
          url: 'http://a.test',
          status: 302,
          location: 'http://b.test',
          duration: 1,
          withheld: ['Authorization'],
        },
      ],
    },
    /redirect \(302\).*Authorization was kept back/,
    /where the redirect leads/,
  ],
  ['403 without credentials', { status: 403 }, /^No credentials were sent/, /`auth`/],
  ['403 with credentials', { status: 403, sent: bearer }, /their rights/, /role and scope/],
  [
    'a scope',
    {
      status: 403,
      sent: bearer,
      got: { 'www-authenticate': 'Bearer error="insufficient_scope", scope="orders:write"' },
    },
    /wants the scope "orders:write"/,
    /token with this scope/,
  ],
  [
    'forged requests',
    { status: 403, method: 'POST', sent: bearer, body: '<p>CSRF verification failed.</p>' },
    /"CSRF verification failed\."/,
    /Send the token/,
  ],
  [
    'a challenge of Cloudflare',
    { status: 403, got: { 'cf-mitigated': 'challenge' } },
    /took the caller for a robot/,
    /Let the tests through/,
  ],
  [
    'a gateway of AWS',
    { status: 403, got: { 'x-amzn-errortype': 'MissingAuthenticationTokenException' } },
    /paths and methods it does not have/,
    /Check path/,
  ],
  [
    'a proxy',
    { status: 407, got: { 'proxy-authenticate': 'Basic realm="p"' } },
    /The proxy asks for "Basic/,
    /--proxy-user/,
  ],
  [
    'a challenge that calls a token wrong, which nobody sent',
    {
      status: 401,
      got: {
        'www-authenticate': 'Bearer error="invalid_token", error_description="The token is expired, or so"',
      },
    },
    /^No credentials were sent.*asks for Bearer\. It says "invalid_token", "The token is expired, or so"\.$/,
    /--bearer/,
  ],
  [
    'a scope, and nobody',
    { status: 403, got: { 'www-authenticate': 'Bearer error="insufficient_scope", scope="a:b"' } },
    /^No credentials were sent.*"a:b"/,
    /--bearer/,
  ],
  [
    'another scheme than that whose token is wrong',
    {
      status: 401,
      sent: { authorization: 'Basic ***' },
      got: { 'www-authenticate': 'Bearer error="invalid_token"' },
    },
    /as Basic, and the server asks for Bearer/,
    /--bearer/,
  ],
  [
    'a challenge without quotes',
    { status: 401, sent: bearer, got: { 'www-authenticate': 'Bearer error=invalid_token' } },
    /"invalid_token"/,
    /Fetch a new token/,
  ],
  [
    'a challenge that no standard knows',
    { status: 401, sent: bearer, got: { 'www-authenticate': 'Bearer error="constructor"' } },
    /"constructor"/,
    /^Check the credentials\.$/,
  ],
  [
    'a scheme called like what every object has',
    { status: 401, got: { 'www-authenticate': 'constructor' } },
    /asks for constructor/,
    /`auth` has no constructor/,
  ],
  [
    'a proxy that does not take what was sent',
    { status: 407, sent: { 'proxy-authorization': '***' }, got: { 'proxy-authenticate': 'Basic' } },
    /asks for "Basic"\. Name and password were sent/,
    /^Check name and password of the proxy/,
  ],
]

const requests: readonly Row[] = [
  [
    'undefined in the path',
    { status: 404, url: 'http://a.test/users/undefined' },
    /path has "undefined"/,
    /extract of an earlier step/,
  ],
  [
    'a placeholder in the path',
    { status: 404, url: 'http://a.test/users/%7Bid%7D' },
    /path has "\{id\}"/,
    /variable/,
  ],
  [
    'a query of GraphQL, whose braces stand for nothing',
    { status: 404, url: 'http://a.test/graphql?query=%7B%20a%20%7D' },
    undefined,
    undefined,
  ],
  ['two slashes', { status: 404, url: 'http://a.test/users//orders' }, /two slashes in a row/, /variable/],
  [
    'null in the query',
    { status: 400, url: 'http://a.test/users?role=null' },
    /query has "role=null"/,
    /variable/,
  ],
  [
    'a web page',
    { status: 404, body: page, got: { server: 'nginx', 'content-type': 'text/html' } },
    /titled "Welcome to nginx!", from "nginx"/,
    /host, port and base path/,
  ],
  [
    'a router that knows no such path',
    { status: 404, body: '<pre>Cannot GET /userz</pre>' },
    /^Express answers in these words/,
    /path and method \(GET\)/,
  ],
  [
    'a path with its base twice',
    { status: 404, url: 'http://a.test/api/api/users' },
    /"api" twice in a row/,
    /without/,
  ],
  ['white space in the path', { status: 404, url: 'http://a.test/users/1%20' }, /white space/, /without/],
  ['a path encoded twice', { status: 404, url: 'http://a.test/a%252Fb' }, /encoded twice/, /once/],
  ['a slash at the end', { status: 404, url: 'http://a.test/users/' }, /ends with a slash/, /without/],
  [
    'another host in the header',
    { status: 421, sent: { host: 'b.test' } },
    /names "b\.test", and the URL "api\.test"/,
    /Leave the header Host out/,
  ],
  [
    'methods that are',
    { status: 405, method: 'PUT', got: { allow: 'GET, HEAD' } },
    /takes there: GET, HEAD/,
    /one of them/,
  ],
  [
    'a redirect that made a GET',
    {
      status: 405,
      redirects: [{ method: 'POST', url: 'http://a.test', status: 302, location: '/b', duration: 1 }],
    },
    /redirect \(302\) made GET of POST, without the body/,
    /"\/b"/,
  ],
  [
    'a type that is not there',
    { status: 406, sent: { accept: 'application/xml' } },
    /accepts "application\/xml"/,
    /\*\/\*/,
  ],
  [
    'a conflict',
    { status: 409, body: { message: 'email is taken' } },
    /answer says "email is taken"/,
    undefined,
  ],
  ['a condition that does not hold', { status: 412, sent: { 'if-match': '"1"' } }, /has If-Match/, /ETag/],
  [
    'a body that is too large',
    { status: 413, method: 'POST', sentBody: 'x'.repeat(2048) },
    /has 2 KiB/,
    /Send less/,
  ],
  ['a URL that is too long', { status: 414 }, /URL has 23 characters, and no query/, /path/],
  [
    'a body without a type',
    { status: 415, method: 'POST', sentBody: '{}' },
    /without a Content-Type/,
    /--json/,
  ],
  [
    'a form instead of JSON',
    {
      status: 415,
      method: 'POST',
      sent: { 'content-type': 'application/x-www-form-urlencoded' },
      got: { 'accept-post': 'application/json' },
    },
    /as "application\/x-www-form-urlencoded"\. It takes "application\/json"/,
    /`json`/,
  ],
  [
    'a multipart body',
    { status: 415, method: 'POST', sent: { 'content-type': 'multipart/form-data; boundary=x' } },
    /as "multipart\/form-data/,
    /^Look at the types of its parts/,
  ],
  [
    'a part of a multipart body, as the server says',
    {
      status: 415,
      method: 'POST',
      sent: { 'content-type': 'multipart/form-data; boundary=x' },
      body: { detail: 'one.exe is a program; those are never accepted.' },
    },
    /^The answer says "one\.exe is a program/,
    undefined,
  ],
  [
    'a part that is not there',
    { status: 416, sent: { range: 'bytes=9-' }, got: { 'content-range': 'bytes */5' } },
    /"bytes=9-", and the answer says "bytes \*\/5"/,
    /within/,
  ],
  ['an upgrade', { status: 426, got: { upgrade: 'websocket' } }, /"websocket"/, /apitest ws/],
  [
    'plain HTTP at a port of TLS',
    { status: 400, body: '<html>The plain HTTP request was sent to HTTPS port</html>' },
    /speaks TLS at this port/,
    /https/,
  ],
  [
    'plain HTTP at a port of TLS, asked by TLS',
    {
      status: 400,
      url: 'https://a.test/',
      body: '<html>The plain HTTP request was sent to HTTPS port</html>',
    },
    /something on the way/,
    /gateway/,
  ],
  [
    'a host that is not allowed',
    { status: 400, body: 'Invalid host header' },
    /does not want to be asked by this name/,
    /name that the server allows/,
  ],
  [
    'a body that is no JSON',
    { status: 400, method: 'POST', sent: { 'content-type': 'application/json' }, sentBody: '{"a":' },
    /and is not JSON/,
    /`json`/,
  ],
  [
    'a form where JSON is read',
    {
      status: 400,
      method: 'POST',
      sent: { 'content-type': 'text/plain' },
      sentBody: 'a=1',
      body: { error: 'invalid JSON' },
    },
    /was sent as text\/plain.*"invalid JSON"/,
    /`json`/,
  ],
  ['no body', { status: 400, method: 'POST' }, /POST was sent without a body/, /Give it one/],
  [
    'headers that are too large',
    { status: 431, sent: { cookie: 'x'.repeat(9000) } },
    /longest header.*cookie, with 9000/,
    /less/,
  ],
  [
    'a redirect',
    { status: 302, got: { location: '/there' }, outcome: 'passed' },
    /leads to "\/there"/,
    /--location/,
  ],
  [
    'a redirect to a login',
    { status: 302, got: { location: 'https://a.test/login?next=x' }, outcome: 'passed' },
    /looks like a login/,
    /`auth`/,
  ],
  [
    'a redirect to https',
    { status: 301, got: { location: 'https://api.test/users/1' }, outcome: 'passed' },
    /"https:\/\/api\.test/,
    /Write https/,
  ],
  [
    'nothing new',
    { status: 304, sent: { 'if-none-match': '"1"' }, outcome: 'passed' },
    /still the same/,
    /Leave If-None-Match out/,
  ],
  [
    'a method that it says to take',
    { status: 405, method: 'PUT', got: { allow: 'GET, PUT' } },
    /takes PUT there \(GET, PUT\): the server contradicts itself/,
    /log/,
  ],
  [
    'a method in small letters',
    { status: 405, method: 'get', got: { allow: 'GET' } },
    /takes there: GET/,
    /Capital/,
  ],
  [
    'any type, and yet none',
    { status: 406, sent: { accept: 'text/csv, */*;q=0.1' } },
    /accepts any type/,
    /^Some servers want one type by its name/,
  ],
  [
    'any type, in a language',
    { status: 406, sent: { accept: '*/*', 'accept-language': 'tlh' } },
    /accepts any type/,
    /without Accept-Language/,
  ],
  [
    'any type but this one',
    { status: 406, sent: { accept: 'text/csv, */*;q=0' } },
    /accepts "text\/csv/,
    /or \*\/\*/,
  ],
  [
    'a length that was told',
    { status: 411, method: 'POST', sent: { 'content-length': '2' }, sentBody: '{}' },
    /told its length \(Content-Length: 2\)/,
    /before the server/,
  ],
  [
    'a body in pieces',
    { status: 411, method: 'POST', sent: { 'transfer-encoding': 'chunked' }, sentBody: '{}' },
    /in pieces/,
    /size is known/,
  ],
  [
    'what must not be there',
    { status: 412, method: 'PUT', sent: { 'if-none-match': '*' } },
    /nothing to be there, and something is/,
    /If-Match/,
  ],
  [
    'what must have changed',
    { status: 412, sent: { 'if-none-match': '"1"' } },
    /is still that/,
    /Leave If-None-Match out/,
  ],
  [
    'what must be there',
    { status: 412, method: 'PUT', sent: { 'if-match': '*' } },
    /there is nothing/,
    /Make it/,
  ],
  ['a condition that is wanted', { status: 428 }, undefined, /ETag/],
  [
    'another condition than that which was sent',
    { status: 428, sent: { 'if-match': '"1"' } },
    /If-Match, and the server wants another/,
    /description/,
  ],
  [
    'a long query',
    { status: 414, url: `http://a.test/?q=${'x'.repeat(100)}` },
    /URL has 117 characters\.$/,
    /POST/,
  ],
  ['no body and no type', { status: 415, method: 'POST' }, /no body, and so no type/, /Give it one/],
  [
    'a type that it says to take',
    {
      status: 415,
      method: 'POST',
      sent: { 'content-type': 'application/json; charset=x' },
      sentBody: '{}',
      got: { 'accept-post': 'text/csv, application/json' },
    },
    /says that it takes/,
    /parameters of the type/,
  ],
  [
    'a redirect to where it was sent',
    { status: 302, got: { location: '/users/1' }, outcome: 'passed' },
    /That is where it was sent/,
    /cookie/,
  ],
  [
    'a redirect behind others',
    {
      status: 302,
      got: { location: '/c' },
      redirects: [{ method: 'GET', url: 'http://a.test', status: 302, location: '/b', duration: 1 }],
      outcome: 'passed',
    },
    /after 1 others/,
    /^Ask there\.$/,
  ],
]

const email = 'must be an email'
const fields: readonly Row[] = [
  [
    'problem details',
    {
      status: 400,
      body: {
        title: 'Bad',
        detail: 'Your request is not valid',
        errors: [{ pointer: '#/email', detail: email }],
      },
    },
    /email "must be an email"\./,
    /for email/,
  ],
  [
    'problem details without fields',
    { status: 400, body: { title: 'Out of credit', detail: 'Your balance is 30' } },
    /says "Your balance is 30"/,
    undefined,
  ],
  [
    'FastAPI',
    { status: 422, body: { detail: [{ loc: ['body', 'user', 'email'], msg: email }] } },
    /user\.email "must be/,
    /user\.email/,
  ],
  [
    'Spring',
    { status: 400, body: { errors: [{ field: 'email', defaultMessage: email }] } },
    /email "must be/,
    /email/,
  ],
  [
    'more fields than are named',
    {
      status: 400,
      body: { errors: { a: ['bad'], b: ['bad'], c: ['bad'], d: ['bad'], e: ['bad'], f: ['bad'] } },
    },
    /: a "bad", b "bad", c "bad", d "bad", and 2 more\.$/,
    /a, b, c and d/,
  ],
  [
    'Rails and Laravel',
    { status: 422, body: { message: 'The given data was invalid.', errors: { email: [email] } } },
    /email "must be/,
    /email/,
  ],
  [
    'ASP.NET',
    { status: 400, body: { title: 'One or more', errors: { Email: [email], Age: ['too low'] } } },
    /Email "must be an email", Age "too low"/,
    /Email and Age/,
  ],
  ['Django', { status: 400, body: { email: [email] } }, /email "must be/, /email/],
  [
    'JSON:API',
    { status: 422, body: { errors: [{ detail: email, source: { pointer: '/data/attributes/email' } }] } },
    /email "must be/,
    /email/,
  ],
  [
    'Zod',
    {
      status: 400,
      body: { error: { name: 'ZodError', issues: [{ path: ['items', 0, 'price'], message: 'Required' }] } },
    },
    /items\.0\.price "Required"/,
    /items\.0\.price/,
  ],
  [
    'Google',
    {
      status: 400,
      body: {
        error: { message: 'x', details: [{ fieldViolations: [{ field: 'email', description: email }] }] },
      },
    },
    /email "must be/,
    /email/,
  ],
  [
    'express-validator',
    { status: 400, body: { errors: [{ msg: email, path: 'email', location: 'body' }] } },
    /email "must be/,
    /email/,
  ],
  [
    'a name that was misspelt',
    { status: 422, sentBody: '{"emial":"a"}', body: { errors: { email: ['is required'] } } },
    /was sent has no email, and has emial/,
    /email/,
  ],
]

const servers: readonly Row[] = [
  [
    'when to come again',
    { status: 429, got: { 'retry-after': '30', 'ratelimit-limit': '100' } },
    /retry-after says "30"\. The server allows "100"/,
    /in 30 s/,
  ],
  [
    'a moment to come again',
    { status: 429, got: { 'x-ratelimit-reset': String(answeredAt / 1000 + 600) } },
    /x-ratelimit-reset/,
    /in 10 min/,
  ],
  [
    'a date to come again',
    { status: 503, got: { 'retry-after': new Date(answeredAt + hour).toUTCString() } },
    /retry-after says/,
    /in 60 min/,
  ],
  ['too many, and no word of when', { status: 429 }, undefined, /fewer requests/],
  [
    'nginx',
    { status: 502, body: '<center>nginx/1.25</center>', got: { 'content-type': 'text/html' } },
    /It was nginx .* not the application \(its own error page\)/,
    /behind it runs/,
  ],
  ['Envoy', { status: 503, body: 'no healthy upstream' }, /It was Envoy/, /healthy/],
  [
    'a balancer of AWS',
    { status: 504, body: '<html>', got: { server: 'awselb/2.0' } },
    /AWS load balancer, and|AWS load balancer that answered/,
    /takes so long/,
  ],
  [
    'Cloudflare',
    { status: 522, body: 'error code: 522', got: { server: 'cloudflare', 'cf-ray': '8a-FRA' } },
    /It was Cloudflare/,
    /cf-ray 8a-FRA/,
  ],
  [
    'an exception of Java',
    { status: 500, body: 'java.lang.NullPointerException: id is null\n\tat shop.Orders.find(Orders.java:7)' },
    /"java\.lang\.NullPointerException: id is null"/,
    /Mend it there/,
  ],
  [
    'an exception within JSON',
    { status: 500, body: { trace: 'java.lang.IllegalStateException: closed\n\tat shop.A.b(A.java:1)' } },
    /"java\.lang\.IllegalStateException: closed"/,
    /Mend it there/,
  ],
  [
    'an exception of Python',
    {
      status: 500,
      body: 'Traceback (most recent call last):\n  File "a.py", line 1, in f\nKeyError: \'id\'',
    },
    /"KeyError: 'id'"/,
    /Mend it there/,
  ],
  [
    'an exception of Node',
    { status: 500, body: '<pre>TypeError: x is undefined<br> &nbsp; at f (/app/a.js:1:2)</pre>' },
    /"TypeError: x is undefined"/,
    /Mend it there/,
  ],
  [
    'the name in the log',
    { status: 500, got: { 'x-request-id': 'r-1' }, body: { error: 'oops' } },
    /says "oops"/,
    /x-request-id r-1/,
  ],
  [
    'a fault of SOAP',
    { status: 500, body: '<s:Fault><faultstring>No such order</faultstring></s:Fault>' },
    /says "No such order"/,
    undefined,
  ],
  [
    'a time that has come',
    { status: 429, got: { 'retry-after': new Date(answeredAt - hour).toUTCString() } },
    /retry-after says/,
    /^That time has come: send it again, or/,
  ],
  [
    'a time that nobody can read, and one that everybody can',
    { status: 429, got: { 'retry-after': 'soon', 'ratelimit-reset': '60' } },
    /ratelimit-reset says "60"/,
    /in 60 s/,
  ],
  [
    'more requests than none that are left',
    { status: 429, got: { 'x-ratelimit-limit': '100', 'x-ratelimit-remaining': '42' } },
    /allows "100" \(its rate limit\), and says that 42 are left: another limit counts\./,
    /fewer/,
  ],
  [
    'a server that only names itself',
    { status: 503, body: 'maintenance', got: { server: 'nginx' } },
    /most likely nginx/,
    /healthy/,
  ],
]

const id = 'body-json-path $.id'
const judged: readonly Row[] = [
  [
    'a number as text',
    { status: 200, body: { id: '42' }, wrong: [[id, 'equals', 42]] },
    /text "42", and the number is expected/,
    /Expect the text: "42"/,
  ],
  [
    'white space',
    { status: 200, body: { id: 'Ada ' }, wrong: [[id, 'equals', 'Ada']] },
    /only in white space at the beginning or end: "Ada·" and "Ada"/,
    /as it is sent/,
  ],
  [
    'what cannot be seen',
    { status: 200, body: { id: 'A\u200bd\u00ada' }, wrong: [[id, 'equals', 'Ada']] },
    /only in characters that cannot be seen: "A<U\+200B>d<U\+00AD>a" and "Ada"/,
    /as it is sent/,
  ],
  [
    'letters of another script',
    { status: 200, body: { id: '\u0440\u0430y' }, wrong: [[id, 'contains', 'pay']] },
    /only in letters that look alike: "<U\+0440><U\+0430>y" and "pay"/,
    /as it is sent/,
  ],
  [
    'a blank within a list that matches',
    { status: 200, body: { id: [1, { name: 'a\u00a0b' }] }, wrong: [[id, 'matches', [1, { name: 'a b' }]]] },
    /only in white space: "a<U\+00A0>b" and "a·b"/,
    /as it is sent/,
  ],
  [
    'case',
    { status: 200, body: { id: 'ADA' }, wrong: [[id, 'equals', 'Ada']] },
    /only in upper and lower case/,
    /as it is sent/,
  ],
  [
    'accents',
    { status: 200, body: { id: 'e\u0301' }, wrong: [[id, 'equals', '\u00e9']] },
    /accents/,
    /as it is sent/,
  ],
  [
    'rounding',
    { status: 200, body: { id: 0.1 + 0.2 }, wrong: [[id, 'equals', 0.3]] },
    /rounding/,
    /equals: 0.3, within: 0.001/,
  ],
  [
    'a name that is nearly there',
    { status: 200, body: { userId: 1 }, wrong: [['body-json-path $.userID', 'equals', 1]] },
    /has no userID, and has userId/,
    /\$\.userId/,
  ],
  [
    'another way to write a name',
    { status: 200, body: { user_name: 1 }, missing: 'body-json-path $.userName' },
    /has user_name/,
    /\$\.user_name/,
  ],
  [
    'one level deeper',
    { status: 200, body: { data: { id: 1 } }, wrong: [[id, 'equals', 1]] },
    /one level deeper, in data/,
    /\$\.data\.id/,
  ],
  [
    'the length of a list',
    { status: 200, body: { a: [1, 2] }, wrong: [['body-json-path $.a.length', 'equals', 3]] },
    /^\$\.a is a list of 2 items: there is no length in it\.$/,
    /^Write `\$\.a: \{ has-length: 3 \}`\.$/,
  ],
  [
    'the length of a text at least',
    { status: 200, body: { a: 'xyz' }, wrong: [['body-json-path $.a.length', 'at-least', 5]] },
    /^\$\.a is a text/,
    /^Write `\$\.a: \{ has-length: \{ at-least: 5 \} \}`\.$/,
  ],
  [
    'several that differ by type, each with its place',
    {
      status: 200,
      body: { n: 7, t: '7' },
      wrong: [
        ['body-json-path $.n', 'same-as', '7'],
        ['body-json-path $.t', 'same-as', 7],
      ],
    },
    /^\$\.n: The answer has the number 7, .* \$\.t: The answer has the text "7", /,
    /^\$\.n: Expect 7, or .* \$\.t: Expect the text: "7", or/,
  ],
  ['a list at the root', { status: 200, body: [{ id: 1 }], missing: id }, /body is a list/i, /\$\[0\]\.id/],
  [
    'beyond the end of a list',
    { status: 200, body: { a: [1, 2] }, wrong: [['body-json-path $.a[5]', 'equals', 1]] },
    /list of 2 items, so there is no \[5\]/,
    undefined,
  ],
  [
    'null on the way',
    { status: 200, body: { a: null }, wrong: [['body-json-path $.a.b', 'equals', 1]] },
    /\$\.a is null/,
    undefined,
  ],
  [
    'no body',
    { status: 204, wrong: [[id, 'equals', 1]] },
    /an answer 204 never has one/,
    /status and headers only/,
  ],
  [
    'a page instead of JSON',
    { status: 200, body: page, wrong: [[id, 'equals', 1]] },
    /web page, titled/,
    /login/,
  ],
  [
    'JSON that is none',
    { status: 200, body: '{"id":', got: { 'content-type': 'application/json' }, wrong: [[id, 'equals', 1]] },
    /not JSON, although its Content-Type/,
    /broken or cut/,
  ],
  [
    'JSON that is secret as a whole',
    { status: 200, body: '***', got: { 'content-type': 'application/json' }, wrong: [[id, 'equals', 1]] },
    undefined,
    undefined,
  ],
  [
    'errors of GraphQL',
    {
      status: 200,
      body: {
        errors: [{ message: 'Not allowed', path: ['me', 'orders'], extensions: { code: 'FORBIDDEN' } }],
      },
      wrong: [['body-json-path $.data.me', 'exists', true]],
    },
    /lists an error: "Not allowed" at me\.orders \(FORBIDDEN\)/,
    /Look at what/,
  ],
  [
    'success: false',
    { status: 200, body: { success: false, message: 'Out of stock' }, wrong: [[id, 'equals', 1]] },
    /success: false, and says "Out of stock"/,
    /Look at what/,
  ],
  [
    'a time that is over',
    {
      status: 200,
      phases: { dns: 5, connect: 5, firstByte: 900, download: 10 },
      wrong: [['response-time', 'less-than', 500]],
    },
    /900 ms of 920 ms went into waiting/,
    /what the server does/,
  ],
  [
    'a name that is slow to be found',
    {
      status: 200,
      phases: { dns: 900, connect: 5, firstByte: 90 },
      wrong: [['response-time', 'less-than', 500]],
    },
    /looking up the name/,
    /resolver/,
  ],
  [
    'a header of nearly the name',
    { status: 200, got: { 'x-request-id': '1' }, wrong: [['header x-requestid', 'exists', true]] },
    /has x-request-id/,
    /Check the name/,
  ],
  [
    'a success where a refusal is expected',
    { status: 200, wrong: [['status', 'equals', 400]] },
    /took the request \(200\), where 400/,
    /as wrong as it is meant/,
  ],
  [
    'a cache',
    { status: 200, body: { id: 1 }, got: { age: '7200' }, wrong: [[id, 'equals', 9]] },
    /cache, where it is 2 h old/,
    /no-cache/,
  ],
  [
    'a cache that was to be passed',
    {
      status: 200,
      sent: { 'cache-control': 'no-cache' },
      body: { id: 1 },
      got: { age: '7200' },
      wrong: [[id, 'equals', 9]],
    },
    /cache/,
    /does not mind Cache-Control/,
  ],
  [
    'something that is done later',
    { status: 202, body: { id: 1 }, wrong: [[id, 'equals', 9]] },
    /need not be done yet/,
    /apitest poll/,
  ],
  [
    'a member that a schema misses',
    {
      status: 200,
      body: { user_name: 1 },
      wrong: [['schema user.json', 'schema', 'user.json', "/: must have required property 'userName'"]],
    },
    /no userName, and has user_name/,
    /mend the server, or the schema/,
  ],
]

const others: readonly Row[] = [
  [
    'a call without credentials',
    {
      action: 'grpc',
      url: 'grpc://a.test/x',
      status: 'UNAUTHENTICATED',
      fields: { 'status-message': 'no token' },
    },
    /No credentials were sent.*"no token"/,
    /`auth`/,
  ],
  [
    'a method that is not there',
    { action: 'grpc', status: 'UNIMPLEMENTED', fields: { 'status-message': 'unknown service shop.Orders' } },
    /does not have the service: "unknown service shop\.Orders"/,
    /Check package/,
  ],
  [
    'fields of a message',
    {
      action: 'grpc',
      status: 'INVALID_ARGUMENT',
      fields: {
        'status-message': 'bad',
        details: [{ fieldViolations: [{ field: 'email', description: email }] }],
      },
    },
    /email "must be.*"bad"/,
    /email/,
  ],
  [
    'a message that is too large',
    {
      action: 'grpc',
      status: 'RESOURCE_EXHAUSTED',
      fields: { 'status-message': 'grpc: received message larger than max (9 vs. 4)' },
    },
    /larger than allowed/,
    /limit/,
  ],
  [
    'a WebSocket that is none',
    { action: 'websocket', url: 'ws://a.test/', status: 200 },
    /An ordinary answer \(200\)/,
    /no WebSocket here/,
  ],
  [
    'a WebSocket without credentials',
    { action: 'websocket', url: 'ws://a.test/', status: 401 },
    /No credentials/,
    /`auth`/,
  ],
  [
    'a WebSocket without an origin',
    { action: 'websocket', url: 'ws://a.test/', status: 403 },
    /no Origin/,
    /Send the header Origin/,
  ],
  [
    'a WebSocket that was closed',
    {
      action: 'websocket',
      url: 'ws://a.test/',
      status: 101,
      fields: { 'close-code': 4401 },
      statusText: 'messages: Expected 1 within 5 s, got no message at all; the other side closed it (4401)',
    },
    /closed the WebSocket with 4401: the caller is not known/,
    /connection_init/,
  ],
  [
    'no stream of events',
    {
      action: 'sse',
      status: 200,
      body: {},
      statusText: 'messages: Expected events as text/event-stream, got application/json: {}',
    },
    /type application\/json/,
    /apitest send/,
  ],
  [
    'a listener that was too late',
    {
      action: 'collect',
      url: 'kafka://a.test/',
      statusText:
        'messages: Expected 1 within 5 s, got no message at all; no step acted since the listener was opened: what came before it is missed',
    },
    /No step acted/,
    /Open the listener first/,
  ],
  [
    'no message at all',
    {
      action: 'collect',
      url: 'amqp://a.test/',
      statusText: 'messages: Expected 1 within 5 s, got no message at all',
    },
    /Nothing came within 5 s/,
    /routing key.*timeout/,
  ],
  [
    'other messages',
    {
      action: 'collect',
      url: 'amqp://a.test/',
      statusText:
        'messages: Expected 1 within 5 s, got none of 3 messages (the last other one: body-json-path $.id: Expected equals 1, got 2)',
    },
    /3 messages came within 5 s, and none is as awaited/,
    /what is expected/,
  ],
  [
    'too few messages',
    {
      action: 'collect',
      url: 'amqp://a.test/',
      statusText: 'messages: Expected 3 within 5 s, got 2 messages',
    },
    /Only 2 messages came/,
    /`count`/,
  ],
  [
    'nothing that listens',
    {
      code: 'connection-refused',
      error: 'Network Error: connect ECONNREFUSED 127.0.0.1:1 (nothing listens there)',
      hint: 'Start the service.',
    },
    /nothing listens there/,
    /Start the service\. .*apitest wait/,
  ],
  [
    'a name that is not known',
    {
      code: 'host-unknown',
      error: 'Network Error: host "x.invalid" not found (ENOTFOUND)',
      hint: 'Check it.',
    },
    /ENOTFOUND/,
    /Check it/,
  ],
  [
    'no answer in time',
    { code: 'answer-timeout', error: 'Network Error: no answer within 10 s (timeout)', hint: 'Longer.' },
    /no answer within 10 s/,
    /Longer/,
  ],
  [
    'an authority that is not trusted',
    {
      code: 'certificate-untrusted',
      error: 'Network Error: the server certificate is self-signed (DEPTH_ZERO_SELF_SIGNED_CERT)',
      hint: 'Name it.',
    },
    /self-signed/,
    /Name it/,
  ],
]

const refused = 'connect ECONNREFUSED 127.0.0.1:1'
const redirects = [
  { method: 'GET', url: 'http://a.test', status: 302, location: 'http://b.test', duration: 1 },
]
const faults: readonly (readonly [code: FaultCode, error: string, meaning: RegExp, said?: Said])[] = [
  [
    'connection-refused',
    `Network Error: ${refused} (nothing listens there)`,
    /^Nothing was sent: the machine is there/,
  ],
  [
    'connection-refused',
    `Network Error: ${refused} (nothing listens there)`,
    /^The request was redirected, and nothing/,
    { redirects },
  ],
  [
    'proxy-not-listening',
    `Network Error: the proxy http://127.0.0.1:2 cannot be reached: ${refused} (ECONNREFUSED)`,
    /^Nothing was sent: the machine of the proxy is there/,
  ],
  [
    'proxy-host-unknown',
    'Network Error: the proxy http://p cannot be reached: host "p" not found (ENOTFOUND)',
    /name of the proxy/,
  ],
  [
    'proxy-unreachable',
    'Network Error: the proxy http://p cannot be reached: connect ETIMEDOUT (ETIMEDOUT)',
    /no way .* to the proxy/,
  ],
  [
    'proxy-untrusted',
    'Network Error: the proxy https://p cannot be trusted: its certificate is self-signed (DEPTH_ZERO_SELF_SIGNED_CERT)',
    /certificate of the proxy/,
  ],
  [
    'proxy-refuses',
    'Network Error: the proxy http://p refused the connection to a.test (403 Forbidden)',
    /proxy does not let/,
  ],
  [
    'proxy-strange',
    'Network Error: the proxy http://p closed the connection (ECONNRESET)',
    /does not act as one/,
  ],
  ['host-unknown', 'Network Error: host "proxy.test" not found (ENOTFOUND)', /name of the host/],
  [
    'socket-file-refused',
    'Network Error: connect ECONNREFUSED /run/a.sock (nothing listens there)',
    /socket file/,
  ],
  [
    'socket-file-missing',
    'Network Error: there is no socket file /run/a.sock (ENOENT)',
    /no such socket file/,
  ],
  [
    'connect-forbidden',
    'Network Error: connect EACCES 10.0.0.1:1 (this machine does not allow it)',
    /this machine cannot or may not/,
  ],
  [
    'too-many-redirects',
    'Network Error: 11 redirects, more than follow-redirects allows',
    /one redirect after the other/,
    { redirects },
  ],
  [
    'client-certificate-missing',
    'Network Error: TLS with a failed: the server asks for a client certificate (E)',
    /^The server did not take/,
  ],
  ['token-refused', `Auth Error: OAuth2: ${refused}`, /token server/],
  ['script-ended', `Script Error: ${refused}`, /^A script/],
  ['file-unreadable', 'File Error: the file a.bin is larger than 2 GiB', /a file that the step needs/],
  [
    'method-unknown',
    'Request Error: the service shop.Orders has no method "get"',
    /^The method was not called: what describes/,
  ],
  [
    'method-unknown',
    'Request Error: the reflection of a:1 has no service "shop.Order"',
    /^The method was not called: what describes/,
  ],
  [
    'method-unknown',
    'Request Error: shop.proto has no "shop.Order"',
    /^The method was not called: what describes/,
  ],
  [
    'reflection-missing',
    'Request Error: the server a:1 does not offer reflection, so that its services are not known',
    /does not tell/,
  ],
  ['request-unfit', 'Request Error: proxy: the URL is not one', /as it is written/],
  ['placeholder-unfilled', 'Template Error: {{id}} has no value', /^Nothing was sent: a placeholder/],
]

function check(rows: readonly Row[]): void {
  for (const [what, said, cause, next, facts] of rows)
    it(what, () => {
      const explanation = explain(answeredStep(said), facts)
      assert.ok(explanation !== undefined)
      const told = JSON.stringify(explanation)
      if (cause === undefined) assert.equal(explanation.cause, undefined, told)
      else assert.match(explanation.cause ?? '', cause, told)
      if (next === undefined) assert.equal(explanation.next, undefined, told)
      else assert.match(explanation.next ?? '', next, told)
      assert.match(explanation.meaning, /^[A-Z].*\.$/)
    })
}

describe('an explanation says why, and what to do', () => {
  describe('where the server does not know or refuses who asks', () => {
    check(credentials)
  })
  describe('where the request is wrong', () => {
    check(requests)
  })
  describe('where the answer names what is wrong', () => {
    check(fields)
  })
  describe('where the server failed', () => {
    check(servers)
  })
  describe('where what is expected does not hold', () => {
    check(judged)
  })
  describe('of calls, messages and what never came', () => {
    check(others)
  })
})

describe('an explanation of a failure without an answer says how far it came', () => {
  for (const [code, error, meaning, said] of faults)
    it(`${said === undefined ? '' : 'redirected, '}${error}`, () => {
      assert.match(explain(answeredStep({ ...said, code, error }))?.meaning ?? '', meaning)
    })

  it('also where an answer had come', () => {
    const { exchange } = answeredStep({ status: 200, outcome: 'passed' })
    const { exchange: _, ...result } = answeredStep({
      code: 'placeholder-unfilled',
      error: 'Template Error: {{id}} has no value',
    })
    const meaning = 'An answer came, and the step could not go on: a placeholder has no value.'
    assert.equal(explain({ ...result, ...(exchange === undefined ? {} : { exchange }) })?.meaning, meaning)
  })
})

describe('an explanation says nothing that no fact says', () => {
  for (const [what, said] of [
    ['a plain 500', { status: 500 }],
    [
      'a 500 behind nginx, which answers with its own JSON',
      { status: 500, body: {}, got: { server: 'nginx' } },
    ],
    ['a plain 400', { status: 400, sent: { accept: '*/*' } }],
    ['a plain 404', { status: 404, body: {} }],
    ['a conflict without words', { status: 409 }],
    ['a status that nobody knows', { status: 499 }],
    ['a value that is simply another', { status: 200, body: { id: 1 }, wrong: [[id, 'equals', 2]] }],
    ['a text that is simply another', { status: 200, body: { id: 'Ada' }, wrong: [[id, 'equals', 'Bob']] }],
    ['a key that is simply not there', { status: 200, body: { price: 1 }, wrong: [[id, 'equals', 2]] }],
    ['a time whose parts are not known', { status: 200, wrong: [['response-time', 'less-than', 1]] }],
    ['a success', { status: 200, body: { error: 'none' }, outcome: 'passed' }],
    ['a call that succeeded', { action: 'grpc', status: 'OK', outcome: 'passed' }],
    ['a call that failed without words', { action: 'grpc', status: 'INTERNAL' }],
  ] as readonly (readonly [string, Said])[])
    it(what, () => {
      assert.deepEqual(Object.keys(explain(answeredStep(said)) ?? {}), ['meaning'])
    })

  it('no credentials, where the report has let go of headers', () => {
    const { exchange, ...result } = answeredStep({ status: 401 })
    assert.ok(exchange !== undefined)
    const request = { ...exchange.request, headers: [] }
    assert.deepEqual(Object.keys(explain({ ...result, exchange: { ...exchange, request } }) ?? {}), [
      'meaning',
    ])
  })

  it('of a step that was skipped, or asked nobody', () => {
    const { exchange: _, ...result } = answeredStep({ outcome: 'passed' })
    assert.equal(explain(result), undefined)
    assert.equal(explain(answeredStep({ status: 500, outcome: 'skipped' })), undefined)
  })

  it('what to do about a refusal that is expected', () => {
    assert.deepEqual(explain(answeredStep({ status: 401, outcome: 'passed' })), {
      meaning: 'The server does not know who asks: credentials are missing, or it does not take them.',
      cause: 'No credentials were sent: the request has no Authorization, key or session cookie.',
    })
  })
})

describe('where an answer is not as described', () => {
  it('every difference is told', () => {
    const wrong = [
      [
        'contract GET /users/{id}',
        'contract',
        'openapi.yaml',
        'status 418 is not documented\n/a: must be number',
      ],
    ] as const
    assert.deepEqual(explain(answeredStep({ status: 200, body: {}, wrong }))?.differences, [
      'status 418 is not documented',
      '/a: must be number',
    ])
  })
})

describe('what an answer says is quoted', () => {
  const evil = 'a"b\n\u001b[31mred\u0007\u202edlrow\r\n##[error]'
  for (const [what, said] of [
    ['a text', { status: 500, body: evil, got: { 'content-type': 'text/plain' } }],
    ['a message', { status: 409, body: { message: evil.repeat(50) } }],
    ['fields', { status: 422, body: { errors: { [evil]: [evil.repeat(100)] } } }],
    ['a title', { status: 404, body: `<html><title>${evil.repeat(9)}</title>` }],
    ['headers', { status: 405, got: { allow: evil.repeat(9) } }],
    [
      'a challenge',
      { status: 401, got: { 'www-authenticate': `Bearer error="${evil.replaceAll('"', '')}"` } },
    ],
    ['a path', { status: 404, url: `http://a.test/${'x'.repeat(5000)}/undefined` }],
    [
      'names of keys',
      { status: 200, body: { [`id${evil}`]: 1, [evil]: { id: 1 } }, wrong: [[id, 'equals', 2]] },
    ],
    ['a megabyte', { status: 500, body: `Error: ${'x'.repeat(1_000_000)}\n at y` }],
    ['a megabyte of JSON', { status: 400, body: { message: 'y'.repeat(1_000_000) } }],
    ['very deep JSON', { status: 400, body: `${'{"errors":['.repeat(5000)}${']}'.repeat(5000)}` }],
    ['many lines', { status: 500, body: 'Traceback (most recent call last)\n'.repeat(30_000) }],
    ['very many dots', { status: 500, body: 'a.'.repeat(500_000) }],
    ['very many words of a trace', { status: 500, body: 'Error at '.repeat(100_000) }],
    ['very many angles', { status: 403, method: 'POST', sent: bearer, body: '<'.repeat(1_000_000) }],
  ] as readonly (readonly [string, Said])[])
    it(`${what}: on one line, short, and without anything that a terminal obeys`, () => {
      const started = performance.now()
      for (const text of Object.values(explain(answeredStep(said)) ?? {}).flat()) {
        // oxlint-disable-next-line no-control-regex -- it is what must not be there
        assert.doesNotMatch(String(text), /[\u0000-\u001f\u007f-\u009f\u202a-\u202e]/)
        assert.ok(String(text).length < 700, `${String(text).length} characters`)
      }
      assert.ok(performance.now() - started < 1000)
    })
})
