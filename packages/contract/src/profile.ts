import { z } from 'zod'
import { playerId, text, timeOut } from './scalars.ts'
import type { CallSpec } from './spec.ts'

/** Where a picture is served, or null. */
const picture = z.string().nullable()

export const profile = {
  userList: {
    summary: 'The own profile',
    session: 'required',
    query: z.object({ id: playerId }),
    own: 'id',
    answer: z.object({
      Data: z.array(
        z.object({
          Name: z.string(),
          Email_Id: z.string(),
          Mobile_No: z.string(),
          ProfilePic: picture,
          inviteCode: z.string(),
          /** False: the lists of the home page say `Player ••42`. */
          Show_Name: z.boolean(),
          Member_Since: timeOut,
          /**
           * When the password was last given in this session: to change it, at most 15 minutes ago.
           */
          Password_At: timeOut,
        }),
      ),
    }),
    refusals: [],
  },
  updateProfile: {
    summary: 'Changes name, e-mail address and whether the name is shown',
    session: 'required',
    query: z.object({ id: playerId }),
    body: z.object({
      Name: text(200).default(''),
      /** Left out or empty, it stays. Another one needs a code and a fresh log-in. */
      Email_Id: text(254).default(''),
      /** Compared, never changed. */
      Mobile_No: text(30).default(''),
      Show_Name: z.boolean().optional(),
    }),
    own: 'id',
    answer: z.object({}),
    refusals: ['invalidForm', 'mobileFixed', 'loginNotFresh', 'emailNotVerified', 'emailTaken'],
  },
  changePassword: {
    summary:
      'Changes the password and ends all other sessions; asks for a log-in of the last 15 minutes',
    session: 'required',
    query: z.object({ id: playerId }),
    body: z.object({ newPassword: text(200).default('') }),
    own: 'id',
    answer: z.object({}),
    refusals: ['invalidForm', 'loginNotFresh'],
  },
  profilePic: {
    summary: 'A PNG, JPEG or WebP up to 2 MB, kept as a 256×256 WebP without its metadata',
    session: 'required',
    body: z.object({
      id: playerId,
      profilePic: z.custom<unknown>().pipe(z.instanceof(Uint8Array)),
    }),
    own: 'id',
    answer: z.object({ Data: z.object({ ProfilePic: z.string() }) }),
    refusals: ['notAPicture'],
  },
} as const satisfies Record<string, CallSpec>
