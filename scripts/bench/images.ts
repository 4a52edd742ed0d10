// Measures how fast posters are drawn anew: a row of `npm run bench`.
import { makeImage } from "../../src/features/documents/image/image.server.ts"
import { drawnImage } from "../../test/files.ts"

const seconds = 5

/**
 * Returns the pictures made per second on one core, including their widths and the JPEG, from a poster of 1600 × 2200 pixels as a
 * job makes them.
 */
export async function measureImages(): Promise<number> {
  const poster = await drawnImage(1600, 2200)
  const until = performance.now() + seconds * 1000
  const begun = performance.now()
  let made = 0
  while (performance.now() < until) made += Object.keys((await makeImage(poster, { widest: 1280 })).files).length
  return made / ((performance.now() - begun) / 1000)
}
