/** An external service failed, such as the mail server. The player is asked to try again. */
export class OutsideFailure extends Error {}
