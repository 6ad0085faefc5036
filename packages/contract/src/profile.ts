import type { Answer, Call } from './call.ts'
import { boolean, data, integer, nullable, object, only, text, time } from './wire.ts'

export const readProfile = {
  name: 'readProfile',
  method: 'GET',
  path: 'userList',
  query: object({ player: ['id', integer] }),
  answer: data(
    only(
      object({
        name: ['Name', text],
        email: ['Email_Id', text],
        mobile: ['Mobile_No', text],
        /** Where the picture is served. */
        picture: ['ProfilePic', nullable(text)],
        inviteCode: text,
        /** False: the lists of the home page say `Player ••42`. */
        showName: ['Show_Name', boolean],
        memberSince: ['Member_Since', time],
      }),
    ),
  ),
} as const satisfies Call
export type Profile = Answer<typeof readProfile>
