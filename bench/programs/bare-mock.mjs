// A server of node:http alone that answers every request with the same JSON. Its arguments are the port and the answer.
import { createServer } from 'node:http'

const [port, answer] = process.argv.slice(2)

createServer((request, response) => {
  request.resume()
  response.setHeader('content-type', 'application/json')
  response.end(answer)
}).listen(Number(port), '127.0.0.1')
