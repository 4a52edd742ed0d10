import { createHash } from "node:crypto"
import { contentSecurityPolicy, type OtherSites } from "./security-headers.ts"
import { answerOf, wholeBody } from "../caching/whole-body.ts"

/**
 * Prepares a page for the shared cache. While it was rendered, our scripts and styles carried an unpredictable mark (the `nonce`
 * of that rendering). Exactly those are listed by hash in the page's policy, so that the same bytes can be served again, while a
 * script that got into somebody's text does not run. The mark is removed.
 * @param elsewhere other sites that the page may contact
 */
export async function signed(answer: Response, mark: string, elsewhere: OtherSites = {}): Promise<Response> {
  const page = await wholeBody(answer)
  if (!page) return answer
  const attribute = ` nonce="${mark}"`
  const scripts = new Set<string>()
  const styles = new Set<string>()
  const pieces: Buffer[] = []
  let done = 0
  for (let at = page.indexOf(attribute); at >= 0; at = page.indexOf(attribute, done)) {
    pieces.push(page.subarray(done, at))
    done = at + attribute.length
    const tag = page.lastIndexOf("<", at)
    const from = page.indexOf(">", at) + 1
    const opening = page.toString("latin1", tag, from)
    const [, name] = /^<(script|style)[\s>]/.exec(opening) ?? []
    if (name === "style") styles.add(hashOf(page.subarray(from, page.indexOf("</style>", from))))
    if (name === "script" && !opening.includes(" src="))
      scripts.add(hashOf(page.subarray(from, page.indexOf("</script>", from))))
  }
  pieces.push(page.subarray(done))
  const headers = new Headers(answer.headers)
  headers.set("Content-Security-Policy", contentSecurityPolicy([...scripts], [...styles], elsewhere))
  return answerOf(Buffer.concat(pieces), { status: answer.status, headers })
}

function hashOf(text: Buffer) {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`
}
