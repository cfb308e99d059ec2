import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, it } from 'node:test'
import { corpusFolders } from '../../testing/corpus.ts'
import { isObject } from '../../util/is-json.ts'
import type { JsonValue } from '../../model/json.ts'
import { compileSchema } from './compile-schema.ts'

/** A schema with its values, as github.com/json-schema-org/JSON-Schema-Test-Suite writes them. */
interface ComplianceGroup {
  readonly description: string
  readonly schema: JsonValue
  readonly tests: readonly {
    readonly description: string
    readonly data: JsonValue
    readonly valid: boolean
  }[]
}

/** The drafts' folders in the suite and the `$schema` that their schemas leave out. */
const drafts: Readonly<Record<string, string>> = {
  draft4: 'http://json-schema.org/draft-04/schema#',
  draft6: 'http://json-schema.org/draft-06/schema#',
  draft7: 'http://json-schema.org/draft-07/schema#',
  'draft2019-09': 'https://json-schema.org/draft/2019-09/schema',
  'draft2020-12': 'https://json-schema.org/draft/2020-12/schema',
}

/** The known differences, and why; these tests are reported as to do. */
const known: Readonly<Record<string, string>> = {
  'unevaluatedItems with nested items': 'ajv takes items as evaluated by an anyOf branch that is true',
  'unevaluatedItems depends on adjacent contains': 'ajv takes all items as evaluated by contains',
  'unevaluatedItems depends on multiple nested contains': 'ajv takes all items as evaluated by contains',
  'unevaluatedItems and contains interact to control item dependency relationship':
    'ajv takes all items as evaluated by contains',
  'unevaluatedItems with minContains = 0': 'ajv ignores contains with minContains 0',
  'unevaluatedItems can see annotations from if without then and else':
    'ajv takes all items as evaluated by contains',
  'schema that uses custom metaschema with with no validation vocabulary':
    'a meta-schema of its own is refused',
  'ignore unrecognized optional vocabulary': 'a meta-schema of its own is refused',
}

// The whole suite is not part of the project: the variable says where it was checked out.
const elsewhere = process.env['JSON_SCHEMA_TEST_SUITE']
const roots = [
  ...corpusFolders('contracts/schema/json-schema-test-suite'),
  ...(elsewhere === undefined ? [] : [elsewhere]),
]

for (const root of roots)
  for (const [draft, dialect] of Object.entries(drafts)) {
    const folder = [path.join(root, 'tests', draft), path.join(root, draft)].find(existsSync)
    if (folder !== undefined)
      describe(`JSON Schema Test Suite, ${draft}`, () => {
        for (const file of readdirSync(folder).filter(entry => entry.endsWith('.json')))
          for (const group of readGroups(path.join(folder, file)))
            tryGroup(`${file}: ${group.description}`, group, { dialect, root })
      })
  }

function tryGroup(
  name: string,
  { schema, tests, description }: ComplianceGroup,
  { dialect, root }: { readonly dialect: string; readonly root: string },
): void {
  const todo = known[description] ?? false
  it(name, { todo }, async () => {
    const named = isObject(schema) && !('$schema' in schema) ? { $schema: dialect, ...schema } : schema
    const compiled = await compileSchema('file:///suite/schema.json', named, {
      readRemote: address => readRemote(root, address),
      ignoreFormats: true,
    })
    assert.ok(compiled.ok, compiled.ok ? '' : compiled.message)
    for (const test of tests)
      assert.equal(compiled.validate(test.data).length === 0, test.valid, test.description)
  })
}

/** The suite's own server, read from its folder. */
function readRemote(root: string, address: string): Promise<JsonValue | undefined> {
  const server = 'http://localhost:1234/'
  const file = path.join(root, 'remotes', decodeURIComponent(address.slice(server.length)))
  return Promise.resolve(address.startsWith(server) && existsSync(file) ? readJsonFile(file) : undefined)
}

function readGroups(file: string): readonly ComplianceGroup[] {
  return JSON.parse(readFileSync(file, 'utf8')) as readonly ComplianceGroup[]
}

function readJsonFile(file: string): JsonValue {
  return JSON.parse(readFileSync(file, 'utf8')) as JsonValue
}
