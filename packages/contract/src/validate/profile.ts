import { type FormErrors, isEmail, isPassword, nameMessage, passwordMessage } from './accounts.ts'

/** The rules of the profile's forms. An e-mail address may be left empty: then it stays. */
export function validateProfile(form: {
  name: string
  email: string
}): FormErrors<'name' | 'email'> {
  const name = form.name.trim() === '' ? 'Full Name cannot be empty' : nameMessage(form.name)
  return {
    ...(name !== undefined && { name }),
    ...(form.email !== '' &&
      !isEmail(form.email) && { email: 'Please enter a valid email address' }),
  }
}

const bothRequired = 'Both fields are required. Please fill in all fields.'

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
