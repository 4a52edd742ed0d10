import { randomBytes } from "node:crypto"

/** Makes a random key: owning a copy of a file does not reveal whether it is stored here, and no two documents share a key. */
export const newKey = () => randomBytes(20).toString("hex")
export const isKey = (key: string) => /^[0-9a-f]{40}$/.test(key)
export const isName = (name: string) => /^[a-z0-9][a-z0-9-]{0,60}\.[a-z0-9]{1,8}$/.test(name)
