// Loaded into a measured process: writes its peak memory in KiB to the file that BENCH_PEAK_MEMORY names.
const fs = require('node:fs')

process.on('exit', () => fs.writeFileSync(process.env.BENCH_PEAK_MEMORY, String(peak())))

/**
 * Reads the peak of this process from Linux; getrusage, used elsewhere, may give the peak of the process that started
 * this one.
 */
function peak() {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(fs.readFileSync('/proc/self/status', 'utf8'))[1])
  } catch {
    return process.resourceUsage().maxRSS
  }
}
