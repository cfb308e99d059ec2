import type { JsonObject } from '../../model/json.ts'
import { scopeKeys } from '../input-keys.ts'
import {
  byHand,
  fileName,
  flag,
  list,
  object,
  optional,
  published,
  text,
  type ValueOf,
  whole,
} from '../schema.ts'

/** How mocks are started that run on their own. */
export const startInput = object({
  files: optional(
    list(
      fileName('read', 'A path'),
      'Suites whose mocks are to run, or OpenAPI and Swagger documents: a mock for each, by the name of its file',
    ),
  ),
  routes: optional(
    list(
      published<JsonObject>(
        'suite.schema.json#/definitions/mock-route',
        'A route, as a mock of a suite has it: { route: GET /a, answer: { json: { id: 1 } } }',
      ),
      'Routes of one mock, called mock unless `name` is given; with one document among the files they answer first',
    ),
  ),
  name: optional(text('Name of the mock, where that of the file is not wanted; for one mock only')),
  port: optional(whole('Port it listens on; any that is free (default). For one mock only', 1)),
  host: optional(text('Address it listens on; 127.0.0.1 (default), 0.0.0.0 exposes it to the network')),
  proxy: optional(
    text(
      'URL of a server that is asked what no route and no description answers; the mock needs no file then',
    ),
  ),
  cors: optional(flag('Let pages of all origins call it, as `cors` of a mock does')),
  record: optional(
    fileName(
      'write',
      'Suite to write, which replays what the server behind the proxy answered; it must not be there yet',
    ),
  ),
  watch: optional(flag('Answer by the files as they are after a change; a broken one leaves all as it was')),
  idle: optional(
    text(
      'Time without a call after which it ends by itself, such as 10m; 1h (default), never in the foreground',
    ),
  ),
  foreground: byHand(optional(flag('Stay until interrupted, instead of leaving a process behind'))),
  ...scopeKeys,
})

export type StartInput = ValueOf<typeof startInput>
