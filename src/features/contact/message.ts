/** Channels of a message: by mail to the people of a page, or only into their inbox. */
export const channels = ["email", "inbox"] as const
export type Channel = (typeof channels)[number]

/** Most characters of each field. */
export const longest = { name: 100, subject: 150, message: 5000 } as const

/** The states by which an inbox can be filtered. */
export const messageStates = ["inbox", "unread", "archived"] as const
export type MessageState = (typeof messageStates)[number]
