import { write } from './suites.mjs'

/** The chain of requests as a Step CI workflow; gives its path. */
export function writeWorkflow(folder, url, { count }) {
  const steps = Array.from({ length: count }, (_, index) => step(url, index + 1))
  return write(
    folder,
    'chain.stepci.yml',
    `version: "1.1"\nname: Chain\ntests:\n  chain:\n    steps:\n${steps.join('')}`,
  )
}

function step(url, number) {
  const id = number === 1 ? '1' : '${{captures.next}}'
  return `      - name: User ${number}
        http:
          url: ${url}/users/${id}
          method: GET
          captures:
            next:
              jsonpath: $.next
          check:
            status: 200
            headers:
              content-type: /application.json/
            jsonpath:
              $.name: User ${number}
`
}
