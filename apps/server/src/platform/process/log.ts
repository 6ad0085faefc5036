import pino from 'pino'

export type Log = pino.Logger

/**
 * Whatever could open a session, an account or a wallet stays out of the log, also when somebody
 * logs a whole request.
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
 * What an error says. PostgreSQL's driver hangs the whole connection on one that breaks it, with
 * every statement it knows.
 */
function describe(error: Error): object {
  const { client: _, ...said } = pino.stdSerializers.err(error)
  return said
}

/**
 * JSON lines on standard error, so that standard output stays for what a person reads; tests may
 * listen elsewhere.
 */
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
