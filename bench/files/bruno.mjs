import { makeFolder, write } from './suites.mjs'

/** The chain of requests as a Bruno collection; gives its folder. */
export function writeBrunoCollection(folder, url, { count }) {
  const collection = makeFolder(folder, 'bruno')
  write(collection, 'bruno.json', JSON.stringify({ version: '1', name: 'Chain', type: 'collection' }))
  for (let number = 1; number <= count; number++)
    write(collection, `user-${number}.bru`, request(url, number))
  return collection
}

function request(url, number) {
  const id = number === 1 ? '1' : '{{next}}'
  return `meta {
  name: User ${number}
  type: http
  seq: ${number}
}

get {
  url: ${url}/users/${id}
  body: none
  auth: none
}

vars:post-response {
  next: res.body.next
}

assert {
  res.status: eq 200
  res.headers['content-type']: contains application/json
  res.body.name: eq User ${number}
}
`
}
