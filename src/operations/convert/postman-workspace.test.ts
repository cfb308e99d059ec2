import assert from 'node:assert/strict'
import path from 'node:path'
import { it } from 'node:test'
import { exportAs } from './exporters.ts'

it('a file that a request of Postman sends is named from its workspace, also when the folder of collections is new', async () => {
  const directory = path.resolve('/nowhere/project')
  const collection = {
    name: 'Shop',
    environments: [],
    items: [{ kind: 'request', step: { request: 'POST http://a', file: 'data/a.bin' } } as const],
  }
  const sourceIn = async (folder: string): Promise<string | undefined> => {
    const outputFolder = path.join(directory, folder)
    const options = { directory, workingFolder: directory, outputFolder }
    const made = await exportAs('postman-v3', collection, options)
    const texts = made.ok ? made.value.files.map(({ text }) => text) : []
    return /src: (.*)/.exec(texts.join('\n'))?.[1]
  }
  assert.equal(await sourceIn('postman/collections/Shop'), 'data/a.bin')
  assert.equal(await sourceIn('api/postman/collections'), '../data/a.bin')
})
