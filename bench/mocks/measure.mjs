import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Skipped } from '../peers.mjs'
import { servers } from './servers.mjs'
import { freePort } from '../free-port.mjs'

/** Clock ticks of the kernel in a second; the same on all usual Linux systems. */
const ticks = 100

/**
 * Starts a server with so many routes, asks it `requests` times by 50 connections, and ends it. Gives the CPU time of its
 * start (ms) and of a request (µs), and its memory (KiB) before the requests and after them. Children count.
 */
export async function measureServer(name, count, requests) {
  if (process.platform !== 'linux') throw new Skipped('the times of a process are read from /proc')
  const folder = mkdtempSync(path.join(tmpdir(), 'apitest-bench-'))
  const port = await freePort()
  const { program, args } = servers[name]({ folder, count, port })
  const child = spawn(program, args, {
    cwd: folder,
    stdio: 'ignore',
    detached: true,
    env: { ...process.env, NODE_EXTRA_CA_CERTS: undefined },
  })
  try {
    const agent = new Agent({ keepAlive: true, maxSockets: 50 })
    const ask = () => request(`http://127.0.0.1:${port}/r${Math.floor(Math.random() * count)}/items/5`, agent)
    await untilAnswers(ask, child)
    await wait(2000)
    const started = usageOf(child.pid)
    // A server that compiles code as it runs, or makes a response when it is first asked for, is given time to do so.
    await askAll(ask, Math.max(Math.min(requests, 5000), 3 * count))
    const before = usageOf(child.pid)
    await askAll(ask, requests)
    const after = usageOf(child.pid)
    agent.destroy()
    return {
      start: started.cpu * 1000,
      request: ((after.cpu - before.cpu) / requests) * 1e6,
      idle: started.memory,
      busy: after.memory,
    }
  } finally {
    process.kill(-Number(child.pid), 'SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Waits until a server answers; `ask` gives the status of an answer. Rejects where its process has ended, or after a minute. */
export async function untilAnswers(ask, child) {
  for (let attempt = 0; attempt < 1200; attempt++) {
    if (child.exitCode !== null) throw new Error(`it ended with ${child.exitCode}`)
    if ((await ask().catch(() => 0)) === 200) return
    await wait(50)
  }
  throw new Error('it does not answer')
}

async function askAll(ask, requests) {
  let left = requests
  const one = async () => {
    while (left-- > 0) if ((await ask()) !== 200) throw new Error('a request was not answered')
  }
  await Promise.all(Array.from({ length: 50 }, one))
}

/** The status of an answer to GET. */
export function request(url, agent) {
  return new Promise((resolve, reject) => {
    get(url, { agent }, answer => answer.resume().on('end', () => resolve(answer.statusCode))).on(
      'error',
      reject,
    )
  })
}

/** CPU seconds and memory (KiB) of a process and its children. */
export function usageOf(pid) {
  const processes = treeOf(pid).map(id => {
    const fields = readFileSync(`/proc/${id}/stat`, 'utf8').split(') ')[1].split(' ')
    const [, memory] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${id}/status`, 'utf8')) ?? []
    return { cpu: (Number(fields[11]) + Number(fields[12])) / ticks, memory: Number(memory ?? 0) }
  })
  return {
    cpu: processes.reduce((total, { cpu }) => total + cpu, 0),
    memory: processes.reduce((total, { memory }) => total + memory, 0),
  }
}

function treeOf(pid) {
  const children = readdirSync(`/proc/${pid}/task`).flatMap(task =>
    readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean),
  )
  return [pid, ...children.flatMap(treeOf)]
}
