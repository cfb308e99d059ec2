import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ApiDescription } from '../../api-description/api-description.ts'
import { httpServer } from '../../actions/http/testing/http-server.ts'
import { withFolder } from '../../testing/run-program.ts'
import { loadSpec } from '../contract/load-spec.ts'
import { readDescription } from '../contract/read-description.ts'
import { hostIn } from '../testing/host-in.ts'
import { importDocument } from './import-document.ts'

/** A description whose only operation is described elsewhere. */
const referring = (reference: string): string =>
  JSON.stringify({
    openapi: '3.0.3',
    info: { title: 'Far', version: '1' },
    paths: {
      '/orders': { get: { parameters: [{ $ref: reference }], responses: { 200: { description: 'ok' } } } },
    },
  })

const parameter = JSON.stringify({ name: 'page', in: 'query', schema: { type: 'integer' }, example: 7 })

const surroundings = { processEnvironment: {}, interrupt: new AbortController().signal }

function unresolvedIn({ unresolved, operations }: ApiDescription): string {
  return JSON.stringify([...unresolved, ...operations.flatMap(operation => operation.unresolved)])
}

/** Reads a description in every way; all of them follow references by the same rule. */
async function readEveryWay(
  source: string,
  workingFolder: string,
  remoteReferences?: boolean,
): Promise<string[]> {
  const input = {
    ...surroundings,
    source,
    workingFolder,
    ...(remoteReferences === undefined ? {} : { remoteReferences }),
  }
  const imported = await importDocument.run(
    { source, replace: true, ...(remoteReferences === undefined ? {} : { remoteReferences }) },
    hostIn(workingFolder),
  )
  const compared = await readDescription(input)
  const held = await loadSpec(input)
  return [
    imported.ok ? JSON.stringify(imported.value.report.losses) : JSON.stringify(imported.problems),
    compared.ok ? unresolvedIn(compared.value.description) : JSON.stringify(compared.problems),
    held.ok ? unresolvedIn(held.value) : JSON.stringify(held.problems),
  ]
}

describe('C3: what a description from elsewhere refers to', () => {
  it('is read on its own host, and nowhere else', async () => {
    await using other = await httpServer((_, response) => response.end(parameter))
    await using server = await httpServer(({ url }, response) => {
      const [, kind, rest] = /^\/(same|other|moved|circle)(.*)$/.exec(url) ?? []
      if (rest === '.json')
        response.end(referring(kind === 'other' ? `${other.url}/p.json` : `./${String(kind)}/p.json`))
      else if (kind === 'same') response.end(parameter)
      else response.writeHead(302, { location: kind === 'moved' ? `${other.url}/p.json` : url }).end()
    })
    await withFolder({}, async folder => {
      for (const [kind, expected] of [
        ['same', /^\[\]$/],
        ['other', /documents on other hosts are not read/],
        ['moved', /documents on other hosts are not read/],
        ['circle', /leads in a circle/],
      ] as const)
        for (const told of await readEveryWay(`${server.url}/${kind}.json`, folder))
          assert.match(told, expected, kind)
      assert.equal(other.seen.length, 0)
    })
  })

  it('is read on other hosts when that is asked for, and through redirects', async () => {
    await using other = await httpServer(({ url }, response) =>
      url === '/p.json' ? response.end(parameter) : response.writeHead(301, { location: '/p.json' }).end(),
    )
    await withFolder({ 'far.json': referring(`${other.url}/moved`) }, async folder => {
      for (const told of await readEveryWay('far.json', folder, false))
        assert.match(told, /--remote-references/)
      assert.equal(other.seen.length, 0)
      for (const told of await readEveryWay('far.json', folder, true)) assert.match(told, /^\[\]$/)
    })
  })
})
