import type { BodyPreview, BodySource } from '../../../model/exchange.ts'
import { previewOf } from '../../body/preview.ts'
import type { WireBody } from '../engine/wire.ts'

/** A request body ready to be sent. */
export interface PreparedBody {
  readonly wire: WireBody
  /** Sent unless the step has a content-type header of its own. */
  readonly contentType: string
  readonly preview: BodyPreview
  /** See `RequestRecord`. */
  readonly source?: BodySource
}

/** A body whose preview is its own text. */
export function textBody(text: string, contentType: string, bytes: Buffer = Buffer.from(text)): PreparedBody {
  return { wire: bytes, contentType, preview: previewOf(text, bytes.length) }
}
