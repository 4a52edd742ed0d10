/** So many days a page waits for its owner to confirm an address; then it goes, with the answers given in its name. */
export const awaitingDays = 7
