import { callSurroundings } from '../suite-options.ts'
import { type Given, type OptionTable, text, texts, yes } from '../command.ts'

/** Options for the request. Names and letters are those of curl where curl has the same. */
const requestOptions = {
  request: { ...text, alias: 'X', describe: 'Method, as the word before the URL' },
  header: { ...texts, alias: 'H', describe: "'Name: value'; 'Name:' leaves one out; repeatable" },
  cookie: { ...texts, alias: 'b', describe: "Cookies, 'name=value; other=value'; repeatable" },
  'user-agent': { ...text, alias: 'A', describe: 'Name of the program that asks' },
  referer: { ...text, describe: 'Page that the request comes from' },
  range: { ...text, alias: 'r', describe: 'Part of the answer to ask for, in bytes: 0-99' },
  query: { ...texts, describe: 'Query parameter, name=value; repeatable' },
  'url-query': { ...texts, describe: 'The same, as --data-urlencode writes it; repeatable' },
  data: {
    ...texts,
    alias: ['d', 'data-ascii'],
    describe:
      'Body; - reads standard input; several are joined by &; @FILE as a form, without its line breaks',
  },
  'data-binary': { ...texts, describe: 'Body; @FILE sends a file as it is' },
  'upload-file': {
    ...text,
    alias: 'T',
    describe: 'Send a file by PUT, without a type; - for standard input',
  },
  'data-raw': { ...texts, describe: 'Body in which @ means nothing' },
  json: { ...text, describe: 'JSON body, or YAML that is sent as JSON; @FILE, -' },
  'data-urlencode': {
    ...texts,
    alias: 'form-field',
    describe: 'Field of a URL-encoded form, name=value, name@FILE, or a value alone; repeatable',
  },
  form: {
    ...texts,
    alias: 'F',
    describe: 'Part of a multipart form, name=value, name=<FILE or name=@FILE;type=T;filename=N; repeatable',
  },
  'form-string': { ...texts, describe: 'Part of a multipart form in which @ and ; mean nothing' },
  graphql: { ...text, describe: 'GraphQL document; @FILE, -' },
  'graphql-variables': { ...text, describe: 'Its variables, as JSON or YAML' },
  'graphql-operation': { ...text, describe: 'The operation to run, where there are several' },
  get: { ...yes, alias: 'G', describe: 'Send data as query parameters, by GET' },
  head: { ...yes, alias: 'I', describe: 'Ask for the headers only, by HEAD' },
  'max-time': { ...text, alias: 'm', describe: 'Time limit in seconds, or as 500ms, 10s, 2m' },
} as const

/** Options for the credentials of the caller. */
export const authOptions = {
  user: { ...text, alias: 'u', describe: 'Basic credentials, name:password' },
  digest: { ...yes, describe: 'Use --user for digest authentication' },
  'aws-sigv4': { ...text, describe: 'Sign with --user key:secret; aws:amz:REGION:SERVICE' },
  bearer: { ...text, alias: 'oauth2-bearer', describe: 'Bearer token' },
  'api-key': { ...text, describe: "'Name: key' in a header, or name=key in the query" },
  'oauth2-token-url': { ...text, describe: 'Fetch a token there with client credentials' },
  'oauth2-client-id': { ...text, describe: 'Client id' },
  'oauth2-client-secret': { ...text, describe: 'Client secret' },
  'oauth2-scope': { ...text, describe: 'Scope to ask for' },
  'oauth2-credentials': { ...text, choices: ['body', 'basic'], describe: 'The place of id and secret' },
  auth: { ...yes, describe: '--no-auth sends no credentials, whatever the configuration says' },
} as const

/** How it travels. */
export const transportOptions = {
  location: { ...yes, alias: 'L', describe: 'Follow redirects, 10 at most' },
  'path-as-is': { ...yes, describe: 'Send dots, backslashes and escapes of the path as typed' },
  'max-redirs': { number: true, describe: 'Follow so many redirects at most' },
  proxy: {
    ...text,
    alias: 'x',
    describe: "Proxy, http://user:password@host:port (1080 by default); '' for none",
  },
  'proxy-user': { ...text, describe: 'Credentials for the proxy, name:password' },
  noproxy: { ...text, describe: 'Hosts to reach without --proxy, a,b; * for all' },
  insecure: { ...yes, alias: 'k', describe: 'Accept any certificate of the server' },
  cacert: { ...text, describe: 'PEM file with certificates to trust' },
  crlfile: { ...text, describe: 'PEM file with revocation lists of the authorities' },
  cert: { ...text, alias: 'E', describe: 'Client certificate, FILE or FILE:PASSPHRASE' },
  'cert-type': {
    ...text,
    choices: ['PEM', 'P12'],
    describe: 'Kind of --cert, which its name tells otherwise (.p12, .pfx)',
  },
  key: { ...text, describe: 'PEM file with its key, unless it is in the same file' },
  pass: { ...text, describe: 'Passphrase of the key' },
  'tlsv1.2': { ...yes, describe: 'TLS 1.2 or later' },
  'tlsv1.3': { ...yes, describe: 'TLS 1.3 or later' },
  resolve: { ...texts, describe: 'HOST:PORT:ADDRESS connects there instead; repeatable' },
  'connect-to': { ...texts, describe: 'HOST:PORT:HOST2:PORT2 connects there instead; repeatable' },
  'unix-socket': { ...text, describe: 'Socket file to connect to' },
  'http1.1': { ...yes, describe: 'HTTP/1.1' },
  http2: { ...yes, alias: 'http2-prior-knowledge', describe: 'HTTP/2, or nothing' },
} as const

/** Options for the response. */
export const answerOptions = {
  validate: { ...texts, describe: "As in a suite: '$.id: 1'; or 'TARGET OPERATOR VALUE'; repeatable" },
  extract: { ...texts, describe: "As in a suite: 'name: $.id'; printed; repeatable" },
  output: { ...text, alias: 'o', describe: 'Write the body to a file, byte for byte' },
  'body-only': { ...yes, alias: 's', describe: 'Print nothing but the body; in a pipe byte for byte' },
  'json-output': { ...yes, describe: 'Print everything as one JSON document' },
  verbose: { ...yes, alias: 'v', describe: 'Print the request, too' },
} as const

/** Everything around it. */
export const contextOptions = {
  ...callSurroundings.options,
  name: { ...text, describe: 'The name under which the call is kept' },
  save: { ...text, describe: 'Keep the call as a step of this suite, too' },
  curl: { ...yes, describe: 'Print the curl command that does the same; nothing is sent' },
  'show-secrets': { ...yes, describe: 'Leave credentials readable in --curl' },
  history: { ...yes, describe: '--no-history keeps the call out of the call history' },
} as const

/** Options of `send`. The command line, its help and docs/sending.md are made from this table. */
export const sendOptions = {
  ...requestOptions,
  ...authOptions,
  ...transportOptions,
  ...answerOptions,
  ...contextOptions,
} as const satisfies OptionTable

/** The further options of `poll`. */
export const retryOptions = {
  times: {
    number: true,
    describe: 'How often to send at most, 1 to 100 (20 by default)',
  },
  interval: { ...text, describe: 'Wait between two attempts, as 500ms or 2s (1s by default)' },
  until: {
    ...text,
    choices: ['validations', 'success'],
    describe: 'Until every validation holds (default), or until the status is 2xx',
  },
  'stop-when': { ...texts, describe: 'Give up when this holds, as --validate; repeatable' },
} as const satisfies OptionTable

/** The options by the headings they stand under in the help. */
export const optionGroups: Readonly<Record<string, readonly string[]>> = {
  'Request:': Object.keys(requestOptions),
  'Credentials:': Object.keys(authOptions),
  'Connection:': Object.keys(transportOptions),
  'Answer:': Object.keys(answerOptions),
  'Polling:': Object.keys(retryOptions),
  'Surroundings:': Object.keys(contextOptions),
}

/** The words of a request that are typed without an option. */
export const requestWords = {
  words: { array: true, describe: 'Method, GET or POST (default), and URL' },
} as const satisfies OptionTable

/** The arguments of `send` and `poll`. */
export type CallArguments = Given<typeof sendOptions & typeof retryOptions & typeof requestWords>
