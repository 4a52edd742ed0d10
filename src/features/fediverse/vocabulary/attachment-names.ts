/** The names by which attachments of an event are known: the first two are Mobilizon's, and no words for people. */
export const attachmentNames = { banner: "Banner", website: "Website", tickets: "Tickets", online: "Online" } as const
