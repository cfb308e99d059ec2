import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseDocument } from 'yaml'
import { withExtension, withSchemas } from './editor-settings.ts'

const schemas = { './s.json': '*.apitest.yaml' }
const mine = { 'yaml.schemas': schemas }

const cases: readonly (readonly [title: string, text: string, value: object])[] = [
  ['an empty file', '', mine],
  ['an empty object', '{}', mine],
  ['a comma behind the last key', '{\n  "a": [1,],\n}\n', { a: [1], ...mine }],
  ['a comment behind the last key', '{ "a": "//x" // why\n}', { a: '//x', ...mine }],
  ['a comment alone', '{ /* a */ }', mine],
  [
    'schemas of others',
    '{ "yaml.schemas": { "a": "b" }, "c": 1 }',
    { 'yaml.schemas': { a: 'b', ...schemas }, c: 1 },
  ],
  [
    'schemas of others with a comment',
    '{ "yaml.schemas": { "a": ["b"] /* ] */ } }',
    { 'yaml.schemas': { a: ['b'], ...schemas } },
  ],
  [
    'only some of the suites have a schema',
    '{ "yaml.schemas": { "x.json": "suites/*.apitest.yaml" }, "files.associations": { "*.apitest.yaml": "yaml" } }',
    {
      'yaml.schemas': { 'x.json': 'suites/*.apitest.yaml', ...schemas },
      'files.associations': { '*.apitest.yaml': 'yaml' },
    },
  ],
]

for (const [title, text, value] of cases)
  test(`settings get schemas: ${title}`, () => {
    const changed = withSchemas(text, schemas)
    assert.ok(typeof changed === 'object' && 'text' in changed)
    const plain = changed.text.replace(/ \/\/ why| \/\*.*?\*\//g, '')
    assert.deepEqual(parseDocument(plain).toJS(), value, changed.text)
    for (const comment of text.match(/\/\/ why|\/\*.*?\*\//g) ?? []) assert.ok(changed.text.includes(comment))
    assert.equal(withSchemas(changed.text, schemas), 'there')
  })

test('what is no settings stays as it is', () => {
  for (const text of ['{', '[]', 'a: 1', '{ "a": 1 } }', '{ "yaml.schemas": 1 }'])
    assert.ok('reason' in (withSchemas(text, schemas) as object), text)
  for (const files of ['"*.apitest.yaml"', '"/**/*.apitest.yaml"', '["a.yaml", "**/*.apitest.yaml"]'])
    assert.equal(withSchemas(`{ "yaml.schemas": { "x": ${files} } }`, schemas), 'there', files)
  const own = '{ "yaml.schemas": { "./s.json": "suites/*.apitest.yaml" } }'
  assert.deepEqual(withSchemas(own, schemas), { reason: 'its "yaml.schemas" has ./s.json for other files' })
  assert.deepEqual(withExtension('{ "recommendations": ["redhat.vscode-yaml"] }'), 'there')
})
