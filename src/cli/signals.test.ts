import assert from 'node:assert/strict'
import { it } from 'node:test'
import { runShell, withFolder } from '../testing/run-program.ts'

/**
 * A server that answers nothing and makes a file of each path that is asked for, the lines that wait for it, and a signal to
 * each as soon as it waits.
 */
const lines = `node -e "require('http').createServer((q, r) => { require('fs').writeFileSync(q.url.slice(1), ''); if (q.url === '/down') { r.statusCode = 503; r.end() } }).listen(0, '127.0.0.1', function () { console.log(this.address().port) }); setTimeout(() => process.exit(), 180000)" > port &
S=$!
there() { for I in $(seq 600); do [ -e $1 ] && return; sleep 0.1; done; }
ended() { there $1; kill -TERM $P; B=$(date +%s); wait $P; echo "$1 $? $(($(date +%s) - B <= 20))"; }
until [ -s port ]; do sleep 0.1; done; U=http://127.0.0.1:$(cat port)
APITEST import $U/import > o & P=$!; ended import
APITEST contract diff $U/diff $U/b > o & P=$!; ended diff
APITEST wait $U/down --command "trap '' TERM; touch wait; sleep 61" > o & P=$!; ended wait
APITEST wait $U/down --command 'echo $$ > new; mv new pid; sleep 62' > o & P=$!; there pid
kill -KILL $P
for I in $(seq 100); do ps -o stat= -p $(cat pid) | grep -qv Z || break; sleep 0.2; done
ps -o stat= -p $(cat pid) | grep -qv Z && echo left
kill $S`

it('a signal ends what waits with the exit code 130, and a command does not outlive a program that is killed', () =>
  withFolder({}, async folder => {
    const { output } = await runShell(folder, lines)
    assert.deepEqual(output.trim().split('\n'), ['import 130 1', 'diff 130 1', 'wait 130 1'])
  }))

it('a folder that was deleted is told as one', () =>
  withFolder({}, async folder => {
    const { errors, exitCode } = await runShell(folder, 'mkdir a; cd a; rmdir "$PWD"; APITEST check .')
    assert.match(errors, /^error usage {2}the folder that apitest was started in is not there any more\n/)
    assert.equal(exitCode, 2)
  }))
