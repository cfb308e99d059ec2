#!/usr/bin/env node
require('../dist/program/start.cjs')
