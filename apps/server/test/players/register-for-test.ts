import { onTestFinished } from 'vitest'
import { type Register, startRegister } from './register.ts'

/** A register of excluded players until the test ends. */
export async function registerForTest(): Promise<Register> {
  const register = await startRegister()
  onTestFinished(register.close)
  return register
}
