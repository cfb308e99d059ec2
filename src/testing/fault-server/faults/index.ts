import type { FaultGroup } from '../fault.ts'
import { amqpFaults, amqpStrangerFaults } from './amqp.ts'
import { connectionFaults } from './connection.ts'
import { contentFaults } from './content.ts'
import { endlessFaults } from './endless.ts'
import { eventStreamFaults } from './event-stream.ts'
import { framingFaults } from './framing.ts'
import { grpcAnswerFaults, grpcConnectionFaults } from './grpc.ts'
import { http2Faults } from './http2.ts'
import { kafkaFaults, kafkaStrangerFaults } from './kafka.ts'
import { otherTlsFaults } from './peers-tls.ts'
import { proxyFaults, secureProxyFaults } from './proxies.ts'
import { redirectFaults } from './redirects.ts'
import { slowFaults } from './slow.ts'
import { tlsFaults } from './tls.ts'
import { handshakeFaults, webSocketFaults } from './web-socket.ts'

/** The fault table: everything that may go wrong outside, and what a step makes of it. */
export const faultGroups: readonly FaultGroup[] = [
  connectionFaults,
  framingFaults,
  slowFaults,
  endlessFaults,
  contentFaults,
  redirectFaults,
  tlsFaults,
  proxyFaults,
  secureProxyFaults,
  http2Faults,
  handshakeFaults,
  webSocketFaults,
  eventStreamFaults,
  grpcConnectionFaults,
  grpcAnswerFaults,
  kafkaStrangerFaults,
  kafkaFaults,
  amqpStrangerFaults,
  amqpFaults,
  otherTlsFaults,
]
