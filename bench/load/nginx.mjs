import { spawn } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { freePort } from '../free-port.mjs'
import { untilAnswers } from '../mocks/measure.mjs'
import { findPeer } from '../peers.mjs'
import { item } from './item.mjs'

/**
 * Starts nginx with files of its own in a folder: one process that answers an item from a file. `taken` says how many requests
 * came since it was asked last.
 */
export async function startNginx(folder) {
  const { program, args } = findPeer('nginx')
  const port = await freePort()
  const prefix = path.join(folder, `nginx-${port}`)
  mkdirSync(prefix, { recursive: true })
  writeFileSync(path.join(prefix, 'nginx.conf'), configuration(port))
  writeFileSync(path.join(prefix, 'item.json'), JSON.stringify(item))
  const flags = ['-p', `${prefix}/`, '-c', 'nginx.conf', '-e', 'errors.log']
  const child = spawn(program, [...args, ...flags], { stdio: 'ignore' })
  const url = `http://127.0.0.1:${port}`
  const stop = () => child.kill('SIGTERM')
  let before = 0
  const taken = async () => {
    const total = await countOf(`${url}/count`)
    // The question itself is one, too.
    const since = total - before - 1
    before = total
    return since
  }
  try {
    await untilAnswers(async () => (await fetch(`${url}/count`)).status, child)
    await taken()
  } catch (error) {
    stop()
    throw error
  }
  return { url: `${url}/item.json`, taken, stop }
}

function configuration(port) {
  // Workers that root starts would otherwise run as a user who may not read the file.
  const user = process.getuid() === 0 ? 'user root;\n' : ''
  return `${user}daemon off;
worker_processes 1;
worker_rlimit_nofile 16384;
pid nginx.pid;
events { worker_connections 8192; }
http {
  access_log off;
  keepalive_requests 1000000000;
  keepalive_timeout 1h;
  default_type application/json;
  client_body_temp_path body;
  proxy_temp_path proxy;
  fastcgi_temp_path fastcgi;
  uwsgi_temp_path uwsgi;
  scgi_temp_path scgi;
  server {
    listen 127.0.0.1:${port} backlog=4096;
    location / { root .; }
    location = /count { stub_status; }
  }
}
`
}

/** The requests that nginx has taken, by its own status: three numbers below the words, of which it is the last. */
async function countOf(url) {
  const answer = await fetch(url)
  const [, count] = /^\s*\d+ \d+ (\d+)\s*$/m.exec(await answer.text()) ?? []
  return Number(count)
}
