import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { runLine, withFolder } from '../testing/run-program.ts'

type Files = Readonly<Record<string, string>>

/** A suite of one step with more lines. */
function step(more: string): Files {
  return {
    'a.apitest.yaml': `suite: A\nsteps:\n  - request: POST http://a/x\n    validations: [{ status: 200 }]\n    ${more}\n`,
    'u.csv': 'price,note\n1,a\n2,b\n',
    'o.json': '{"a": 1}',
    'b.json': '{"a": {{nope}} }',
  }
}

function validation(more: string): Files {
  const text = `suite: A\nsteps:\n  - request: GET http://a/x\n    validations: [${more}]\n`
  return { 'a.apitest.yaml': text, 'o.json': '{"a": 1}' }
}

function configuration(more: string): Files {
  return { ...step('tags: [a]'), 'apitest.config.yaml': `${more}\n` }
}

const service = 'services: [{ name: a, command: x, url: http://a, environments:'
const client = 'token-url: http://a/t, client-id: a'

/** Wrong ways to write each key of a project, and what is told of them. */
const wrong: Readonly<Record<string, readonly (readonly [Files, RegExp])[]>> = {
  safe: [
    ...['yes', '"true"', '1', '[POST]'].map(
      value => [step(`safe: ${value}`), /bad-value {2}"safe" must be true/] as const,
    ),
    [step('saef: true'), /Did you mean "safe"\?/],
  ],
  contract: [
    [step('contract: none'), /"contract" must be off or on/],
    [step('contract: false'), /"contract" must be off or on/],
    [step('contract: { allow-statuses: 401 }'), /"allow-statuses" must be a list/],
    [step('contract: { ignore: [reqest] }'), /Did you mean "request"\?/],
    [step('contract: { alow-statuses: [401] }'), /Did you mean "allow-statuses"\?/],
  ],
  data: [
    [step('data: { file: u.csv, separator: "" }'), /"separator" must be one sign/],
    [step('data: { file: u.csv, types: { price: nmber } }'), /Did you mean "number"\?/],
    [step('data: { file: u.csv, types: [number] }'), /"types" must be a mapping/],
    [step('data: { types: { price: number } }'), /"data" needs the key "file"/],
    [step('data: { file: u.csv, types: { nope: number } }'), /u\.csv has no column "nope"/],
    [
      step('data: { file: u.csv, types: { note: number } }'),
      /u\.csv:2:3 {2}error data-type {2}column "note"/,
    ],
  ],
  'fill-in': [
    [step('file: { file: o.json, fill-in: yes }'), /"fill-in" must be true/],
    [step('file: { file: o.json, fillin: true }'), /Did you mean "fill-in"\?/],
    [step('file: { fill-in: true }'), /"file" needs the key "file"/],
    [step('file: { file: nope.json, fill-in: true }'), /there is no file nope\.json/],
    [step('file: { file: b.json, fill-in: true }'), /b\.json:1:1 {2}error file-unreadable/],
  ],
  'equals-file': [
    [validation('{ $.a: { equals-file: nope.json } }'), /there is no file nope\.json/],
    [validation('{ $.a: { equals-file: 5 } }'), /"equals-file" must be text/],
    [validation('{ $.a: { equals-file: "{{x}}.json" } }'), /has placeholders, and the file is read before/],
    [validation('{ $.a: { equalsfile: o.json } }'), /Did you mean "equals-file"\?/],
    [validation('{ $.a: { equals-file: o.json, equals: 1 } }'), /Keep one of them/],
  ],
  ranges: [
    [step('json: { a: "{{$randomInt 6 1}}" }'), /6 is above 1/],
    [step('json: { a: "{{$randomInt a b}}" }'), /\$randomInt takes two whole numbers/],
    [step('json: { a: "{{$randomString -1}}" }'), /a whole number from 1 to 100000/],
    [step('json: { a: "{{$randomDate 2d}}" }'), /\$randomDate takes FROM TO/],
    [step('json: { a: "{{$randomDecimal 1}}" }'), /\$randomDecimal takes LEAST MOST/],
  ],
  oauth2: [
    [step(`auth: { oauth2: { grant: pasword, ${client} } }`), /Did you mean "password"\?/],
    [step(`auth: { oauth2: { grant: password, ${client} } }`), /needs username with grant password/],
    [step(`auth: { oauth2: { grant: refresh-token, ${client}, username: x } }`), /needs refresh-token/],
    [step(`auth: { oauth2: { grant: jwt-bearer, ${client} } }`), /needs assertion with grant jwt-bearer/],
    [step(`auth: { oauth2: { ${client}, parameters: { grant_type: x } } }`), /grant_type/],
  ],
  'secrets: { command }': [
    [configuration('secrets: { t: { command: [] } }'), /"command" must not be empty/],
    [configuration('secrets: { t: { comand: [a] } }'), /Write `command` for what is to be run/],
    [configuration('secrets: { t: { command: [a], timeout: soon } }'), /"timeout" must be a duration/],
    [configuration('secrets: { t: { command: { a: 1 } } }'), /"command" must be text or a list/],
    [configuration('secrets: { t: { command: [a], timeuot: 5s } }'), /Did you mean "timeout"\?/],
  ],
  environments: [
    [configuration(`${service} local }]`), /"environments" must be a list/],
    [configuration(`${service} [] }]`), /"environments" must not be empty/],
    [
      configuration(`${service} [nope] }]\nenvironments: { live: { variables: { a: 1 } } }`),
      /There are live/,
    ],
    [configuration(`${service} [lvie] }]\nenvironments: { live: { variables: { a: 1 } } }`), /mean "live"\?/],
    [configuration('setup: [{ use: s.apitest.yaml, environment: [live] }]'), /Did you mean "environments"\?/],
  ],
  spec: [
    [validation('{ schema: { spec: nope.yaml } }'), /"schema" needs the key "operation"/],
    [validation('{ schema: { spec: nope.yaml, operation: a } }'), /there is no API description nope\.yaml/],
    [validation('{ schema: { spec: [a], operation: a } }'), /"spec" must be text/],
    [validation('{ schema: { spec: o.json, operation: a } }'), /o\.json/],
    [validation('{ schema: { spec: o.json, operation: 5 } }'), /"operation" must be text/],
  ],
  trusted: [
    [configuration('trusted: true'), /"trusted" must be a list/],
    [configuration('trusted: []'), /"trusted" must not be empty/],
    [configuration('trusted: requests'), /"trusted" must be a list/],
    [configuration('trusted: [1]'), /an item of "trusted" must be text/],
    [configuration('trustd: [a.http]'), /Did you mean "trusted"\?/],
  ],
  missing: [
    [validation('{ $.a: { missing: yes } }'), /"missing" must be true or false/],
    [validation('{ $.a: { missing: 1 } }'), /"missing" must be true or false/],
    [validation('{ $.a: { mising: true } }'), /Did you mean "missing"\?/],
    [validation('{ $.a: { undefined: true } }'), /missing: true/],
    [validation('{ missing: $.a }'), /missing/],
  ],
}

describe('a key of a project that is written wrongly is told, with what is right:', () => {
  for (const [key, cases] of Object.entries(wrong))
    it(key, async () => {
      for (const [files, told] of cases) {
        const { exitCode, output, errors } = await withFolder(files, folder =>
          runLine(folder, ['check', '.']),
        )
        const printed = output + errors
        assert.equal(exitCode, 2, printed)
        assert.match(printed, told)
        assert.doesNotMatch(printed, /should not have happened/)
      }
    })
})
