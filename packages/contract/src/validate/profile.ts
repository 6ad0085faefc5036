import {
  emailMessage,
  type FormErrors,
  isEmail,
  isPassword,
  nameMessage,
  passwordMessage,
} from './accounts.ts'

/** A name as it is kept: a profile's may be typed with several spaces in a row. */
export const singleSpaced = (name: string): string => name.trim().replace(/ +/g, ' ')

/** The rules of the profile's forms. An e-mail address may be left empty: then it stays. */
export function validateProfile(form: {
  name: string
  email: string
}): FormErrors<'name' | 'email'> {
  const kept = singleSpaced(form.name)
  const name = kept === '' ? 'Full Name cannot be empty' : nameMessage(kept)
  return {
    ...(name !== undefined && { name }),
    ...(form.email !== '' && !isEmail(form.email) && { email: emailMessage }),
  }
}

const bothRequired = 'Both fields are required. Please fill in all fields.'

/** Judges the form of a new password, typed twice. */
export function validateNewPassword(form: {
  password: string
  repeated: string
}): FormErrors<'password' | 'repeated'> {
  if (form.password === '' || form.repeated === '')
    return {
      form: bothRequired,
      ...(form.password === '' && { password: bothRequired }),
      ...(form.repeated === '' && { repeated: bothRequired }),
    }
  if (!isPassword(form.password)) return { password: passwordMessage }
  return form.password === form.repeated
    ? {}
    : { repeated: "The confirmed password doesn't match the new password." }
}
