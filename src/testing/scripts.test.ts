import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { it } from 'node:test'

it('scripts and benches import modules that are there', () => {
  const files = ['scripts', 'bench'].flatMap(folder =>
    readdirSync(folder)
      .filter(name => name.endsWith('.mjs'))
      .map(name => path.join(folder, name)),
  )
  const missing = files.flatMap(file =>
    [...readFileSync(file, 'utf8').matchAll(/(?:from|import\()\s*'(\.[^']*dist\/modules[^']+)'/g)]
      .map(([, imported = '']) => path.join(path.dirname(file), imported))
      .filter(imported => !existsSync(imported))
      .map(imported => `${file}: ${imported}`),
  )
  assert.deepEqual(missing, [])
})

it('the lists of long files name none that has become short, or is gone', () => {
  const [files = '', functions = ''] = readFileSync('scripts/long-files.mjs', 'utf8').split('longFunctions')
  const namesIn = (text: string): readonly string[] =>
    [...text.matchAll(/'(src\/[^']+)'/g)].map(([, name = '']) => name)
  const linesOf = (file: string): number => readFileSync(file, 'utf8').trimEnd().split('\n').length
  assert.deepEqual(
    namesIn(files).filter(file => !existsSync(file) || linesOf(file) <= 300),
    [],
  )
  assert.deepEqual(
    namesIn(functions).filter(file => !existsSync(file)),
    [],
  )
})
