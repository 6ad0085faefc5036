/**
 * The rules of the account forms: the same functions judge in the browser and on the server.
 * Messages are the specification's.
 */

/**
 * A message per field that is wrong; empty when all is well. `form` is a message about several
 * fields at once.
 */
export type FormErrors<Field extends string> = { readonly [K in Field | 'form']?: string }

const tenDigits = /^\d{10}$/
const mobileMessage = 'Please enter a valid 10-digit mobile number'
const emailShape = /^[A-Za-z0-9._%+-]+@[A-Za-z0-9.-]+\.[A-Za-z0-9-]+$/
// Many scripts write a letter with marks on it: मीरा. A heap of them covers the lines around, and
// letters that don't show (DI) could make a name that is blank, or like another's.
const nameShape = /^(?!.*(?:\p{DI}|\p{M}{7}))\p{L}[\p{L}\p{M}]*( \p{L}[\p{L}\p{M}]*)*$/u

/** Whether a text has the shape of an e-mail address, and no more characters than SMTP takes. */
export const isEmail = (email: string): boolean => emailShape.test(email) && email.length <= 254

export const emailMessage = 'Please enter a valid email address'

/** What is wrong with a name that isn't empty, or undefined. */
export const nameMessage = (name: string): string | undefined =>
  nameShape.test(name.trim()) && name.trim().length <= 60 ? undefined : 'Please enter a valid name'

export const passwordMessage = 'Password must be between 4 and 20 characters.'
/** Characters are Unicode's: an emoji is one, though JavaScript counts two. */
export function isPassword(password: string): boolean {
  const { length } = [...password]
  return length >= 4 && length <= 20
}

/** Judges the log-in's form. */
export function validateLogin(form: {
  mobile: string
  password: string
}): FormErrors<'mobile' | 'password'> {
  if (!form.mobile && !form.password)
    return {
      form: 'Please enter your phone number and password',
      mobile: 'Please enter your phone number',
      password: 'Please enter your password',
    }
  if (!form.mobile) return { mobile: 'Please enter your phone number' }
  const mobile = tenDigits.test(form.mobile) ? {} : { mobile: mobileMessage }
  return form.password ? mobile : { ...mobile, password: 'Please enter your password' }
}

/** What is wrong with the form that asks for a link to a new password. */
export const validateForgotPassword = ({ email }: { email: string }): FormErrors<'email'> => {
  if (email === '') return { email: 'Please enter your email' }
  return isEmail(email) ? {} : { email: emailMessage }
}

export interface SignUpForm {
  readonly name: string
  readonly mobile: string
  readonly password: string
  readonly email: string
}

/** Judges the sign-up's form; what is missing comes before what is wrong. */
export function validateSignUp(form: SignUpForm): FormErrors<keyof SignUpForm> {
  const missing = (
    [
      ['name', 'name', form.name.trim()],
      ['mobile', 'phone number', form.mobile],
      ['password', 'password', form.password],
      ['email', 'email', form.email],
    ] as const
  ).filter(([, , value]) => value === '')
  if (missing.length > 0) {
    const names = missing.map(([, name]) => name).join(', ')
    return {
      form:
        missing.length === 4
          ? 'Please enter your name, phone number, and password, and email.'
          : `Please enter your ${names}`,
      ...Object.fromEntries(missing.map(([field, name]) => [field, `Please enter your ${name}`])),
    }
  }
  const name = nameMessage(form.name)
  return {
    ...(tenDigits.test(form.mobile) ? {} : { mobile: mobileMessage }),
    ...(name !== undefined && { name }),
    ...(isEmail(form.email) ? {} : { email: emailMessage }),
    ...(isPassword(form.password) ? {} : { password: passwordMessage }),
  }
}

export const termsMessage = 'You must agree to the terms and conditions.'

/** What is wrong with a code as it was typed, or undefined. */
export const validateOtp = (otp: string): string | undefined =>
  otp === '' ? 'Please enter your otp.' : undefined

/**
 * The one sentence for an answer of the server: the message about the whole form, else the first
 * field's.
 */
export const firstMessage = (
  errors: Readonly<Record<string, string | undefined>>,
): string | undefined =>
  errors.form ?? Object.values(errors).find((message) => message !== undefined)
