import { createContext, useContext } from "react"
import type { Messages } from "./messages.ts"

const MessagesContext = createContext<Messages | null>(null)

export const MessagesProvider = MessagesContext.Provider

/** Returns the messages of the page's language. */
export function useMessages(): Messages {
  const messages = useContext(MessagesContext)
  if (!messages) throw new Error("no MessagesProvider above")
  return messages
}
