import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { runLine, withFolder } from '../testing/run-program.ts'

/** Command lines with a word that is empty, as where a variable of the shell is not set, and what is said of each. */
const lines: readonly (readonly [words: readonly string[], message: string])[] = [
  [['pact', 'generate', '', '--consumer', 'a', '--provider', 'b'], 'a path is empty'],
  [['pact', 'generate', '--from-report', '', '--consumer', 'a', '--provider', 'b'], 'a path is empty'],
  [['pact', 'verify', '', '--provider', 'http://127.0.0.1:9'], 'a path is empty'],
  [['merge-reports', ''], 'the name of a report is empty'],
  [['validate', '', '--schema', 'a.schema.json'], 'the source is empty'],
  [['contract', 'diff', '', 'new.yaml'], 'the source is empty'],
  [['collections', 'show', ''], 'the name of what is saved is empty'],
  [['collections', 'set', ' ', 'a=b'], 'the name of what is saved is empty'],
  [['collections', 'save', '', 'http://127.0.0.1:9'], 'the name of what is saved is empty'],
  [['environments', 'show', ''], 'the name of an environment is empty'],
  [['history', 'show', ''], 'the id is empty'],
  [['send', 'http://127.0.0.1:9', '--max-redirs', ''], '--max-redirs needs a whole number'],
  [['ws', 'ws://127.0.0.1:9', '--count', ''], '--count needs a whole number'],
  [
    ['contract', 'check', ':9', '--spec', 'a.yaml', '--max-parameters', ''],
    '--max-parameters must be a whole number from 0',
  ],
  [['history', '--count', ''], '--count must be a whole number from 1'],
]

describe('words that are empty', () => {
  for (const [words, message] of lines)
    it(words.map(word => (word.trim() === '' ? `'${word}'` : word)).join(' '), () =>
      withFolder({ 'pact.json': '{}' }, async folder => {
        const { exitCode, output, errors } = await runLine(folder, words)
        assert.equal((errors + output).split('\n')[0], `error usage  ${message}`)
        assert.equal(exitCode, 2)
      }),
    )
})
