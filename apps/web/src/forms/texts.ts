/**
 * The specification's word for a network failure, or anything else that has no message of its own.
 */
export const tryAgain = 'An error occurred. Please try again.'
