import { type Slip, user } from '../slip.ts'

const choice = (title: string, line: string, says: RegExp, more: Partial<Slip> = {}): Slip => ({
  title,
  files: { 'a.apitest.yaml': user('tags: [smoke]\n    name: Read').replace('suite: A', 'suite: Users') },
  line,
  exitCode: 2,
  says,
  at: null,
  ...more,
})

const one = user('name: Read')

/** Words of the command line, and configurations, that choose nothing or not what was meant. */
export const choosing: readonly Slip[] = [
  choice('a tag in other letters', '. --tags «Smoke⇒smoke»', /--tags Smoke selects no step/),
  choice('a tag that is asked for and left out', '. --tags «smoke,!smoke⇒smoke,!slow»', /selects no step/),
  choice('a tag that leaves out everything', ". --tags '«!smoke⇒!slow»'", /selects no step/),
  choice('two tags with a blank between', ". --tags '«smoke slow⇒smoke»'", /selects no step/),
  choice('an expression in other letters', ". --grep '«users > read⇒Users > Read»'", /selects no step/),
  choice('an expression with a character of its own', ". --grep '«Read (all)⇒Read»'", /selects no step/),
  choice('an expression between slashes', '. --grep «/Read/⇒Read»', /selects no step/),
  choice('a line above the steps', 'a.apitest.yaml:«1⇒3»', /line 1 is in no step: the first is at 3/),
  choice('a line below the steps', 'a.apitest.yaml:«99⇒4»', /line 99 is in no step: the last is at 3/),
  choice('a line between steps', 'a.apitest.yaml:«5⇒6»', /line 5 is in no step: the next is at 6/, {
    files: { 'a.apitest.yaml': `${user('name: Read')}\n  - request: GET URL/user\n` },
  }),
  choice('a line under after', 'a.apitest.yaml:«6⇒3»', /line 6 is under `after`/, {
    files: { 'a.apitest.yaml': `${user('name: Read')}after:\n  - request: GET URL/user\n` },
  }),
  choice('a line of a file that is not there', '«b⇒a».apitest.yaml:3', /there is no file b\.apitest\.yaml/),
  choice('a line of a step that is left out', 'a.apitest.yaml:«3⇒5»', /every step was skipped/, {
    files: { 'a.apitest.yaml': `${user('skip: PAY-42')}  - request: GET URL/user\n` },
    sends: true,
  }),
  choice('a line beside tags', 'a.apitest.yaml:3 «--tags smoke⇒»', /:3 and --tags both choose: take one/),
  choice('a line beside names', 'a.apitest.yaml:3 «--grep Read⇒»', /:3 and --grep both choose: take one/),
  choice(
    'a line beside what failed',
    'a.apitest.yaml:3 «--last-failed⇒»',
    /:3 and --last-failed both choose/,
  ),
  choice('no runs at all', '. --repeat «0⇒1»', /--repeat must be a whole number from 1 to 1000/),
  choice(
    'more runs than there may be',
    '. --repeat «1001⇒2»',
    /--repeat must be a whole number from 1 to 1000/,
  ),
  choice('half a run', '. --repeat «1.5⇒2»', /--repeat must be a whole number/),
  choice('runs in words', '. --repeat «many⇒2»', /--repeat must be a whole number/),
  choice(
    'runs that all count and are forgiven',
    '. --repeat 2 «--retries 2⇒»',
    /--repeat finds[^]*--retries[^]*take one/,
  ),
  choice('half a retry', '. --retries «1.5⇒1»', /--retries must be a whole number/),
  choice('more retries than there may be', '. --retries «101⇒2»', /--retries must be a whole number/),
  choice('retries in words', '. --retries «twice⇒2»', /--retries must be a whole number/),
  choice('retries twice', '. --retries 2 «--retries 3⇒»', /--retries is given more than once/),
  choice('retries of what never passes', '. --retries 1', /Expected equals Bob, got Ada/, {
    files: { 'a.apitest.yaml': user('validations: [{ $.name: «Bob⇒Ada» }]') },
    exitCode: 1,
  }),
  choice('an order below nothing', '. --shuffle=«-1⇒1»', /--shuffle must be a whole number from 0/),
  choice('half an order', '. --shuffle=«1.5⇒1»', /--shuffle must be a whole number/),
  choice('an order in words', '. --shuffle=«rows⇒1»', /--shuffle must be a whole number/),
  choice('an order without a number behind =', '. --shuffle=«⇒1»', /--shuffle must be a whole number/),
  choice('two orders', '. --shuffle 1 «--shuffle 2⇒»', /--shuffle is given more than once/),
  choice('a time without a unit', '. --max-time «10⇒10m»', /--max-time 10 is no time: write 10s or 10m/),
  choice('no time', '. --max-time «0s⇒10s»', /--max-time 0s is no time/),
  choice('a time in words', '. --max-time «soon⇒10s»', /--max-time soon is no time/),
  choice('a time of days', '. --max-time «1d⇒10s»', /--max-time 1d is no time/),
  choice('an empty time', ". --max-time '«⇒10s»'", /--max-time  ?is no time/),
  choice('too little time', '. --max-time «0.001ms⇒10m»', /Not finished: 1 step did not begin/, {
    exitCode: 3,
    sends: true,
  }),
  choice('durations that are no report', '. --shard 1/1', /durations\.json is not a report/, {
    files: { 'a.apitest.yaml': one, '«.tool/durations.json⇒notes.json»': '{}' },
  }),
  choice('no workers', '. --workers «0⇒1»', /--workers/),
  choice('no rows', '. --rows «0⇒1»', /--rows must be a whole number from 1/),
  choice('to stop after nothing', '. --bail «0⇒1»', /--bail/),
  choice('part nothing of one', '. --shard «0/1⇒1/1»', /--shard/),
  choice('part two of one', '. --shard «2/1⇒1/1»', /--shard/),
  choice(
    'a suite that is there and one that is not',
    'a.apitest.yaml «b.apitest.yaml⇒»',
    /no file or folder b\.apitest\.yaml/,
  ),
  choice('a suite, and a folder without any', 'a.apitest.yaml «empty⇒»', /no suites in empty/, {
    files: { 'a.apitest.yaml': one, 'empty/notes.txt': 'none' },
  }),
  choice('a suite whose name is misspelt', '.', /no-suites/, {
    files: { '«a.apitets.yaml⇒a.apitest.yaml»': one },
  }),
  choice('a suite whose name is misspelt beside another', '.', /apitets/, {
    files: { 'a.apitest.yaml': one, '«b.apitets.yaml⇒b.apitest.yaml»': one },
  }),
  choice('a suite that ends otherwise', '.', /no-suites/, { files: { 'a.apitest.«json⇒yaml»': one } }),
  choice('an option of a run that takes no value', '. --dry-run=«no⇒false»', /--dry-run takes no value/),
  choice('an environment in other letters', '. --env «Local⇒local»', /environment "Local"/, {
    files: {
      'a.apitest.yaml': one,
      'apitest.config.yaml': 'environments: { local: { variables: { a: 1 } } }\n',
    },
  }),
  choice('an environment without a configuration', '. «--env local⇒»', /environment "local"/),
  choice('a file of variables that is not there', '. --env-file «.evn⇒.env»', /file-missing/, {
    files: { 'a.apitest.yaml': one, '.env': 'A=1\n' },
  }),
  choice('a variable that nothing names', '. --var «nmae⇒name»=Ada', /nmae/, {
    files: {
      'a.apitest.yaml': user('validations: [{ $.name: "{{name}}" }]').replace(
        '\n',
        '\nvariables: { name: Ada }\n',
      ),
    },
  }),
  choice('a variable of an environment that nothing names', '. --env staging', /baseUlr/, {
    files: {
      'apitest.config.yaml':
        'environments:\n  staging:\n    variables: { «baseUlr⇒baseUrl»: "http://HOST" }\n',
      'a.apitest.yaml':
        'suite: A\nvariables: { baseUrl: "URL" }\nsteps:\n  - request: GET {{baseUrl}}/user\n',
    },
    at: 'apitest.config.yaml:3',
  }),
  choice(
    'a variable of two environments that differs in case from that of the configuration',
    '. --env staging',
    /baseURL[\s\S]*Did you mean "baseUrl"/,
    {
      files: {
        'apitest.config.yaml':
          'variables: { baseUrl: "URL" }\nenvironments:\n  staging: { variables: { «baseURL⇒baseUrl»: "http://HOST" } }\n  test: { variables: { baseURL: "http://HOST" } }\n',
        'a.apitest.yaml': 'suite: A\nsteps:\n  - request: GET {{baseUrl}}/user\n',
      },
      at: 'apitest.config.yaml:3',
    },
  ),
  choice(
    'a secret of an environment that nothing names',
    '. --env staging',
    /tokn[\s\S]*Did you mean "token"/,
    {
      files: {
        'apitest.config.yaml': 'environments:\n  staging:\n    secrets: { «tokn⇒token»: "{{env.T}}" }\n',
        'a.apitest.yaml':
          'suite: A\nvariables: { token: none }\nsteps:\n  - request: GET URL/user\n    headers: { X-Token: "{{token}}" }\n',
      },
      environment: { T: 'abcdefgh' },
      at: 'apitest.config.yaml:3',
    },
  ),
  choice('a configuration that ends otherwise', '.', /apitest\.config\.yml/, {
    files: { 'apitest.config.«yml⇒yaml»': 'settings:\n  timeout: 5s\n', 'a.apitest.yaml': one },
  }),
  choice('a configuration of JSON', '.', /apitest\.config\.json/, {
    files: { 'apitest.config.«json⇒yaml»': '{ "settings": { "timeout": "5s" } }\n', 'a.apitest.yaml': one },
  }),
  choice('no suites in the configuration', '', /"suites" must not be empty|no suites/, {
    files: { 'a.apitest.yaml': one, 'apitest.config.yaml': 'suites: [«⇒a.apitest.yaml»]\n' },
    at: null,
  }),
  choice('a suite of the configuration that is not there', '', /no file or folder suites/, {
    files: { 'a.apitest.yaml': one, 'apitest.config.yaml': 'suites: [a.apitest.yaml«, suites/⇒»]\n' },
  }),
  choice('no time in the settings of the configuration', '.', /a timeout of 0 leaves no time/, {
    files: { 'a.apitest.yaml': one, 'apitest.config.yaml': 'settings: { timeout: «0s⇒5s» }\n' },
    at: 'apitest.config.yaml:1',
  }),
  choice('no time for a service', '.', /a timeout of 0 leaves no time/, {
    files: {
      'a.apitest.yaml': one,
      'apitest.config.yaml': 'services: [{ name: a, command: exit 1, url: URL/user, timeout: «0m⇒5s» }]\n',
    },
    at: 'apitest.config.yaml:1',
  }),
  choice('the key of another configuration', '.', /unknown-key/, {
    files: { 'a.apitest.yaml': one, 'apitest.config.yaml': '«testDir⇒suites»: [.]\n' },
    at: 'apitest.config.yaml:1',
  }),
  choice(
    'a reporter whose file has no name',
    '. --reporter junit=«⇒a.xml»',
    /--reporter junit= names no file/,
  ),
  choice('a reporter that is not there', '. --reporter «teamcity⇒dot»', /no reporter "teamcity"/),
  choice(
    'a threshold without a description',
    '. «--coverage-threshold 80⇒»',
    /--coverage-threshold asks how much of a description is exercised, and there is none/,
  ),
  choice('a collection that has no requests', 'run «Empty⇒Shop»', /nothing|no request/, {
    files: {
      '.tool/api-collections.json': JSON.stringify({
        version: 1,
        collections: [
          { name: 'Empty', environments: [], items: [] },
          {
            name: 'Shop',
            environments: [],
            items: [{ kind: 'request', step: { name: 'User', request: 'GET URL/user' } }],
          },
        ],
      }),
    },
  }),
  choice(
    'a saved request that is not there',
    'run Shop/«Usr⇒User»',
    /nothing is saved as "Shop\/Usr"|no file or folder/,
    {
      files: {
        '.tool/api-collections.json': JSON.stringify({
          version: 1,
          collections: [
            {
              name: 'Shop',
              environments: [],
              items: [{ kind: 'request', step: { name: 'User', request: 'GET URL/user' } }],
            },
          ],
        }),
      },
    },
  ),
  choice(
    'a validation of send that has no operand',
    "send URL/user --validate '$.name«⇒: Ada»'",
    /--validate/,
  ),
  choice('a misspelt operator of send', "send URL/user --validate '$.name «equls⇒equals» Ada'", /equls/),
  choice(
    'a negation of send over a misspelt path',
    "send URL/user --validate '$.«nmae⇒name» not-equals Bob'",
    /got nothing/,
    { exitCode: 1 },
  ),
  choice(
    'a poll that is never right',
    "poll URL/user --times 2 --interval 1ms --validate '$.name: «Bob⇒Ada»'",
    /Expected equals Bob, got Ada/,
    { exitCode: 1 },
  ),
]
