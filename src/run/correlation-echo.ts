import type { Exchange } from '../model/exchange.ts'
import type { ValidationResult } from '../model/result.ts'
import type { Span } from '../model/span.ts'

/** Whether the correlation id came back, where that was asked for (mission, Correlation). */
export function judgeEcho({ echo, response }: Exchange, span: Span): readonly ValidationResult[] {
  if (echo === undefined) return []
  const [name, sent] = echo
  const returned = response.headers.filter(([header]) => header.toLowerCase() === name)
  const passed = returned.some(([, value]) => value === sent)
  const got = returned[0]?.[1] ?? 'nothing'
  const message = `header ${name}: Expected equals ${sent}, got ${got}: the correlation id was lost at this hop`
  return [
    {
      subject: `header ${name}`,
      operator: 'equals',
      expected: sent,
      passed,
      messages: passed ? [] : [message],
      span,
    },
  ]
}
