export * from './input.ts'
export * from './money.ts'
export * from './text.ts'
export * from './wire.ts'
