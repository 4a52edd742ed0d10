/** Somebody with an account of a running server. */
export type SignedUp = {
  name: string
  /** Their `Cookie` header. */
  cookie: string
  /** Sends a write as their browser would; fails on any answer that is not good. */
  send(method: string, path: string, body?: object): Promise<Response>
}

const password = "une phrase longue et calme"

/** Makes an account of a running server over its API, and signs in. */
export async function signsUp(url: string, name: string): Promise<SignedUp> {
  const jar = new Map<string, string>()
  const cookie = () => [...jar].map(([key, value]) => `${key}=${value}`).join("; ")
  const keep = (answer: Response) => {
    for (const line of answer.headers.getSetCookie()) {
      const [pair = ""] = line.split(";")
      jar.set(pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1))
    }
    return answer
  }
  const send = async (method: string, path: string, body?: object) => {
    const answer = await fetch(url + path, {
      method,
      headers: {
        cookie: cookie(),
        origin: url,
        "content-type": "application/json",
        "x-csrftoken": jar.get("csrftoken") ?? "",
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`)
    return keep(answer)
  }
  keep(await fetch(`${url}/api/auth/csrf/`))
  await send("POST", "/api/auth/register/", { username: name, password, email: `${name}@foyer.example` })
  await send("POST", "/api/auth/login/", { username: name, password })
  return { name, cookie: cookie(), send }
}
