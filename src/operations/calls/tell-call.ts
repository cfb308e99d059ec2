import { answerBody, answerEndLines, answerHead, judgementLines } from '../../report/terminal/answer-lines.ts'
import { explanationLines } from '../../report/terminal/explanation-lines.ts'
import { palette } from '../../report/terminal/palette.ts'
import { transcriptLines } from '../../report/terminal/transcript-lines.ts'
import { isBinary } from '../../report/text/body-lines.ts'
import { formatSize } from '../../util/quantity.ts'
import type { CallAnswer } from './perform-call.ts'

const colors = palette(false)

/** Tells a call in readable lines: the request, the response, and how that was judged. */
export function tellCall({ result, body, explanation, problems }: CallAnswer): readonly string[] {
  const warnings = problems.map(({ severity, message }) => `${severity}: ${message}`)
  if (result === undefined) return warnings
  const { exchange } = result
  const size = body?.bytes.length ?? 0
  const shown =
    body === undefined || size === 0
      ? []
      : [
          '',
          isBinary(body.text) ? `(${formatSize(size)} that are not text)` : answerBody(body.text, colors),
          '',
        ]
  return [
    `${result.outcome}: ${exchange?.request.summary ?? result.name}`,
    ...answerHead(exchange, colors),
    ...shown,
    ...answerEndLines(exchange, colors),
    ...transcriptLines(exchange?.transcript, { colors, everything: false }),
    ...judgementLines(result, colors),
    ...explanationLines(explanation, result, colors),
    ...warnings,
  ]
}
