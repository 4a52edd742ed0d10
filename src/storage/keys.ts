import { randomBytes } from "node:crypto"

/** A key that says nothing: whoever has a copy of a file cannot find out whether it is here, and no two documents share one. */
export const newKey = () => randomBytes(20).toString("hex")
export const isKey = (key: string) => /^[0-9a-f]{40}$/.test(key)
export const isName = (name: string) => /^[a-z0-9][a-z0-9-]{0,60}\.[a-z0-9]{1,8}$/.test(name)
