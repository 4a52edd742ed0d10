/** Widths in pixels of a remote account's avatar, a square: one for beside a name, one for a list. */
export const faceWidths = [96, 192] as const

/** Returns the public address of a remote account's avatar on this server; the bytes at an address never change. */
export function faceAddress(publicUrl: string, key: string, width: (typeof faceWidths)[number]): string {
  return `${publicUrl}/media/${key}/${width}.webp`
}
