import { write } from './suites.mjs'

const schema = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json'

/** The chain of requests as a Postman collection; gives its path. */
export function writePostmanCollection(folder, url, { count }) {
  const collection = {
    info: { name: 'Chain', schema },
    item: Array.from({ length: count }, (_, index) => item(index + 1)),
    variable: [
      { key: 'baseUrl', value: url },
      { key: 'next', value: '1' },
    ],
  }
  return write(folder, 'chain.postman_collection.json', JSON.stringify(collection))
}

function item(number) {
  const script = [
    `pm.test('status', () => pm.response.to.have.status(200))`,
    `pm.test('type', () => pm.expect(pm.response.headers.get('Content-Type')).to.include('application/json'))`,
    `pm.test('name', () => pm.expect(pm.response.json().name).to.equal('User ${number}'))`,
    `pm.collectionVariables.set('next', pm.response.json().next)`,
  ]
  return {
    name: `User ${number}`,
    event: [{ listen: 'test', script: { type: 'text/javascript', exec: script } }],
    request: { method: 'GET', url: '{{baseUrl}}/users/{{next}}' },
  }
}
