// A mock of 10,000 routes under very many calls: `node bench/mocks/many-calls.mjs [CALLS]`, a million without a number. Prints
// how many requests each CPU second of the mock answers and its memory, after each tenth; ends with 1 if an answer was wrong.
// It is called by 50 connections that wait for nothing but their answer, each asking when the one before has come.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '../free-port.mjs'
import { request, untilAnswers, usageOf } from './measure.mjs'
import { servers } from './servers.mjs'

const calls = Number(process.argv[2] ?? 1_000_000)
const routes = 10_000
const connections = 50
const answer = '{"ok":true}'

const folder = mkdtempSync(path.join(tmpdir(), 'apitest-bench-'))
const port = await freePort()
const { program, args } = servers.apitest({ folder, count: routes, port })
const mock = spawn(program, args, { cwd: folder, stdio: 'ignore' })
let asked = 0
let answered = 0
let wrong = 0
let before
try {
  await untilAnswers(() => request(`http://127.0.0.1:${port}/r0/items/5`), mock)
  await wait(1000)
  before = usageOf(mock.pid)
  print('start', before)
  await Promise.all(Array.from({ length: connections }, callAgainAndAgain))
} finally {
  mock.kill('SIGINT')
  rmSync(folder, { recursive: true })
}
console.log(`wrong answers: ${wrong}`)
process.exitCode = wrong > 0 ? 1 : 0

function callAgainAndAgain() {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1').setNoDelay(true).on('error', reject).on('close', resolve)
    let text = ''
    const ask = () => {
      if (asked++ >= calls) {
        socket.end()
        return
      }
      const route = Math.floor(Math.random() * routes)
      socket.write(`GET /r${route}/items/5 HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\n\r\n`)
    }
    socket.on('data', bytes => {
      text += bytes.toString('latin1')
      if (!text.endsWith(answer)) return
      if (!text.startsWith('HTTP/1.1 200')) wrong++
      text = ''
      answered++
      if (answered % (calls / 10) === 0) {
        const now = usageOf(mock.pid)
        print(`${answered} calls`, now, Math.round(calls / 10 / (now.cpu - before.cpu)))
        before = now
      }
      ask()
    })
    ask()
  })
}

function print(what, { cpu, memory }, rate) {
  const speed = rate === undefined ? `${cpu.toFixed(2)} CPU seconds` : `${rate} requests per CPU second`
  console.log(`${what}: ${speed}, ${(memory / 1024).toFixed(1)} MiB`)
}
