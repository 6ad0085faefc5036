/** Ends this process as a signal does, with exit code 1, and says why. */
export function endProcess(error: Error): void {
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
  process.kill(process.pid, 'SIGTERM')
}
