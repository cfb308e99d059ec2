import { gzipSync } from 'node:zlib'

/** 16 MiB of zeros in 16 kB; members of a gzip file may follow each other (RFC 1952 section 2.2). */
export const bombMember = gzipSync(Buffer.alloc(16 * 1024 * 1024))

/** 256 MiB of zeros. */
export const bombMembers = Array.from({ length: 16 }, () => bombMember)
