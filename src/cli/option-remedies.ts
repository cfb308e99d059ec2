import type { OptionTable } from './command.ts'

/** What other tools call the options that are here, too. The first that the command has is meant. */
const otherNames: Readonly<Record<string, string>> = {
  timeout: 'max-time',
  'request-timeout': 'max-time',
  'timeout-request': 'max-time',
  environment: 'env',
  'iteration-data': 'data',
  'data-file': 'data',
  'env-var': 'var',
  'global-var': 'var',
  variable: 'var',
  parallel: 'workers',
  concurrency: 'workers',
  threads: 'workers',
  test: 'grep',
  filter: 'grep',
  format: 'reporter',
}

/** A sentence for what was typed behind an option. */
type Remedy = (value?: string) => string

/** Says a setting; `value` is one that it may have. */
function setting(key: string, value: string, fits = /^$/): Remedy {
  return typed =>
    `Write \`settings: { ${key}: ${typed !== undefined && fits.test(typed) ? typed : value} }\` in the suite or in apitest.config.yaml.`
}

const unverified = setting('tls', '{ verify: false }')
const headers = setting('headers', '{ Accept: text/html }')
const credentials = setting('auth', '{ bearer: "{{token}}" }')
const proxy = setting('proxy', 'http://127.0.0.1:3128', /^https?:[\w/.:-]+$/)
const rows: Remedy = () => 'Write --data users.csv to run once per row of a file, or `data` in the suite.'
const load: Remedy = () => 'There are no load tests yet: a run goes through each suite once.'
const junit: Remedy = file => `Write -r junit=${file ?? 'report.xml'}; -r json=report.json is another report.`

/** What a run has in a suite or the configuration, and other tools and commands have as an option. */
const ofRuns: Readonly<Record<string, Remedy>> = {
  timeout: setting('timeout', '5s', /^\d+(\.\d+)?(ms|s|m)$/),
  insecure: unverified,
  k: unverified,
  output: junit,
  o: junit,
  header: headers,
  H: headers,
  bearer: credentials,
  user: credentials,
  u: credentials,
  proxy,
  x: proxy,
  n: rows,
  'iteration-count': rows,
  iterations: rows,
  vus: load,
  users: load,
  duration: load,
  'base-url': url => `Write --var baseUrl=${url ?? 'http://127.0.0.1:3000'}, and {{baseUrl}} in the suite.`,
  json: () => 'Write -r json.',
}

/**
 * What to write instead of an option that other tools or other commands have, or undefined. `name` is without dashes,
 * `value` what was typed for it, `options` are those of the command.
 */
export function optionRemedy(
  name: string,
  value: string | undefined,
  { isRun, options }: { readonly isRun: boolean; readonly options: OptionTable },
): string | undefined {
  const remedy = isRun ? own(ofRuns, name) : undefined
  if (remedy !== undefined) return remedy(value)
  const meant = own(otherNames, name)
  if (meant === undefined || !Object.hasOwn(options, meant)) return undefined
  // The value of a variable may be a password.
  const shown = meant === 'var' ? value?.replace(/=.*/s, '=VALUE') : value
  return `Write --${meant}${shown === undefined ? '' : ` ${shown}`}.`
}

function own<Value>(table: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined
}
