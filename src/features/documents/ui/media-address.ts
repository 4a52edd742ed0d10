/** Our own media by their path, so that they are shown under whichever name this site is visited. */
export function hereIn(addresses: string): string {
  return addresses.replaceAll(/https?:\/\/[^/\s]+(?=\/media\/[0-9a-f]{40}\/)/g, "")
}
