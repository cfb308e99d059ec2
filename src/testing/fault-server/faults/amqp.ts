import { brokers } from '../../brokers.ts'
import { ok, send, sendAndClose } from '../../../mock/faults/behaviours.ts'
import { place, wayTo } from '../broker-way.ts'
import type { Fault, FaultGroup } from '../fault.ts'
import { faultServer, type FaultServer, nobody } from '../fault-server.ts'

const { rabbitMq } = await brokers()

const listen = 'amqp: listen\n  exchange: amq.topic'
const nowhere = `${listen}\n  url: amqp://HOST`
const account = 'amqp://USER:PASSWORD'

const listening = (key: string): string =>
  `- request: GET SWITCH/mend\n- ${listen}\n  url: ${account}@RELAY\n  routing-key: ${key}\n  as: events`

/** The faults of a listener where an AMQP broker should be. */
export const amqpStrangerFaults: FaultGroup = {
  title: 'AMQP: no broker',
  faults: [
    {
      name: 'AMQP: nothing listens',
      start: nobody,
      action: nowhere,
      outcome: 'errored',
      message: 'Network Error: connect ECONNREFUSED HOST (nothing listens there)',
      hint: 'Start the service, or check the host and port of the broker.',
    },
    {
      name: 'AMQP: nothing listens, and a message is to be published',
      start: nobody,
      action: 'amqp: publish\n  url: amqp://HOST\n  exchange: amq.topic\n  text: x',
      outcome: 'errored',
      message: 'Network Error: connect ECONNREFUSED HOST (nothing listens there)',
      hint: 'Start the service, or check the host and port of the broker.',
    },
    {
      name: 'AMQP: the connection is closed without an answer',
      start: () => faultServer(sendAndClose(), { atOnce: true }),
      action: nowhere,
      outcome: 'errored',
      message: 'Network Error: amqp://HOST closed the connection during the AMQP handshake',
      hint: 'Check that an AMQP broker listens there. If it wants TLS, write amqps.',
    },
    {
      name: 'AMQP: a broker of another version',
      start: () => faultServer(sendAndClose('AMQP\u0000\u0001\u0000\u0000'), { atOnce: true }),
      action: nowhere,
      outcome: 'errored',
      message: 'Network Error: amqp://HOST does not speak AMQP 0-9-1',
      hint: 'Check the host and port of the URL: another service, or a broker of another version, seems to listen there.',
    },
    {
      name: 'AMQP: a server of HTTP',
      start: () => faultServer(sendAndClose(`${ok}\r\n`), { atOnce: true }),
      action: nowhere,
      outcome: 'errored',
      message: 'Network Error: amqp://HOST does not speak AMQP 0-9-1',
      hint: 'Check the host and port of the URL: another service, or a broker of another version, seems to listen there.',
    },
    {
      name: 'AMQP: no answer comes',
      start: () => faultServer(send(), { atOnce: true }),
      action: nowhere,
      outcome: 'errored',
      message: 'Network Error: amqp://HOST did not answer within 400 ms (timeout)',
      hint: 'Check that an AMQP broker listens there.',
      timed: true,
    },
  ],
}

/** The faults between a step and a real broker. */
export const amqpFaults: FaultGroup = {
  title: 'AMQP: a real broker',
  skip: rabbitMq.missing,
  faults: [...refusals(), ...requests(), ...losses()],
}

function refusals(): readonly Fault[] {
  return [
    {
      name: 'AMQP: a wrong password',
      start: () => listener('plain'),
      action: `${listen}\n  url: amqp://USER:no-such-secret@HOST`,
      outcome: 'errored',
      message: 'Auth Error: amqp://HOST refused user "USER" (403 ACCESS_REFUSED)',
      hint: 'Check user name and password of the URL. A broker takes `guest` from its own machine only.',
    },
    {
      name: 'AMQP: no user in the URL',
      start: () => listener('plain'),
      action: nowhere,
      outcome: 'errored',
      message: 'Auth Error: amqp://HOST refused user "guest" (the URL names none) (403 ACCESS_REFUSED)',
      hint: 'Check user name and password of the URL. A broker takes `guest` from its own machine only.',
    },
    {
      name: 'AMQP: a login by certificate without one',
      start: () => listener('plain'),
      action: `${nowhere}?auth_mechanism=external`,
      outcome: 'errored',
      message: 'Auth Error: amqp://HOST does not take the SASL mechanism EXTERNAL',
      hint: 'It needs amqps, a client certificate (`tls`), and the plugin rabbitmq_auth_mechanism_ssl with EXTERNAL in auth_mechanisms of the broker.',
    },
    {
      name: 'AMQP: a virtual host that is not there',
      start: () => listener('plain'),
      action: `${listen}\n  url: ${account}@HOST/nowhere`,
      outcome: 'errored',
      message: 'Auth Error: amqp://HOST does not let user "USER" into the virtual host "nowhere"',
      hint: 'Check that it exists and that the user has permissions for it; the end of the URL names it, / being %2F.',
    },
    {
      name: 'AMQP: an exchange that is not there, to listen',
      start: () => listener('plain'),
      action: `amqp: listen\n  exchange: no-such\n  url: ${account}@HOST`,
      outcome: 'errored',
      message: 'Request Error: there is no exchange "no-such" (404 NOT_FOUND)',
      hint: 'Start what makes it, or check the name and the virtual host; apitest makes none.',
    },
    {
      name: 'AMQP: a queue that is not there, to listen',
      start: () => listener('plain'),
      action: `amqp: listen\n  queue: no-such\n  url: ${account}@HOST`,
      outcome: 'errored',
      message: 'Request Error: there is no queue "no-such" (404 NOT_FOUND)',
      hint: 'Start what makes it, or check the name and the virtual host; apitest makes none.',
    },
  ]
}

function requests(): readonly Fault[] {
  const publish = `amqp: publish\n  url: ${account}@HOST\n  text: x`
  return [
    {
      name: 'AMQP: an exchange that is not there, to publish',
      start: () => listener('plain'),
      action: `${publish}\n  exchange: no-such`,
      outcome: 'errored',
      message: 'Request Error: there is no exchange "no-such" (404 NOT_FOUND)',
      hint: 'Start what makes it, or check the name and the virtual host; apitest makes none.',
    },
    {
      name: 'AMQP: a header that is too large for AMQP',
      start: () => listener('plain'),
      action: `${publish}\n  exchange: amq.topic\n  headers: { a: "${'x'.repeat(70_000)}" }`,
      outcome: 'errored',
      message:
        'Request Error: the message cannot be written: Encoded field table (headers or arguments) exceeds the BYTES byte encoding buffer',
    },
    {
      name: 'AMQP: a message that no queue gets',
      start: () => listener('plain'),
      action: `${publish}\n  exchange: amq.topic\n  routing-key: nobody`,
      outcome: 'errored',
      message:
        'Request Error: no queue gets a message with routing key "nobody" from exchange "amq.topic" (312 NO_ROUTE)',
      hint: 'Start the consumer first, or a listener: `amqp: listen` in an earlier step.',
    },
  ]
}

function losses(): readonly Fault[] {
  return [
    {
      name: 'AMQP: the broker is lost while a step waits',
      start: () => listener('plain', true),
      before: `${listening('faults.lost')}\n- request: GET SWITCH/soon`,
      action: 'collect: events',
      outcome: 'errored',
      message: 'Network Error: the connection to amqp://RELAY was lost: the broker closed the connection',
      hint: 'What came before is kept; what was published since cannot be had, because the queue went with the connection.',
    },
    {
      name: 'AMQP: what came before the broker was lost is there',
      start: () => listener('plain', true),
      before: [
        listening('faults.before'),
        `- amqp: publish\n  url: ${account}@HOST\n  exchange: amq.topic\n  routing-key: faults.before\n  text: before`,
        '- collect: events\n  keep: true',
        '- request: GET SWITCH/cut',
      ].join('\n'),
      action: 'collect: events',
      outcome: 'passed',
    },
    {
      name: 'AMQP: nothing comes that is awaited',
      start: () => listener('plain', true),
      before: listening('faults.nothing'),
      action: 'collect: events',
      outcome: 'failed',
      message:
        'messages: Expected 1 within 400 ms, got no message at all; no step acted since the listener was opened: what came before it is missed',
      timed: true,
      keepsConnection: true,
    },
  ]
}

/** A listener of the broker, with words for a login; with a way that can be cut when it is `cuttable`. */
function listener(name: 'plain' | 'tls' | 'mutualTls', cuttable = false): Promise<FaultServer> {
  const { listeners, username, password, certificates } = rabbitMq.service()
  const words = { USER: username, PASSWORD: password, BROKERCA: certificates.authority }
  return cuttable ? wayTo(listeners[name], words) : place(listeners[name], words)
}
