/** How a message goes: by mail to the people of a page, or only into their inbox. */
export const channels = ["email", "inbox"] as const
export type Channel = (typeof channels)[number]

/** So many characters each. */
export const longest = { name: 100, subject: 150, message: 5000 } as const

/** What an inbox can be asked for. */
export const messageStates = ["inbox", "unread", "archived"] as const
export type MessageState = (typeof messageStates)[number]
