/** Shortens addresses of this site's media to paths, so that they work under every host name of the site. */
export function mediaPaths(addresses: string): string {
  return addresses.replaceAll(/https?:\/\/[^/\s]+(?=\/media\/[0-9a-f]{40}\/)/g, "")
}
