import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { defineCommand } from './command.ts'
import { commands } from './commands/index.ts'
import { findCommand, loaded } from './find-command.ts'
import { parseArguments } from './parse-arguments.ts'

const tried = {
  positionals: {
    place: { demandOption: true, describe: 'Where' },
    words: { array: true, describe: 'What' },
  },
  options: {
    'max-time': { alias: 'm' },
    header: { array: true, alias: ['H', 'head'] },
    count: { number: true, alias: 'n', default: 20 },
    bail: { number: true, alone: 1 },
    verbose: { boolean: true, alias: 'v' },
    kind: { choices: ['a', 'b'] },
    spec: {},
    schema: { conflicts: ['spec'] },
  },
  run: () => Promise.resolve(0),
} as const

const usual = defineCommand(tried)
const likeCurl = defineCommand({ ...tried, idle: { silent: { boolean: true, alias: 'S' } } })

/** Returns the values that a line gives beside those that are always given. */
function given(line: string, command = usual): unknown {
  const parsed = parseArguments(line.split(' '), command)
  if (parsed.kind !== 'given') return parsed
  const { place: _, words = [], count, ...rest } = parsed.given
  return {
    ...Object.fromEntries(Object.entries(rest)),
    ...(count === 20 ? {} : { count }),
    ...((words as unknown[]).length === 0 ? {} : { words }),
  }
}

describe('what is typed', () => {
  for (const [line, value] of [
    ['here', {}],
    ['here more words', { words: ['more', 'words'] }],
    ['here --max-time 5', { maxTime: '5' }],
    ['--max-time=5 here', { maxTime: '5' }],
    ['--max-time=5\n=6 here', { maxTime: '5\n=6' }],
    ['here --maxTime 5', { maxTime: '5' }],
    ['here -m 5', { maxTime: '5' }],
    ['here -m5s', { maxTime: '5s' }],
    ['here -m=5', { maxTime: '5' }],
    ['here -vm5', { verbose: true, maxTime: '5' }],
    ['here -m -5', { maxTime: '-5' }],
    ['here -m -', { maxTime: '-' }],
    ['here -', { words: ['-'] }],
    ['here -5', { words: ['-5'] }],
    ['here -H a -Hb --head c', { header: ['a', 'b', 'c'] }],
    ['here --header a b', { header: ['a'], words: ['b'] }],
    ['here -n 3', { count: 3 }],
    ['here --bail', { bail: 1 }],
    ['here --bail word', { bail: 1, words: ['word'] }],
    ['here --bail 3', { bail: 3 }],
    ['here --verbose word', { verbose: true, words: ['word'] }],
    ['here --verbose false', { verbose: false }],
    ['here --verbose=false', { verbose: false }],
    ['here --no-verbose', { verbose: false }],
    ['here --no-verbose -v', { verbose: true }],
    ['here -- --verbose', { words: ['--verbose'] }],
  ] as const)
    it(`is read: ${line}`, () => {
      assert.deepEqual(given(line), value)
    })

  for (const [line, value] of [
    ['here -m -v', { maxTime: '-v' }],
    ['here --max-time --help', { maxTime: '--help' }],
    ['here -SvH a', { verbose: true, header: ['a'] }],
    ['here --silent', {}],
  ] as const)
    it(`is read as curl would: ${line}`, () => {
      assert.deepEqual(given(line, likeCurl), value)
    })

  for (const [line, kind, detail] of [
    ['--verbose', 'arguments-missing'],
    ['here -m', 'value-missing', 'm'],
    ['here -m -v', 'value-missing', 'm'],
    ['here --max-time --count 5', 'value-missing', 'max-time'],
    ['here --silent', 'unknown-option', 'silent'],
    ['here --nonsense x --other', 'unknown-option', 'nonsense'],
    ['here --no-nonsense', 'unknown-option', 'nonsense'],
    ['here -vQ', 'unknown-option', 'Q'],
    ['here --kind c', 'refused', '--kind cannot be "c"'],
    ['here --spec a --schema b', 'refused', 'Arguments schema and spec are mutually exclusive'],
    ['here --no-spec', 'refused', 'unknown option --no-spec'],
    ['here --verbose=yes', 'refused', '--verbose takes no value, and "yes" is one'],
    ['here -m 1 --max-time 2', 'refused', '--max-time is given more than once'],
    ['here --spec=', 'refused', '--spec is empty'],
  ] as const)
    it(`is refused: ${line}`, () => {
      const parsed = parseArguments(line.split(' '), usual)
      assert.equal(parsed.kind, kind)
      const said = 'name' in parsed ? parsed.name : 'message' in parsed ? parsed.message : undefined
      assert.equal(said, detail)
    })

  it('asks for help anywhere before --', () => {
    for (const line of ['--help', 'here -m --help', 'here -vh', 'here help', '--nonsense -h'])
      assert.deepEqual(given(line), { kind: 'help' }, line)
    assert.deepEqual(given('here -- --help'), { words: ['--help'] })
  })
})

describe('the command of a line', () => {
  for (const [line, name, typed] of [
    ['suites/ --bail', 'run', ['suites/', '--bail']],
    ['check suites/', 'check', ['suites/']],
    ['--env local check suites/', 'check', ['--env', 'local', 'suites/']],
    ['collections --json show Shop', 'collections show', ['--json', 'Shop']],
    ['environments --collection show', 'environments', ['--collection', 'show']],
    ['pact', 'pact', []],
    ['-- check', 'run', ['--', 'check']],
  ] as const)
    it(`is ${name}: ${line}`, async () => {
      const found = await findCommand(line.split(' '))
      assert.deepEqual([found.entry.name, found.typed], [name, typed])
    })

  it('has the arguments that the list of commands shows', async () => {
    for (const entry of commands) {
      const { positionals } = await loaded(entry)
      const words = Object.entries(positionals).map(([name, { array, demandOption }]) => {
        const several = array === true ? `${name}..` : name
        return demandOption === true ? `<${several}>` : `[${several}]`
      })
      assert.equal(entry.words, words.join(' '), entry.name)
    }
  })
})
