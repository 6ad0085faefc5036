const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Whether a text from outside is a UUID as we write them, so that PostgreSQL never refuses one. */
export const isUuid = (text: string): boolean => uuid.test(text)
