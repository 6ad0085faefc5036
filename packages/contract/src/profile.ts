import type { Answer, Call } from './call.ts'
import {
  boolean,
  data,
  file,
  integer,
  nullable,
  object,
  only,
  optional,
  text,
  time,
} from './wire.ts'

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
        /** When the password was last given in this session. */
        passwordAt: ['Password_At', time],
      }),
    ),
  ),
} as const satisfies Call
export type Profile = Answer<typeof readProfile>

export const updateProfile = {
  name: 'updateProfile',
  method: 'PUT',
  path: 'updateProfile',
  query: object({ player: ['id', integer] }),
  body: object({
    name: ['Name', optional(text)],
    /** Left out or empty, it stays. Another one needs a code and a fresh log-in. */
    email: ['Email_Id', optional(text)],
    /** Compared, never changed. */
    mobile: ['Mobile_No', optional(text)],
    showName: ['Show_Name', optional(boolean)],
  }),
} as const satisfies Call

export const changePassword = {
  name: 'changePassword',
  method: 'PUT',
  path: 'changePassword',
  query: object({ player: ['id', integer] }),
  body: object({ newPassword: optional(text) }),
} as const satisfies Call

export const changePicture = {
  name: 'changePicture',
  method: 'POST',
  path: 'profilePic',
  kind: 'form',
  body: object({ player: ['id', integer], picture: ['profilePic', file] }),
  answer: data(object({ picture: ['ProfilePic', text] })),
} as const satisfies Call
