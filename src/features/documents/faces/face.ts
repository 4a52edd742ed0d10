/** The face of somebody elsewhere is a square, stored in these widths (pixels): beside a name, and in a list. */
export const faceWidths = [96, 192] as const

/** Where the face of somebody elsewhere is on this server, as everybody may load it: its bytes there never change. */
export function faceAddress(publicUrl: string, key: string, width: (typeof faceWidths)[number]): string {
  return `${publicUrl}/media/${key}/${width}.webp`
}
