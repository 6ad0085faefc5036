import pino from 'pino'

export type Log = pino.Logger

/** Whatever could open a session, an account or a wallet stays out of the log, also when somebody logs a whole request. */
const secrets = [
  'password',
  'Password',
  'newPassword',
  'otp',
  'cookie',
  'authorization',
  'seed',
  'roundKey',
  'houseKey',
  'signature',
]

/** JSON lines on standard error, so that standard output stays for what a person reads; tests may listen elsewhere. */
export function createLog(
  level: string,
  to: pino.DestinationStream = pino.destination({ dest: 2, sync: true }),
): Log {
  return pino(
    {
      level,
      redact: { paths: secrets.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '[secret]' },
    },
    to,
  )
}
