/** How a protocol speaks of the address of a server, in hints. */
export interface Terms {
  /** The setting that holds host and port: `URL`. */
  readonly address: string
  /** The address of a place with TLS. */
  readonly secure: (place: string) => string
  /** Advice where a server may speak TLS and was asked without it. */
  readonly withTls: (place: string) => string
  /** Advice where a server may speak no TLS and was asked with it. */
  readonly withoutTls: (place: string) => string
}

/** The words of a protocol whose schemes are told apart by an s. */
export function termsWith(scheme: string, address = 'URL', plain = 'plain HTTP'): Terms {
  const secure = (place: string): string => `${scheme}s://${place}`
  return {
    address,
    secure,
    withTls: place => `If the server speaks TLS there, use ${secure(place)}.`,
    withoutTls: place => `If it speaks ${plain} there, use ${scheme}://${place}.`,
  }
}

export const termsOfHttp = termsWith('http')
