import type { CheckedOperation, ContractCheck, RuleCheck } from '../../model/contract-check.ts'
import type { Secrets } from '../../secrets/index.ts'
import { defined } from '../../util/defined.ts'

/**
 * A report without secrets. Only what came from requests and answers is masked: a secret `users` must not change a path.
 */
export function maskCheck(check: ContractCheck, secrets: Secrets): ContractCheck {
  return {
    ...check,
    baseUrl: secrets.mask(check.baseUrl.replace(/\/\/[^/@]*@/, '//***@')),
    operations: check.operations.map(operation => maskOperation(operation, secrets)),
  }
}

function maskOperation(operation: CheckedOperation, secrets: Secrets): CheckedOperation {
  const { reason, hint, checks, parameters, negative } = operation
  const maskRule = (rule: RuleCheck): RuleCheck => {
    const { findings, reason: why } = rule
    return { ...rule, ...secrets.maskDeep(defined({ findings, reason: why })) }
  }
  return {
    ...operation,
    ...secrets.maskDeep(defined({ reason, hint })),
    ...(parameters === undefined
      ? {}
      : {
          parameters: parameters.map(one => ({
            ...one,
            ...secrets.maskDeep(defined({ reason: one.reason })),
          })),
        }),
    ...(negative === undefined
      ? {}
      : {
          negative: negative.map(one => ({
            ...one,
            ...secrets.maskDeep(defined({ sent: one.sent, reason: one.reason })),
          })),
        }),
    ...(checks === undefined
      ? {}
      : {
          checks: {
            status: maskRule(checks.status),
            contentType: maskRule(checks.contentType),
            body: maskRule(checks.body),
            headers: maskRule(checks.headers),
            request: maskRule(checks.request),
          },
        }),
  }
}
