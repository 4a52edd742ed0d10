/**
 * Number of days a page waits for its owner to verify an address; then it is removed with the attendances answered in its name.
 */
export const awaitingDays = 7
