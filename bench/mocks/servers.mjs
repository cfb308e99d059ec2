// Servers whose cost is measured: each with so many routes `/rN/items/{id}` that answer the same JSON.
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { apitest, script } from '../commands.mjs'
import { findPeer } from '../peers.mjs'

const answer = '{"ok":true}'

/** The start of each server, by its name: what to run for so many routes on a port, with files in a folder. */
export const servers = {
  apitest: ({ folder, count, port }) => {
    const routes = numbers(count).map(
      number => `      - { route: 'GET /r${number}/items/{id}', answer: { json: ${answer} } }`,
    )
    const file = path.join(folder, `${count}.apitest.yaml`)
    const steps = 'steps: [{ request: "GET {{mocks.many.url}}/r0/items/1" }]'
    writeFileSync(file, `suite: Many\nmocks:\n  many:\n    routes:\n${routes.join('\n')}\n${steps}\n`)
    return apitest('mock', 'start', file, '--foreground', '--port', String(port))
  },
  'node:http': ({ port }) => script('bare-mock.mjs', String(port), answer),
  mockoon: ({ folder, count, port }) => {
    const file = path.join(folder, `mockoon-${count}.json`)
    writeFileSync(file, JSON.stringify(mockoonEnvironment(count, port)))
    const { program, args } = findPeer('mockoon')
    return { program, args: [...args, 'start', '--data', file, '--port', String(port)] }
  },
  wiremock: ({ folder, count, port }) => {
    const root = path.join(folder, `wiremock-${count}`)
    writeMappings(root, count)
    const { program, args } = findPeer('wiremock')
    const flags = ['--port', port, '--root-dir', root, '--no-request-journal', '--disable-banner']
    return { program, args: [...args, ...flags.map(String)] }
  },
}

function numbers(count) {
  return Array.from({ length: count }, (_, number) => number)
}

function mockoonEnvironment(count, port) {
  const routes = numbers(count).map(number => ({
    uuid: `r${number}`,
    type: 'http',
    documentation: '',
    method: 'get',
    endpoint: `r${number}/items/:id`,
    responses: [
      {
        ...{ uuid: `a${number}`, body: answer, latency: 0, statusCode: 200, label: '' },
        headers: [{ key: 'Content-Type', value: 'application/json' }],
        ...{ bodyType: 'INLINE', filePath: '', databucketID: '', sendFileAsBody: false },
        ...{ rules: [], rulesOperator: 'OR', disableTemplating: true, fallbackTo404: false, default: true },
        ...{ crudKey: 'id', callbacks: [] },
      },
    ],
    ...{ responseMode: null, streamingMode: null, streamingInterval: 0 },
  }))
  return {
    ...{ uuid: 'bench', lastMigration: 33, name: 'bench', endpointPrefix: '', latency: 0, port },
    ...{ hostname: '127.0.0.1', folders: [], routes, proxyMode: false, proxyHost: '', cors: false },
    rootChildren: routes.map(({ uuid }) => ({ type: 'route', uuid })),
    ...{ proxyRemovePrefix: false, tlsOptions: { enabled: false }, headers: [], data: [], callbacks: [] },
    ...{ proxyReqHeaders: [], proxyResHeaders: [] },
  }
}

function writeMappings(root, count) {
  mkdirSync(path.join(root, 'mappings'), { recursive: true })
  mkdirSync(path.join(root, '__files'), { recursive: true })
  const mappings = numbers(count).map(number => ({
    request: { method: 'GET', urlPathTemplate: `/r${number}/items/{id}` },
    response: { status: 200, headers: { 'Content-Type': 'application/json' }, body: answer },
  }))
  writeFileSync(path.join(root, 'mappings/all.json'), JSON.stringify({ mappings }))
}
