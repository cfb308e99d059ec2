import { Metadata } from '@grpc/grpc-js'
import type { HeaderList } from '../../../model/exchange.ts'

/** Metadata as header lines; binary values (`-bin`) as base64. */
export function headerLines(metadata: Metadata): HeaderList {
  return Object.keys(metadata.toHttp2Headers()).flatMap(name =>
    metadata
      .get(name)
      .map(value => [name, typeof value === 'string' ? value : value.toString('base64')] as const),
  )
}

/** Header lines as metadata; the values of `-bin` lines are base64. They have been checked. */
export function metadataOf(lines: HeaderList): Metadata {
  const metadata = new Metadata()
  for (const [name, value] of lines)
    metadata.add(name, name.endsWith('-bin') ? Buffer.from(value, 'base64') : value)
  return metadata
}
