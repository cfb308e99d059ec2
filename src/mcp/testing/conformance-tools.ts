import {
  acceptedContent,
  type CallToolResult,
  type ElicitRequestFormParams,
  inputRequired,
  type InputRequests,
  type InputRequiredResult,
  type ServerEvent,
  type Tool,
} from '@modelcontextprotocol/server'
import { setTimeout } from 'node:timers/promises'
import type { JsonObject } from '../../util/json-value.ts'
import { text } from '../../util/read-values.ts'
import type { CallContext, Question } from '../tool-server.ts'
import type { SignedState } from './signed-state.ts'

/** Tool that the conformance scenarios expect. */
export interface FixtureTool {
  readonly description: string
  readonly inputSchema?: Tool['inputSchema']
  call(
    input: JsonObject,
    context: CallContext,
  ):
    | CallToolResult
    | InputRequiredResult
    | Question
    | Promise<CallToolResult | InputRequiredResult | Question>
}

/** A pixel as PNG, and a moment of silence as WAV. */
export const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg=='
const silence = 'UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAA='

type Properties = ElicitRequestFormParams['requestedSchema']['properties']

/** The tools that the scenarios call, by their names. */
export function fixtureTools(
  state: SignedState,
  publish: (event: ServerEvent) => void,
): Readonly<Record<string, FixtureTool>> {
  return {
    ...contentTools,
    ...askingTools,
    ...statefulTools(state),
    test_trigger_tool_change: {
      description: 'Tells that the tools have changed',
      call: () => {
        publish({ kind: 'tools_list_changed' })
        return said('told')
      },
    },
    test_trigger_prompt_change: {
      description: 'Tells that the prompts have changed',
      call: () => {
        publish({ kind: 'prompts_list_changed' })
        return said('told')
      },
    },
  }
}

const contentTools: Readonly<Record<string, FixtureTool>> = {
  test_simple_text: {
    description: 'Answers with a text',
    call: () => said('This is a simple text response for testing.'),
  },
  test_image_content: {
    description: 'Answers with an image',
    call: () => ({ content: [{ type: 'image', data: pixel, mimeType: 'image/png' }] }),
  },
  test_audio_content: {
    description: 'Answers with a sound',
    call: () => ({ content: [{ type: 'audio', data: silence, mimeType: 'audio/wav' }] }),
  },
  test_embedded_resource: {
    description: 'Answers with a resource',
    call: () => ({
      content: [
        {
          type: 'resource',
          resource: {
            uri: 'test://embedded-resource',
            mimeType: 'text/plain',
            text: 'This is an embedded resource content.',
          },
        },
      ],
    }),
  },
  test_multiple_content_types: {
    description: 'Answers with a text, an image and a resource',
    call: () => ({
      content: [
        { type: 'text', text: 'Multiple content types test:' },
        { type: 'image', data: pixel, mimeType: 'image/png' },
        {
          type: 'resource',
          resource: {
            uri: 'test://mixed-content-resource',
            mimeType: 'application/json',
            text: JSON.stringify({ test: 'data', value: 123 }),
          },
        },
      ],
    }),
  },
  test_error_handling: {
    description: 'Goes wrong',
    call: () => {
      throw new Error('This tool intentionally returns an error for testing')
    },
  },
  test_tool_with_logging: {
    description: 'Logs three lines',
    call: async (_, { request }) => {
      for (const line of ['Tool execution started', 'Tool processing data', 'Tool execution completed']) {
        // oxlint-disable-next-line typescript/no-deprecated -- clients of 2025 know it.
        await request.log('info', line)
        await setTimeout(50)
      }
      return said('logged')
    },
  },
  test_logging_tool: {
    description: 'Logs a line for who asks for it',
    call: async (_, { request }) => {
      // oxlint-disable-next-line typescript/no-deprecated -- that nothing comes of it is what is tested.
      await request.log('info', 'logged')
      return said('logged')
    },
  },
  test_tool_with_progress: {
    description: 'Tells three times how far it is',
    call: async (_, { progress }) => {
      for (const step of [1, 2, 3]) {
        progress(`step ${step} of 3`)
        await setTimeout(50)
      }
      return said('done')
    },
  },
  test_streaming_elicitation: {
    description: 'Answers with nothing but its result',
    call: () => said('done'),
  },
  json_schema_2020_12_tool: {
    description: 'Takes what a schema with most keywords allows',
    inputSchema: {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      $defs: {
        address: {
          $anchor: 'addressDef',
          type: 'object',
          properties: { street: { type: 'string' }, city: { type: 'string' } },
        },
      },
      properties: {
        name: { type: 'string' },
        address: { $ref: '#/$defs/address' },
        contactMethod: { type: 'string', enum: ['phone', 'email'] },
        phone: { type: 'string' },
        email: { type: 'string' },
      },
      allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
      if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
      // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema.
      then: { required: ['phone'] },
      else: { required: ['email'] },
      additionalProperties: false,
    },
    call: input => said(JSON.stringify(input)),
  },
}

/** The requests that they make of clients, by the kind of the question. */
const requests = {
  user_name: asks('What is your name?', { name: { type: 'string' } }),
  greeting: completion('Generate a greeting'),
  client_roots: inputRequired.listRoots(),
}

const askingTools: Readonly<Record<string, FixtureTool>> = {
  test_sampling: {
    description: 'Asks a model',
    inputSchema: { type: 'object', properties: { prompt: { type: 'string' } }, required: ['prompt'] },
    call: ({ prompt }, context) => once(context, { answer: completion(text(prompt) ?? '') }),
  },
  test_missing_capability: {
    description: 'Asks a model, whether there is one or not',
    call: (_, context) => once(context, { answer: completion('Reply with the single word: pong') }),
  },
  test_elicitation_sep1034_defaults: {
    description: 'Asks with answers that are usual',
    call: (_, context) =>
      once(context, {
        answer: asks('Is this right?', {
          name: { type: 'string', default: 'John Doe' },
          age: { type: 'integer', default: 30 },
          score: { type: 'number', default: 95.5 },
          status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
          verified: { type: 'boolean', default: true },
        }),
      }),
  },
  test_elicitation_sep1330_enums: {
    description: 'Asks for choices',
    call: (_, context) => once(context, { answer: asks('Which?', choices) }),
  },
  test_input_required_result_elicitation: {
    description: 'Asks for a name until it has one',
    call: (_, context) => {
      const { name } = acceptedContent<{ name?: unknown }>(context.request.inputResponses, 'user_name') ?? {}
      return typeof name === 'string'
        ? said(`Hello, ${name}!`)
        : inputRequired({ inputRequests: { user_name: requests.user_name } })
    },
  },
  test_input_required_result_sampling: {
    description: 'Asks a model',
    call: (_, context) => once(context, { capital_question: completion('What is the capital of France?') }),
  },
  test_input_required_result_list_roots: {
    description: 'Asks for the roots',
    call: (_, context) => once(context, { client_roots: requests.client_roots }),
  },
  test_input_required_result_capabilities: {
    description: 'Asks only for what the client says it can do',
    call: (_, { capabilities: can, request: { inputResponses } }) => {
      const inputRequests: InputRequests = {
        ...('elicitation' in can ? { user_name: requests.user_name } : {}),
        ...('sampling' in can ? { greeting: requests.greeting } : {}),
        ...('roots' in can ? { client_roots: requests.client_roots } : {}),
      }
      return inputResponses !== undefined || Object.keys(inputRequests).length === 0
        ? said('done')
        : inputRequired({ inputRequests })
    },
  },
}

function statefulTools(state: SignedState): Readonly<Record<string, FixtureTool>> {
  const confirm: FixtureTool = {
    description: 'Asks with a state that has to come back',
    call: (_, { state: given, request: { inputResponses } }) =>
      given !== undefined && acceptedContent(inputResponses, 'confirm') !== undefined
        ? said('state-ok, integrity-ok')
        : inputRequired({
            inputRequests: { confirm: asks('Please confirm', { ok: { type: 'boolean' } }) },
            requestState: state.sign('confirm'),
          }),
  }
  return {
    // Our own question, of which clients of 2025 are asked by a request, and those of 2026 by an answer.
    test_elicitation: {
      description: 'Asks whether it may',
      inputSchema: { type: 'object', properties: { message: { type: 'string' } }, required: ['message'] },
      call: ({ message }, { answer }) =>
        answer === undefined
          ? { question: text(message) ?? '', state: state.sign('asked') }
          : said(JSON.stringify(answer)),
    },
    test_input_required_result_request_state: confirm,
    test_input_required_result_tampered_state: confirm,
    test_input_required_result_multiple_inputs: {
      description: 'Asks for three things at once',
      call: (_, { request: { inputResponses = {} } }) =>
        Object.keys(requests).every(name => inputResponses[name] !== undefined)
          ? said('done')
          : inputRequired({ inputRequests: requests, requestState: state.sign('several') }),
    },
    test_input_required_result_multi_round: {
      description: 'Asks twice',
      call: (_, { state: given }) => {
        const round = typeof given === 'string' ? Number(state.read(given)) : 0
        const questions = [
          { step1: asks('Step 1: What is your name?', { name: { type: 'string' } }) },
          { step2: asks('Step 2: What is your favorite color?', { color: { type: 'string' } }) },
        ]
        const inputRequests = questions[round]
        return inputRequests === undefined
          ? said('done')
          : inputRequired({ inputRequests, requestState: state.sign(String(round + 1)) })
      },
    },
  }
}

const choices: Properties = {
  untitledSingle: { type: 'string', enum: ['option1', 'option2', 'option3'] },
  titledSingle: {
    type: 'string',
    oneOf: [
      { const: 'value1', title: 'First Option' },
      { const: 'value2', title: 'Second Option' },
      { const: 'value3', title: 'Third Option' },
    ],
  },
  legacyEnum: {
    type: 'string',
    enum: ['opt1', 'opt2', 'opt3'],
    enumNames: ['Option One', 'Option Two', 'Option Three'],
  },
  untitledMulti: { type: 'array', items: { type: 'string', enum: ['option1', 'option2', 'option3'] } },
  titledMulti: {
    type: 'array',
    items: {
      anyOf: [
        { const: 'value1', title: 'First Choice' },
        { const: 'value2', title: 'Second Choice' },
        { const: 'value3', title: 'Third Choice' },
      ],
    },
  },
}

function said(words: string): CallToolResult {
  return { content: [{ type: 'text', text: words }] }
}

/** Asks, and then answers with what came. */
function once(
  { request: { inputResponses } }: CallContext,
  inputRequests: InputRequests,
): CallToolResult | InputRequiredResult {
  const isAnswered = Object.keys(inputRequests).every(name => inputResponses?.[name] !== undefined)
  return isAnswered ? said(JSON.stringify(inputResponses)) : inputRequired({ inputRequests })
}

/** A question with a form, whose fields all have to be filled. */
export function asks(message: string, properties: Properties): InputRequests[string] {
  return inputRequired.elicit({
    message,
    requestedSchema: { type: 'object', properties, required: Object.keys(properties) },
  })
}

function completion(words: string): InputRequests[string] {
  return inputRequired.createMessage({
    messages: [{ role: 'user', content: { type: 'text', text: words } }],
    maxTokens: 100,
  })
}
