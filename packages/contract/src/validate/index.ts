export * from './accounts.ts'
export * from './bet.ts'
export * from './cashier.ts'
export * from './transfers.ts'
