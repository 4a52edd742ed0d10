/** A person with an account on a running server. */
export type SignedUp = {
  name: string
  email: string
  /** Their cookies by name. */
  jar: ReadonlyMap<string, string>
  /** Their `Cookie` header. */
  cookie: string
  /**
   * Sends a writing request as their browser would; fails on any error status. A form is sent as it is, anything else as JSON.
   */
  send(method: string, path: string, body?: object): Promise<Response>
  /** Sends a request likewise, and returns the parsed answer. */
  // oxlint-disable-next-line typescript/no-explicit-any -- whatever it is
  ask(method: string, path: string, body?: object): Promise<any>
}

/** The password of all accounts made here. */
export const password = "une phrase longue et calme"

/**
 * Creates an account on a running server over its API, and signs in.
 * @param origin its public address, where that is another one
 */
export async function signsUp(url: string, name: string, origin = url): Promise<SignedUp> {
  const jar = new Map<string, string>()
  const email = `${name}@exemple.be`
  const cookie = () => [...jar].map(([key, value]) => `${key}=${value}`).join("; ")
  const send = async (method: string, path: string, body?: object) => {
    const answer = await fetch(url + path, {
      method,
      headers: {
        cookie: cookie(),
        origin,
        "x-csrftoken": jar.get("csrftoken") ?? "",
        ...(body instanceof FormData ? {} : { "content-type": "application/json" }),
      },
      ...(body ? { body: body instanceof FormData ? body : JSON.stringify(body) } : {}),
    })
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`)
    for (const line of answer.headers.getSetCookie()) {
      const [pair = ""] = line.split(";")
      jar.set(pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1))
    }
    return answer
  }
  const ask = async (method: string, path: string, body?: object) => {
    const text = await (await send(method, path, body)).text()
    return text ? JSON.parse(text) : undefined
  }
  await send("GET", "/api/auth/csrf/")
  await send("POST", "/api/auth/register/", { username: name, password, email })
  await send("POST", "/api/auth/login/", { username: name, password })
  return { name, email, jar, cookie: cookie(), send, ask }
}
