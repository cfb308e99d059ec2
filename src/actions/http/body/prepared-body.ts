import { previewLimit, type BodyPreview } from '../../../model/exchange.ts'
import type { WireBody } from '../engine/wire.ts'

/** A request body ready to be sent. */
export interface PreparedBody {
  readonly wire: WireBody
  /** Sent unless the step has a content-type header of its own. */
  readonly contentType: string
  readonly preview: BodyPreview
}

/** A body whose preview is its own text. */
export function textBody(text: string, contentType: string, bytes: Buffer = Buffer.from(text)): PreparedBody {
  const truncated = text.length > previewLimit
  return {
    wire: bytes,
    contentType,
    preview: { text: truncated ? text.slice(0, previewLimit) : text, size: bytes.length, truncated },
  }
}
