import { type Behaviour, ok } from '../../../mock/faults/behaviours.ts'
import type { FaultGroup } from '../fault.ts'
import { faultServer, type FaultServer } from '../fault-server.ts'

/** Redirects that lead nowhere, or that a step does not want to follow. */
export const redirectFaults: FaultGroup = {
  title: 'Redirects',
  faults: [
    {
      name: 'A redirect to itself, followed',
      start: () => faultServer(redirectTo('/')),
      step: 'follow-redirects: true',
      outcome: 'errored',
      message:
        'Network Error: 11 redirects, more than follow-redirects allows; the last was from http://HOST/ to /',
      hint: 'The server may send the request around in a circle; `follow-redirects: false` shows the first redirect.',
    },
    {
      name: 'A redirect to itself, not followed',
      start: () => faultServer(redirectTo('/')),
      step: 'validations: [{ status: 302 }]',
      outcome: 'passed',
    },
    {
      name: 'A redirect to something that is not on the web',
      start: () => faultServer(redirectTo('file:///etc/hosts')),
      step: 'follow-redirects: true',
      outcome: 'errored',
      message:
        'Network Error: http://HOST/ answered 302 with location "file:///etc/hosts", which is no http or https URL with a host',
      hint: 'Leave follow-redirects out to look at the redirect itself.',
    },
    {
      name: 'A redirect to where nothing listens',
      start: () => faultServer(redirectTo('http://127.0.0.1:1/')),
      step: 'follow-redirects: true',
      outcome: 'errored',
      message: 'Network Error: connect ECONNREFUSED 127.0.0.1:1 (nothing listens there)',
      hint: 'Start the service, or check the host and port of the URL.',
    },
    {
      name: 'A redirect to another origin: credentials stay behind',
      start: redirectElsewhere,
      step: 'follow-redirects: true\n  auth: { bearer: s3cret-token }\n  validations: [{ text: { contains: "GET /", not-contains: s3cret-token } }]',
      outcome: 'passed',
    },
  ],
}

function redirectTo(location: string): Behaviour {
  return socket => {
    socket.write(`HTTP/1.1 302 Found\r\nlocation: ${location}\r\ncontent-length: 0\r\n\r\n`)
  }
}

/** A server that redirects to another one, which answers with the request it gets. */
async function redirectElsewhere(): Promise<FaultServer> {
  const other = await faultServer((socket, head) => {
    socket.write(`${ok}content-length: ${head.length}\r\n\r\n${head}`)
  })
  const first = await faultServer(redirectTo(`http://${other.host}/`))
  return {
    ...first,
    open: () => first.open() + other.open(),
    [Symbol.asyncDispose]: async () => {
      await first[Symbol.asyncDispose]()
      await other[Symbol.asyncDispose]()
    },
  }
}
