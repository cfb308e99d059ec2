import type { MessageProperties, Options } from 'amqplib'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import { isObject } from '../../util/is-json.ts'
import { valueText } from '../../util/value-text.ts'
import { prepared, type Prepared, unfit } from '../failure.ts'

/** The library's name of each property (AMQP 0-9-1, section 4.2.6.1), and of what type it is. */
const known = {
  'content-type': ['contentType', 'text'],
  'content-encoding': ['contentEncoding', 'text'],
  'correlation-id': ['correlationId', 'text'],
  'reply-to': ['replyTo', 'text'],
  'message-id': ['messageId', 'text'],
  type: ['type', 'text'],
  'app-id': ['appId', 'text'],
  expiration: ['expiration', 'text'],
  priority: ['priority', 'number'],
  timestamp: ['timestamp', 'number'],
} as const

/** The properties of a message that came, under their names in the suite language. */
export function propertiesOf(properties: MessageProperties): JsonObject {
  const entries: Record<string, JsonValue> = {}
  for (const [name, [key]] of Object.entries(known)) {
    const value: unknown = properties[key]
    if (typeof value === 'string' || typeof value === 'number') entries[name] = value
  }
  if (properties.deliveryMode === 2) entries['persistent'] = true
  return entries
}

/** Reads `properties` of a step that publishes, into the words of the library. */
export function readProperties(given: JsonValue | undefined): Prepared<Options.Publish> {
  if (given === undefined) return prepared({})
  if (!isObject(given)) return unfit('properties must be a mapping')
  const options: Record<string, JsonValue> = {}
  for (const [name, value] of Object.entries(given)) {
    if (name === 'persistent') {
      options['persistent'] = value === true || value === 'true'
      continue
    }
    const property = Object.hasOwn(known, name) ? known[name as keyof typeof known] : undefined
    if (property === undefined)
      return unfit(
        `a message has no property "${name}"`,
        `Properties are ${[...Object.keys(known), 'persistent'].join(', ')}; all else goes into headers.`,
      )
    const [key, type] = property
    if (type === 'number' && !Number.isInteger(Number(value)))
      return unfit(`the property ${name} must be a whole number`)
    options[key] = type === 'number' ? Number(value) : valueText(value)
  }
  return prepared(options as Options.Publish)
}
