import { write } from './suites.mjs'

/** The chain of requests as a .http file for httpyac; gives its path. */
export function writeHttpFile(folder, url, { count }) {
  const requests = Array.from({ length: count }, (_, index) => request(url, index + 1))
  return write(folder, 'chain.http', requests.join('\n'))
}

function request(url, number) {
  const id = number === 1 ? '1' : '{{next}}'
  return `### User ${number}
GET ${url}/users/${id}

?? status == 200
?? header content-type includes application/json
?? body name == User ${number}

{{
  exports.next = response.parsedBody.next
}}
`
}
