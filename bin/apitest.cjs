#!/usr/bin/env node
try {
  require('../dist/program/start.cjs')
} catch (error) {
  if (require('node:fs').existsSync(`${__dirname}/../dist/program/start.cjs`)) throw error
  console.error('apitest is not built: run npm ci in its folder')
  process.exitCode = 2
}
