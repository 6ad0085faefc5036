import type { Call } from './call.ts'
import { file } from './inputs.ts'
import { boolean, data, integer, object, optional, text } from './wire.ts'

export const updateProfile = {
  name: 'updateProfile',
  method: 'PUT',
  path: 'updateProfile',
  query: object({ player: ['id', integer] }),
  body: object({
    /** Left out or empty where `showName` alone is changed, it stays. */
    name: ['Name', optional(text)],
    /** Left out or empty, it stays. Another one needs a code and a confirmed session. */
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
