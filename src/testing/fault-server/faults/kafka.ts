import { kafkaClient, makeTopic } from '../../../actions/kafka/testing/kafka-tools.ts'
import { brokers } from '../../brokers.ts'
import { ok, send, sendAndClose } from '../../../mock/faults/behaviours.ts'
import { place, wayTo } from '../broker-way.ts'
import type { Fault, FaultGroup } from '../fault.ts'
import { faultServer, type FaultServer, nobody } from '../fault-server.ts'

const { kafka } = await brokers()

const at = 'brokers: HOST\n  topic: orders'
const login = (mechanism: string, password: string): string =>
  `sasl: { mechanism: ${mechanism}, username: USER, password: ${password} }`

const listening =
  '- request: GET SWITCH/mend\n- kafka: listen\n  brokers: HOST\n  topic: TOPIC\n  as: orders\n  resolve: { "HOST": RELAY }'

/** The answer to the first question, which versions a broker takes: Metadata (3) from 9 to 13. */
const newerVersions = Buffer.of(0, 0, 0, 16, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 3, 0, 9, 0, 13)

/** The faults of a listener where a Kafka broker should be. */
export const kafkaStrangerFaults: FaultGroup = {
  title: 'Kafka: no broker',
  faults: [
    {
      name: 'Kafka: nothing listens',
      start: nobody,
      action: `kafka: listen\n  ${at}`,
      outcome: 'errored',
      message: 'Network Error: connect ECONNREFUSED HOST (nothing listens there)',
      hint: 'Start the service, or check the host and port of the broker.',
    },
    {
      name: 'Kafka: nothing listens, and a record is to be published',
      start: nobody,
      action: `kafka: publish\n  ${at}\n  text: x`,
      outcome: 'errored',
      message: 'Network Error: connect ECONNREFUSED HOST (nothing listens there)',
      hint: 'Start the service, or check the host and port of the broker.',
    },
    {
      name: 'Kafka: the connection is closed without an answer',
      start: () => faultServer(sendAndClose(), { atOnce: true }),
      action: `kafka: listen\n  ${at}`,
      outcome: 'errored',
      message: 'Network Error: kafka://HOST closed the connection',
      hint: 'Check that a Kafka broker listens there. If it wants TLS, write tls://HOST.',
    },
    {
      name: 'Kafka: a server of HTTP',
      start: () => faultServer(send(`${ok}\r\n`), { atOnce: true }),
      action: `kafka: listen\n  ${at}`,
      outcome: 'errored',
      message: 'Network Error: kafka://HOST is no Kafka broker: its answer is not of that protocol',
      hint: 'Check the host and port of the broker: another service seems to listen there.',
    },
    {
      name: 'Kafka: an answer without end',
      start: () => faultServer(send(Buffer.of(0x7f, 0xff, 0xff, 0xff, 0, 0, 0, 0)), { atOnce: true }),
      action: `kafka: listen\n  ${at}`,
      outcome: 'errored',
      message: 'Network Error: kafka://HOST is no Kafka broker: its answer is not of that protocol',
      hint: 'Check the host and port of the broker: another service seems to listen there.',
    },
    {
      name: 'Kafka: a broker that takes only newer requests',
      start: () =>
        faultServer(socket => socket.once('data', () => socket.write(newerVersions)), { atOnce: true }),
      action: `kafka: listen\n  ${at}`,
      outcome: 'errored',
      message:
        'Network Error: kafka://HOST is too new: it takes Metadata requests (API 3) of versions 9 to 13, and apitest knows versions 4 to 6',
      hint: 'Look for a newer apitest, or ask a broker of an older version.',
    },
    {
      name: 'Kafka: no answer comes',
      start: () => faultServer(send(), { atOnce: true }),
      action: `kafka: listen\n  ${at}`,
      outcome: 'errored',
      message: 'Network Error: kafka://HOST did not answer within 400 ms (timeout)',
      hint: 'Check that a Kafka broker listens there.',
      timed: true,
    },
  ],
}

/** The faults between a step and a real broker. */
export const kafkaFaults: FaultGroup = {
  title: 'Kafka: a real broker',
  skip: kafka.missing,
  faults: [...refusals(), ...requests(), ...losses(), ...waits()],
}

function refusals(): readonly Fault[] {
  const listen = `kafka: listen\n  ${at}`
  return [
    {
      name: 'Kafka: a wrong password (SCRAM-SHA-512)',
      start: () => listener('scram'),
      action: `${listen}\n  ${login('scram-sha-512', 'no-such-secret')}`,
      outcome: 'errored',
      message:
        'Auth Error: kafka://HOST refused user "USER" with SCRAM-SHA-512 (58 SASL_AUTHENTICATION_FAILED)',
      hint: 'Check user name and password.',
    },
    {
      name: 'Kafka: a wrong password (SCRAM-SHA-256, over TLS)',
      start: () => listener('saslTls'),
      action: `kafka: listen\n  brokers: tls://HOST\n  topic: orders\n  tls: { ca: BROKERCA }\n  ${login('scram-sha-256', 'no-such-secret')}`,
      outcome: 'errored',
      message:
        'Auth Error: tls://HOST refused user "USER" with SCRAM-SHA-256 (58 SASL_AUTHENTICATION_FAILED)',
      hint: 'Check user name and password.',
    },
    {
      name: 'Kafka: a wrong password (PLAIN, over TLS)',
      start: () => listener('saslTls'),
      action: `kafka: listen\n  brokers: tls://HOST\n  topic: orders\n  tls: { ca: BROKERCA }\n  ${login('plain', 'no-such-secret')}`,
      outcome: 'errored',
      message: 'Auth Error: tls://HOST refused user "USER" with PLAIN (58 SASL_AUTHENTICATION_FAILED)',
      hint: 'Check user name and password.',
    },
    {
      name: 'Kafka: a mechanism that is not enabled',
      start: () => listener('scram'),
      action: `${listen}\n  ${login('plain', 'PASSWORD')}`,
      outcome: 'errored',
      message:
        'Auth Error: kafka://HOST does not take the SASL mechanism PLAIN (33 UNSUPPORTED_SASL_MECHANISM)',
      hint: 'It takes SCRAM-SHA-512.',
    },
    {
      name: 'Kafka: a login where there is none',
      start: () => listener('plain'),
      action: `${listen}\n  ${login('plain', 'PASSWORD')}`,
      outcome: 'errored',
      message: 'Auth Error: kafka://HOST takes no login (34 ILLEGAL_SASL_STATE)',
      hint: 'Leave `sasl` out, or use the port that wants a login.',
    },
    {
      name: 'Kafka: no login where there must be one',
      start: () => listener('scram'),
      action: listen,
      outcome: 'errored',
      message: 'Auth Error: kafka://HOST wants a login, by SCRAM-SHA-512',
      hint: 'Add `sasl`, with one of these mechanisms.',
    },
  ]
}

function requests(): readonly Fault[] {
  const publish = 'kafka: publish\n  brokers: HOST'
  return [
    {
      name: 'Kafka: a record for a topic that is not there',
      start: () => listener('plain'),
      action: `${publish}\n  topic: no-such-topic\n  text: x`,
      outcome: 'errored',
      message: 'Request Error: there is no topic "no-such-topic" on kafka://HOST',
      hint: 'Start what makes it, or check the name; apitest makes no topics.',
    },
    {
      name: 'Kafka: a record for a partition that is not there',
      start: () => withTopic(),
      action: `${publish}\n  topic: TOPIC\n  partition: 7\n  text: x`,
      outcome: 'errored',
      message: 'Request Error: topic "TOPIC" has no partition 7',
      hint: 'It has 1, counted from 0.',
    },
    {
      name: 'Kafka: a wait for records of a topic that is not there',
      start: () => listener('plain'),
      before: '- kafka: listen\n  brokers: HOST\n  topic: no-such-topic',
      action: 'collect: no-such-topic',
      outcome: 'errored',
      message: 'Request Error: there is no topic "no-such-topic" on kafka://HOST',
      hint: 'Start what makes it, or check the name; apitest makes no topics.',
      timed: true,
      keepsConnection: true,
    },
  ]
}

function losses(): readonly Fault[] {
  return [
    {
      name: 'Kafka: the broker is lost while a step waits 1.5 s',
      start: () => withTopic(true),
      before: `${listening}\n- request: GET SWITCH/soon`,
      action: 'collect: orders',
      step: 'timeout: 1500ms',
      outcome: 'errored',
      message: 'Network Error: nothing comes from the broker now: REASON',
      hint: 'Once the broker is back, reading goes on where it stood.',
      timed: true,
      keepsConnection: true,
    },
    {
      name: 'Kafka: the broker is away while a step wants no record to come',
      start: () => withTopic(true),
      before: `${listening}\n- request: GET SWITCH/cut`,
      action: 'collect: orders',
      step: 'none: true',
      outcome: 'errored',
      message: 'Network Error: nothing comes from the broker now: REASON',
      hint: 'Once the broker is back, reading goes on where it stood.',
      timed: true,
      keepsConnection: true,
    },
    {
      name: 'Kafka: the broker is back before the time is over, and nothing was missed',
      start: () => withTopic(true),
      before: `${listening}\n- request: GET SWITCH/blink\n- kafka: publish\n  brokers: HOST\n  topic: TOPIC\n  text: meanwhile`,
      action: 'collect: orders',
      step: 'expect: { text: meanwhile }',
      outcome: 'passed',
    },
  ]
}

function waits(): readonly Fault[] {
  return [
    {
      name: 'Kafka: nothing comes that is awaited',
      start: () => withTopic(true),
      before: `${listening}\n- kafka: publish\n  brokers: HOST\n  topic: TOPIC\n  text: other`,
      action: 'collect: orders',
      step: 'expect: { text: awaited }',
      outcome: 'failed',
      message:
        'messages: Expected 1 with body-text equals awaited within 400 ms, got none of 1 message (the last other one: body-text: Expected equals awaited, got other); partition 0 from 0 to 1',
      timed: true,
      keepsConnection: true,
    },
  ]
}

/** A listener of the broker, with words for a login and the authority that signed its certificate. */
function listener(name: 'plain' | 'scram' | 'saslTls' | 'mutualTls'): Promise<FaultServer> {
  const { listeners, username, password, certificates } = kafka.service()
  return place(listeners[name], { USER: username, PASSWORD: password, BROKERCA: certificates.authority })
}

/** The broker with a topic of its own, and a way to it that can be cut when it is `cuttable`. */
async function withTopic(cuttable = false): Promise<FaultServer> {
  const { plain } = kafka.service().listeners
  const TOPIC = await makeTopic(kafkaClient(plain))
  return cuttable ? await wayTo(plain, { TOPIC }) : await place(plain, { TOPIC })
}
