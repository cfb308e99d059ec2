// The baseline for a run of a suite: the same requests, one after the other, with the HTTP library apitest uses.
import { readFileSync } from 'node:fs'
import { Pool } from 'undici'

const [origin, count, authority] = process.argv.slice(2)
const trust = authority === undefined ? {} : { connect: { ca: readFileSync(authority) } }
const pool = new Pool(origin, { connections: 1, ...trust })
let next = 1
for (let sent = 0; sent < Number(count); sent++) {
  const { body } = await pool.request({ path: `/users/${next}`, method: 'GET' })
  next = (await body.json()).next
}
await pool.close()
