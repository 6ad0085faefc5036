import { z } from 'zod'
import { changePassword, changePicture, updateProfile } from '../edit-profile.ts'
import { readProfile } from '../profile.ts'
import { playerId, text } from './scalars.ts'
import { spec } from './spec.ts'

export const profile = {
  readProfile: spec(readProfile, {
    summary: "The player's profile",
    session: 'required',
    input: z.object({ player: playerId }),
    own: true,
    refusals: [],
  }),
  updateProfile: spec(updateProfile, {
    summary: 'Changes name, e-mail address and whether the name is shown',
    session: 'required',
    input: z.object({
      player: playerId,
      name: text(200).default(''),
      email: text(254).default(''),
      mobile: text(30).default(''),
      showName: z.boolean().optional(),
    }),
    own: true,
    refusals: ['invalidForm', 'mobileFixed', 'emailNotVerified', 'emailTaken'],
  }),
  changePassword: spec(changePassword, {
    summary: 'Changes the password and ends all other sessions',
    session: 'required',
    input: z.object({ player: playerId, newPassword: text(200).default('') }),
    own: true,
    confirmed: true,
    refusals: ['invalidForm'],
    // Each hashes a password, as a log-in does, and mails the owner.
    limit: { name: 'password player', attempts: 10, windowSeconds: 3_600 },
  }),
  changePicture: spec(changePicture, {
    summary: 'A PNG, JPEG or WebP up to 2 MB, kept as a 256×256 WebP without its metadata',
    session: 'required',
    input: z.object({ player: playerId, picture: z.instanceof(Uint8Array) }),
    own: true,
    refusals: ['notAPicture'],
    limit: { name: 'picture player', attempts: 20, windowSeconds: 3_600 },
  }),
}
