import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** Suites as people write them, each with three steps; gives their folder. */
export function writeSmallSuites(folder, count) {
  const suites = makeFolder(folder, `small-${count}`)
  for (let number = 1; number <= count; number++)
    writeFileSync(path.join(suites, `suite-${number}.apitest.yaml`), smallSuite(number))
  return suites
}

function smallSuite(number) {
  return `suite: Users ${number}
tags: [shop, smoke]
variables:
  baseUrl: http://127.0.0.1:4010
settings:
  timeout: 10s
steps:
  - name: Create a user
    request: POST {{baseUrl}}/api/users
    json: { name: Ada Lovelace, email: "ada${number}@example.org" }
    validations:
      - status: 201
      - header content-type: { contains: application/json }
    extracts:
      userId: $.id

  - name: Read the user
    request: GET {{baseUrl}}/api/users/{{userId}}
    validations:
      - status: 200
      - $.name: Ada Lovelace
      - $.email: { matches-regex: "^.+@.+$" }

  - name: Delete the user
    request: DELETE {{baseUrl}}/api/users/{{userId}}
    validations:
      - status: 204
`
}

/** A suite of `count` requests, each to where the answer before it leads; gives its file. */
export function writeSuite(folder, url, { count, file = `chain-${count}.apitest.yaml`, settings = {} }) {
  const steps = Array.from({ length: count }, (_, index) => step(index + 1))
  return write(
    folder,
    file,
    `suite: Chain\nvariables: { baseUrl: "${url}", next0: 1 }\nsettings: ${JSON.stringify(settings)}\nsteps:\n${steps.join('')}`,
  )
}

function step(number) {
  return `  - name: User ${number}
    request: GET {{baseUrl}}/users/{{next${number - 1}}}
    validations:
      - status: 200
      - header content-type: { contains: application/json }
      - $.name: User ${number}
    extracts: { next${number}: $.next }
`
}

/** Many such suites; gives their folder. */
export function writeSuites(folder, url, { files, count }) {
  const suites = makeFolder(folder, 'chains')
  for (let number = 1; number <= files; number++)
    writeSuite(suites, url, { count, file: `chain-${number}.apitest.yaml` })
  return suites
}

/** The arguments for a suite of one request and so many data rows; `auth` is YAML, and `file` the suite's. */
export function writeRows(folder, url, count, { auth = 'none', file = 'rows.apitest.yaml' } = {}) {
  const ids = Array.from({ length: count }, (_, index) => index + 1)
  const lines = ids.map(id => `${id},User ${id},user${id}@example.org\n`)
  const rows = write(folder, `rows-${count}.csv`, `id,name,email\n${lines.join('')}`)
  const suite = write(
    folder,
    file,
    `suite: Rows
variables: { baseUrl: "${url}" }
settings: { auth: ${auth} }
steps:
  - name: Read {{name}}
    request: GET {{baseUrl}}/users/{{id}}
    validations:
      - status: 200
      - $.name: "{{name}}"
      - $.email: "{{email}}"
`,
  )
  return [suite, '--data', rows, '--rows', String(count)]
}

/** The arguments for a suite of ten requests, with so many data rows. */
export function writeTenSteps(folder, url, count) {
  const lines = Array.from({ length: count }, (_, index) => `${index + 1},User ${index + 1}\n`)
  const rows = write(folder, `ten-${count}.csv`, `id,name\n${lines.join('')}`)
  const steps = Array.from({ length: 10 }, (_, index) => rowStep(index + 1))
  const text = `suite: Ten\nvariables: { baseUrl: "${url}" }\nsteps:\n${steps.join('')}`
  return [write(folder, 'ten.apitest.yaml', text), '--data', rows, '--rows', String(count)]
}

function rowStep(number) {
  return `  - name: Read ${number}
    request: GET {{baseUrl}}/users/{{id}}
    validations:
      - status: 200
      - header content-type: { contains: application/json }
      - $.name: "{{name}}"
    extracts: { next${number}: $.next }
`
}

/** A suite that gets a body of `size` bytes and looks at nothing but the status; gives its file. */
export function writeDownload(folder, url, size) {
  const steps = `steps:\n  - request: GET ${url}/bytes/${size}\n    validations: [{ status: 200 }]\n`
  return write(folder, `download-${size}.apitest.yaml`, `suite: Download\n${steps}`)
}

/** Writes a file into the folder; gives its path. */
export function write(folder, name, text) {
  const file = path.join(folder, name)
  writeFileSync(file, text)
  return file
}

/** Makes a folder in the folder; gives its path. */
export function makeFolder(folder, name) {
  const made = path.join(folder, name)
  mkdirSync(made, { recursive: true })
  return made
}
