import { previewLimit, type BodyPreview } from '../../model/exchange.ts'

/** The beginning of a text that is sent, for reports. `size` is that of all its bytes. */
export function previewOf(text: string, size: number): BodyPreview {
  const truncated = text.length > previewLimit
  return { text: truncated ? text.slice(0, previewLimit) : text, size, truncated }
}
