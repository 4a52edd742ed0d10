/** Names of an event's attachments for programs, not for people; the first two are Mobilizon's. */
export const attachmentNames = { banner: "Banner", website: "Website", tickets: "Tickets", online: "Online" } as const
