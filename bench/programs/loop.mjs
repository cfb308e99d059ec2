// What a run of a suite is compared with: the same requests, one after the other, with the HTTP library apitest uses.
import { Pool } from 'undici'

const [origin, count] = process.argv.slice(2)
const pool = new Pool(origin, { connections: 1 })
let next = 1
for (let sent = 0; sent < Number(count); sent++) {
  const { body } = await pool.request({ path: `/users/${next}`, method: 'GET' })
  next = (await body.json()).next
}
await pool.close()
