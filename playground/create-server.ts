import { fastify, type FastifyInstance } from 'fastify'
import { addAccountRoutes } from './account/account-routes.ts'
import { addOAuthRoutes } from './account/oauth-routes.ts'
import { addTokenRoutes } from './account/token-routes.ts'
import { addAjaxRoutes } from './ajax/routes.ts'
import { addCategoryRoutes, categorySchema } from './categories/routes.ts'
import { addExplorer } from './explorer/routes.ts'
import { addDownloadRoute } from './files/download.ts'
import { uploadedFileSchema } from './files/schema.ts'
import { addUploadRoutes } from './files/upload.ts'
import { addRealTimeRoutes } from './feed/routes.ts'
import { addFormRoutes } from './forms/routes.ts'
import { addGraphqlRoutes } from './graphql/routes.ts'
import { addHealthRoutes } from './health/routes.ts'
import { addHomePage } from './home/routes.ts'
import { answerOtherMethods } from './http/answer-other-methods.ts'
import { addCommonHeaders, sendCommonHeaders } from './http/common-headers.ts'
import { sendEntityTags } from './http/entity-tags.ts'
import { answerUnreadable } from './http/answer-unreadable.ts'
import { answerError, handleErrors } from './http/handle-errors.ts'
import { listMetaSchema, orderItemSchema, problemSchema } from './http/shared-schemas.ts'
import { validateRequests } from './http/validate-requests.ts'
import { addNotificationRoutes, notificationSchema } from './notifications/routes.ts'
import { describeRoutes } from './openapi/document.ts'
import { addOpenApiRoutes } from './openapi/routes.ts'
import { addOrderRoutes } from './orders/routes.ts'
import { orderSchema } from './orders/schema.ts'
import { addProductRoutes } from './products/routes.ts'
import { productSchema } from './products/schema.ts'
import { addShopRoutes } from './shop/routes.ts'
import { cartSchema } from './shop/schema.ts'
import { createState, type PlaygroundState } from './state.ts'
import { addTableRoutes } from './tables/routes.ts'
import { addUserRoutes } from './users/routes.ts'
import { userSchema } from './users/schema.ts'

/** A request body may have so many bytes. */
const bodyLimit = 1024 * 1024

/** A playground of that state, not listening yet. */
export async function createServer(state: PlaygroundState = createState()): Promise<FastifyInstance> {
  const app = fastify({
    logger: false,
    bodyLimit,
    forceCloseConnections: true,
    clientErrorHandler: answerUnreadable,
    frameworkErrors: (error, request, reply) => {
      addCommonHeaders(request, reply)
      answerError(error, reply)
    },
  })
  app.removeContentTypeParser('text/plain')
  sendCommonHeaders(app)
  sendEntityTags(app)
  handleErrors(app)
  validateRequests(app)
  // Compiling a serializer per answer takes most of the start; the tests judge the answers by their schemas instead.
  app.setSerializerCompiler(() => answer => JSON.stringify(answer))
  for (const schema of sharedSchemas) app.addSchema(schema)
  await describeRoutes(app)
  const answerTheOtherMethods = answerOtherMethods(app)
  addRoutes(app, state)
  await app.after()
  answerTheOtherMethods()
  await addExplorer(app)
  return app
}

const sharedSchemas = [
  problemSchema,
  listMetaSchema,
  orderItemSchema,
  userSchema,
  productSchema,
  orderSchema,
  categorySchema,
  notificationSchema,
  uploadedFileSchema,
  cartSchema,
]

function addRoutes(app: FastifyInstance, state: PlaygroundState): void {
  addHealthRoutes(app, state)
  addUserRoutes(app, state)
  addProductRoutes(app, state)
  addOrderRoutes(app, state)
  addCategoryRoutes(app, state)
  addNotificationRoutes(app, state)
  addAjaxRoutes(app)
  addTableRoutes(app, state)
  addFormRoutes(app)
  addUploadRoutes(app, state)
  addDownloadRoute(app)
  addShopRoutes(app, state)
  addTokenRoutes(app, state)
  addOAuthRoutes(app, state)
  addAccountRoutes(app, state)
  addGraphqlRoutes(app, state)
  addRealTimeRoutes(app, state)
  addOpenApiRoutes(app)
  addHomePage(app)
}
