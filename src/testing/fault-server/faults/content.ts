import { gzipSync } from 'node:zlib'
import { ok, send, sendAndClose } from '../../../mock/faults/behaviours.ts'
import type { FaultGroup } from '../fault.ts'
import { faultServer } from '../fault-server.ts'

const json = (body: string): string =>
  `${ok}content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`
const notJson = 'body-json-path $.id: Expected equals 1, got a body that is not JSON'
const gzipped = gzipSync('hello, hello, hello')

/** Answers whose body is not what its headers say. */
export const contentFaults: FaultGroup = {
  title: 'The content of the answer',
  faults: [
    {
      name: 'Invalid JSON with a JSON content type, and a step that looks into it',
      start: () => faultServer(send(json('{"id": 1,}'))),
      step: 'validations: [{ $.id: 1 }]',
      outcome: 'failed',
      keepsConnection: true,
      message: `${notJson} (REASON)`,
    },
    {
      name: 'Invalid JSON with a JSON content type, and a step that looks at the status only',
      start: () => faultServer(send(json('{"id": 1,}'))),
      step: 'validations: [{ status: 200 }]',
      outcome: 'passed',
    },
    {
      name: 'Nothing with a JSON content type',
      start: () => faultServer(send(json(''))),
      step: 'validations: [{ $.id: 1 }]',
      outcome: 'failed',
      keepsConnection: true,
      message: 'body-json-path $.id: Expected equals 1, got an empty body',
    },
    {
      name: 'JSON that is not UTF-8',
      start: () => faultServer(send(json('{"id": 1, "name": "Ren\xe9e"}'))),
      step: 'validations: [{ $.id: 1 }]',
      outcome: 'failed',
      keepsConnection: true,
      message: `${notJson} (the body is not valid UTF-8 at byte 23, as JSON has to be)`,
    },
    {
      name: 'Text that is not UTF-8: the bytes that are not become U+FFFD',
      start: () => faultServer(send(`${ok}content-type: text/plain\r\ncontent-length: 5\r\n\r\nRen\xe9e`)),
      step: 'validations: [{ text: "Ren\\uFFFDe" }]',
      outcome: 'passed',
    },
    {
      name: 'A body that is not compressed as its content-encoding says',
      start: () => faultServer(send(`${ok}content-encoding: gzip\r\ncontent-length: 5\r\n\r\nhello`)),
      outcome: 'errored',
      message:
        'Network Error: the response body is not what its content-encoding says (gzip: incorrect header check)',
      hint: 'To get the body as it is, send the header Accept-Encoding: identity.',
    },
    {
      name: 'A compressed body that is cut short',
      start: () =>
        faultServer(
          sendAndClose(`${ok}content-encoding: gzip\r\nconnection: close\r\n\r\n`, gzipped.subarray(0, -12)),
        ),
      outcome: 'errored',
      message:
        'Network Error: the response body is not what its content-encoding says (gzip: unexpected end of file)',
      hint: 'To get the body as it is, send the header Accept-Encoding: identity.',
    },
  ],
}
