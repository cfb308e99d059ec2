const { createHmac } = require('node:crypto')

const [name = ''] = process.argv.slice(2)
const signature = createHmac('sha256', process.env.SIGNING_KEY ?? '').update(name).digest('hex')
console.log(JSON.stringify({ name, signature }))
