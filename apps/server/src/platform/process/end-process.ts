/** Ends this process as a signal does, with exit code 1, and says why. */
export function endProcess(error: Error): void {
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
  // While it starts there is nothing to stop, and a signal would end it without the code.
  if (process.listenerCount('SIGTERM') === 0) process.exit()
  process.kill(process.pid, 'SIGTERM')
}
