import { write } from './suites.mjs'

const schema = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json'

/** A Postman collection of some 4 MB in folders, every request with a script of its own; gives its path. */
export function writeScriptedCollection(folder, { folders = 60, requests = 40 } = {}) {
  const collection = {
    info: { name: 'Scripted', schema },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{token}}', type: 'string' }] },
    item: Array.from({ length: folders }, (_, number) => ({
      name: `Folder ${number + 1}`,
      item: Array.from({ length: requests }, (_, index) => item(number * requests + index + 1)),
    })),
    variable: [{ key: 'baseUrl', value: 'http://127.0.0.1:4010' }],
  }
  return write(folder, 'scripted.postman_collection.json', JSON.stringify(collection, null, '\t'))
}

function item(number) {
  return {
    name: `Request ${number}`,
    event: [{ listen: 'test', script: { type: 'text/javascript', exec: script(number) } }],
    request: {
      method: 'POST',
      header: [{ key: 'X-Number', value: String(number) }],
      url: {
        raw: `{{baseUrl}}/orders/${number}?page=1`,
        host: ['{{baseUrl}}'],
        path: ['orders', String(number)],
        query: [{ key: 'page', value: '1' }],
      },
      body: {
        mode: 'raw',
        raw: JSON.stringify({ name: 'Ada', number, items: [{ id: 1, quantity: 2 }] }, null, 2),
        options: { raw: { language: 'json' } },
      },
    },
    response: [],
  }
}

function script(number) {
  return [
    "pm.test('Status code is 200', function () {",
    '    pm.response.to.have.status(200);',
    '});',
    'const json = pm.response.json();',
    "pm.test('It is the right one', function () {",
    `    pm.expect(json.number).to.eql(${number});`,
    "    pm.expect(json.items).to.be.an('array');",
    '    pm.expect(json.items[0].id).to.eql(1);',
    '});',
    "pm.test('Content-Type is present', function () {",
    "    pm.response.to.have.header('Content-Type');",
    '});',
    `pm.environment.set('order${number}', json.id);`,
  ]
}
