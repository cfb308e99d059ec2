import type { ApiDescription, Operation } from '../../api-description/api-description.ts'
import type { RuleResult } from '../../model/contract.ts'
import type { Exchange, RequestRecord } from '../../model/exchange.ts'
import type { SchemaReader } from '../../validations/answer/schema-reader.ts'
import { checkExchange } from '../conformance/check-exchange.ts'
import { type FoundOperation, OperationFinder } from '../../api-requests/matching/find-operation.ts'
import type { OperationCall } from './build-call.ts'

/** Checks the exchange of a call by the five rules. */
export function checkCall(
  call: OperationCall,
  exchange: Exchange,
  description: ApiDescription,
  baseUrl: string,
  schemas: SchemaReader,
): readonly RuleResult[] {
  const request = firstRequest(exchange)
  const found = foundBy(call.operation, request, description, baseUrl)
  return checkExchange(found, { ...exchange, request }, schemas)
}

/** The request as it was first sent: redirects may have changed where it went. */
function firstRequest({ request, redirects }: Exchange): RequestRecord {
  const [first] = redirects ?? []
  return first === undefined ? request : { ...request, method: first.method, url: first.url }
}

/** The values in the path, read by this operation alone. */
function foundBy(
  operation: Operation,
  { method = '', url = '' }: RequestRecord,
  description: ApiDescription,
  baseUrl: string,
): FoundOperation {
  // A path may hold a query or a fragment, which belong to no path of a request.
  const path = operation.path.replace(/[?#].*$/, '')
  const finder = new OperationFinder(
    { servers: description.servers, operations: [{ ...operation, path }], broken: [] },
    baseUrl,
  )
  const found = finder.find(method, url)
  return { operation, pathValues: found.kind === 'operation' ? found.pathValues : new Map() }
}
