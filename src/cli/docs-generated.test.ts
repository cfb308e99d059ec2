import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { describe, it } from 'node:test'
import { promisify } from 'node:util'

const run = promisify(execFile)

type Schema = Readonly<Record<string, unknown>>

/** The files that the schemas make, as they would be made now. */
async function generated(): Promise<Readonly<Record<string, string>>> {
  const script = `import('./scripts/generate.mjs').then(async ({ generate }) => console.log(JSON.stringify(await generate())))`
  const { stdout } = await run(process.execPath, ['-e', script], { maxBuffer: 64 * 1024 * 1024 })
  return JSON.parse(stdout) as Record<string, string>
}

describe('what is generated', () => {
  it('is what stands in the files', async () => {
    for (const [file, text] of Object.entries(await generated()))
      assert.equal(await readFile(file, 'utf8'), text, `${file}: run npm run generate`)
  })

  it('is what stands in the documentation', async () => {
    await run(process.execPath, ['scripts/generate-docs.mjs', '--check'])
  })

  for (const file of [
    'suite.schema.json',
    'schemas/configuration.schema.json',
    'schemas/api-collections.schema.json',
  ])
    it(`explains every key of ${file}, with an example`, async () => {
      const schema = JSON.parse(await readFile(file, 'utf8')) as Schema
      assert.deepEqual(keysWithout('description', schema), [])
      // Editors insert the example of a key of a suite, so that it is written out.
      const example = file === 'suite.schema.json' ? 'defaultSnippets' : 'examples'
      assert.deepEqual(keysWithout(example, schema), [])
    })
})

/** Keys of the document whose schema, or the definition it refers to, has no such annotation. */
function keysWithout(annotation: string, root: Schema): readonly string[] {
  const definitions = root['definitions'] as Readonly<Record<string, Schema>>
  const isAnnotated = (schema: Schema): boolean => {
    const name = (typeof schema['$ref'] === 'string' ? schema['$ref'] : '').replace('#/definitions/', '')
    const referred = definitions[name]
    return annotation in schema || (referred !== undefined && isAnnotated(referred))
  }
  return [...keysOf(root)].filter(([, schema]) => !isAnnotated(schema)).map(([key]) => key)
}

/** Every key that a schema and those inside it name, with its own schema. */
function* keysOf(value: unknown): Generator<readonly [string, Schema]> {
  if (typeof value !== 'object' || value === null) return
  for (const [key, inner] of Object.entries(value)) {
    // A message of AMQP has a key that is called `properties` itself.
    const isItself = typeof (inner as Schema)['description'] === 'string'
    if ((key === 'properties' && !isItself) || key === 'patternProperties')
      yield* Object.entries(inner as Readonly<Record<string, Schema>>)
    if (key !== 'examples') yield* keysOf(inner)
  }
}
