import pino from 'pino'

export type Log = pino.Logger

/**
 * Fields that could open a session, an account or a wallet. The log censors them, even in a whole
 * request.
 */
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

/**
 * Serializes an error without `client`: PostgreSQL's driver attaches the whole broken connection to
 * it, with every statement.
 */
function describe(error: Error): object {
  const { client: _, ...described } = pino.stdSerializers.err(error)
  return described
}

/** Logs JSON lines to standard error; standard output is for people. Tests pass another `to`. */
export function createLog(
  level: string,
  to: pino.DestinationStream = pino.destination({ dest: 2, sync: true }),
): Log {
  return pino(
    {
      level,
      serializers: { err: describe },
      redact: {
        paths: secrets.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
        censor: '[secret]',
      },
    },
    to,
  )
}
