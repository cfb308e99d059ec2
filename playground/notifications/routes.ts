import type { FastifyInstance } from 'fastify'
import { notificationKinds } from '../data/records.ts'
import { seedNotification } from '../data/seed-notifications.ts'
import { jsonAnswer, listOf, toList, type Schema } from '../http/answers.ts'
import { instantSchema } from '../http/shared-schemas.ts'
import type { PlaygroundState } from '../state.ts'

/** A notification; the endpoint is read only, so `read` never changes. */
export const notificationSchema: Schema = {
  $id: 'Notification',
  type: 'object',
  required: ['id', 'userId', 'kind', 'title', 'message', 'read', 'createdAt'],
  properties: {
    id: { type: 'integer', minimum: 1 },
    userId: { type: 'integer', minimum: 1, description: 'Whom it is for.' },
    kind: { type: 'string', enum: notificationKinds },
    title: { type: 'string' },
    message: { type: 'string' },
    read: { type: 'boolean' },
    createdAt: instantSchema,
  },
}

/** `GET /api/notifications`: those of all users, not only of the caller. */
export function addNotificationRoutes(app: FastifyInstance, state: PlaygroundState): void {
  app.get('/api/notifications', { schema: listNotifications }, () => toList(state.shop.notifications))
}

const listNotifications = {
  operationId: 'listNotifications',
  tags: ['Notifications'],
  summary: 'List notifications',
  response: {
    200: jsonAnswer(
      'All notifications.',
      listOf('Notification'),
      toList([seedNotification(1), seedNotification(2)]),
    ),
  },
}
