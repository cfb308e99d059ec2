import type { FastifyInstance } from 'fastify'
import { jsonAnswer, problemAnswers } from '../http/answers.ts'
import { sendInvalid } from '../http/handle-errors.ts'
import { sendProblem } from '../http/problem.ts'
import { countries, type Place } from './places.ts'

interface CascadeQuery {
  readonly country?: string
  readonly state?: string
}

/** `GET /forms/cascade`: one endpoint for the three dropdowns, each asked for with the values chosen before it. */
export function addFormRoutes(app: FastifyInstance): void {
  app.get<{ Querystring: CascadeQuery }>('/forms/cascade', { schema: getCascade }, (request, reply) => {
    const { country, state } = request.query
    if (country === undefined)
      return state === undefined
        ? dropdown('countries', countries)
        : sendInvalid(reply, [{ parameter: 'country', message: 'is required with state' }])
    const states = find(countries, country)
    if (states === undefined) return sendProblem(reply, unknownPlace('country', country))
    if (state === undefined) return dropdown('states', states)
    const cities = find(states, state)
    return cities === undefined
      ? sendProblem(reply, unknownPlace('state', state))
      : dropdown('cities', cities)
  })
}

function find(places: readonly Place[], value: string): readonly Place[] | undefined {
  return places.find(place => place.value === value.toLowerCase())?.places
}

function dropdown(level: string, places: readonly Place[]) {
  return { level, options: places.map(({ value, label }) => ({ value, label })) }
}

function unknownPlace(kind: string, value: string) {
  return {
    status: 404,
    code: `unknown-${kind}`,
    title: `Unknown ${kind}`,
    detail: `There is no ${kind} "${value}".`,
  }
}

const getCascade = {
  operationId: 'getCascade',
  tags: ['Forms'],
  summary: 'Cascading dropdown data',
  description:
    'Without parameters the countries, with a country its states, with both the cities of the state.',
  querystring: {
    type: 'object',
    properties: {
      country: { type: 'string', description: 'Value of a country.', examples: ['de'] },
      state: { type: 'string', description: 'Value of a state of that country.', examples: ['by'] },
    },
  },
  response: {
    200: jsonAnswer(
      'The options of the next dropdown.',
      {
        type: 'object',
        required: ['level', 'options'],
        properties: {
          level: { type: 'string', enum: ['countries', 'states', 'cities'] },
          options: {
            type: 'array',
            items: {
              type: 'object',
              required: ['value', 'label'],
              properties: {
                value: { type: 'string', description: 'For the next request.' },
                label: { type: 'string', description: 'For the reader.' },
              },
            },
          },
        },
      },
      dropdown('countries', countries),
    ),
    ...problemAnswers({ 400: 'state came without country.', 404: 'There is no such country or state.' }),
  },
}
