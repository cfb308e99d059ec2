import { sendOptions } from '../call/call-options.ts'
import { type Given, type OptionTable, text, texts, yes } from '../command.ts'

/** Options for the request. Names and letters are those of grpcurl where grpcurl has the same. */
const requestOptions = {
  data: {
    ...texts,
    alias: 'd',
    describe:
      'Message, as JSON or YAML; @FILE, - reads standard input; repeated, or one on each line, for a stream',
  },
  header: { ...texts, alias: 'H', describe: "Metadata, 'name: value'; repeatable" },
  proto: { ...texts, describe: '.proto file of the service; repeatable' },
  'import-path': { ...texts, alias: 'I', describe: 'Folder that imports count from; repeatable' },
  protoset: { ...text, describe: 'Descriptor set, instead of --proto' },
  'max-messages': { number: true, describe: 'End the call after so many answers' },
  'emit-defaults': { ...yes, describe: 'Show fields that have their default value' },
  gzip: { ...yes, describe: 'Send messages compressed' },
  'max-time': sendOptions['max-time'],
} as const

/** Options of `grpc`; those of connections, credentials and answers are as with `send`. */
export const grpcOptions = {
  ...requestOptions,
  user: sendOptions.user,
  bearer: sendOptions.bearer,
  'api-key': sendOptions['api-key'],
  'oauth2-token-url': sendOptions['oauth2-token-url'],
  'oauth2-client-id': sendOptions['oauth2-client-id'],
  'oauth2-client-secret': sendOptions['oauth2-client-secret'],
  'oauth2-scope': sendOptions['oauth2-scope'],
  'oauth2-credentials': sendOptions['oauth2-credentials'],
  auth: sendOptions.auth,
  proxy: sendOptions.proxy,
  noproxy: sendOptions.noproxy,
  plaintext: { ...yes, describe: 'Without TLS (default)' },
  insecure: sendOptions.insecure,
  cacert: sendOptions.cacert,
  cert: sendOptions.cert,
  key: sendOptions.key,
  pass: sendOptions.pass,
  servername: { ...text, describe: 'Name asked for in the TLS handshake and expected in the certificate' },
  resolve: sendOptions.resolve,
  'unix-socket': sendOptions['unix-socket'],
  validate: sendOptions.validate,
  extract: sendOptions.extract,
  output: sendOptions.output,
  'body-only': sendOptions['body-only'],
  'json-output': sendOptions['json-output'],
  verbose: sendOptions.verbose,
  env: sendOptions.env,
  var: sendOptions.var,
  'env-file': sendOptions['env-file'],
  config: sendOptions.config,
  production: sendOptions.production,
  setup: sendOptions.setup,
  name: sendOptions.name,
  save: sendOptions.save,
  history: sendOptions.history,
} as const satisfies OptionTable

/** The words that are typed without an option. */
export const grpcWords = {
  words: {
    array: true,
    describe: 'host:port, grpcs://host:port or unix:/path, and package.Service/Method',
  },
} as const satisfies OptionTable

/** The arguments of `grpc`. */
export type GrpcArguments = Given<typeof grpcOptions & typeof grpcWords>
