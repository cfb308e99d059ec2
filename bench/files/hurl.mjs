import { makeFolder, write } from './suites.mjs'

/** The chain of requests as one Hurl file; gives its path. */
export function writeHurlFile(folder, url, { count, file = 'chain.hurl' }) {
  const entries = Array.from({ length: count }, (_, index) => entry(url, index + 1))
  return write(folder, file, entries.join('\n'))
}

function entry(url, number) {
  const id = number === 1 ? '1' : `{{next${number - 1}}}`
  return `# User ${number}
GET ${url}/users/${id}
HTTP 200
[Captures]
next${number}: jsonpath "$.next"
[Asserts]
header "Content-Type" contains "application/json"
jsonpath "$.name" == "User ${number}"
`
}

/** Many such files; gives their folder. */
export function writeHurlFiles(folder, url, { files, count }) {
  const all = makeFolder(folder, 'hurl')
  for (let number = 1; number <= files; number++) writeHurlFile(all, url, { count, file: `${number}.hurl` })
  return all
}
