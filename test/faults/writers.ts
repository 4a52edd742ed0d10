import { setTimeout as pause } from "node:timers/promises"
import { signsUp, type SignedUp } from "../worlds/signed-up.ts"

type Acknowledged = { titles: string[]; writer: number }

/** Starts people with a venue each who keep creating and renaming events at it, whatever happens to the server. */
export async function writersAt(url: string, count: number) {
  const people: SignedUp[] = []
  for (let at = 0; at < count; at++) {
    const person = await signsUp(url, `writer_${at}`)
    await person.send("POST", "/api/actors/", { type: "place", fid: `house_${at}`, name: `House ${at}` })
    people.push(person)
  }
  /** Acknowledged events by id, with their possible titles. */
  const acknowledged = new Map<number, Acknowledged>()
  let [isOver, failed] = [false, 0]

  async function writes(person: SignedUp, writer: number) {
    for (let turn = 0; !isOver; turn++) {
      const title = `Soirée ${writer}.${turn}`
      try {
        const made = await person.send("POST", "/api/contents/events/", {
          title: { fr: title },
          category: "music",
          organizers: [`house_${writer}`],
          timezone: "Europe/Brussels",
          occurrences: [14, 15].map((day) => ({ start: `2031-03-${day}T20:30` })),
          lineup: [{ name: "Nour" }],
          prices: [{ amount: 12 }],
        })
        const { id } = (await made.json()) as { id: number }
        acknowledged.set(id, { titles: [title], writer })
        const renamed = `${title}, encore`
        acknowledged.get(id)?.titles.push(renamed) // may have been saved even if the answer never came
        await person.send("PATCH", `/api/contents/events/${id}/`, { title: { fr: renamed } })
        acknowledged.set(id, { titles: [renamed], writer })
      } catch {
        failed++
        await pause(20)
      }
    }
  }

  /** Returns the acknowledged events that are missing or half saved. */
  async function lost() {
    const lines: string[] = []
    for (const [id, { titles, writer }] of acknowledged) {
      const answer = await fetch(`${url}/api/contents/events/${id}/`, {
        headers: { cookie: (people[writer] as SignedUp).cookie },
      })
      if (!answer.ok) {
        lines.push(`event ${id} is gone (${answer.status})`)
        continue
      }
      const event = (await answer.json()) as Record<"occurrences" | "lineup" | "prices", unknown[]> & {
        title: { fr: string }
      }
      if (!titles.includes(event.title.fr))
        lines.push(`event ${id} is called ${event.title.fr}, not ${titles.join(" or ")}`)
      if (event.occurrences.length !== 2 || event.lineup.length !== 1 || event.prices.length !== 1)
        lines.push(`event ${id} is there by half`)
    }
    return lines
  }

  const writing = people.map(writes)
  return {
    acknowledged: () => acknowledged.size,
    failed: () => failed,
    /** Stops the writing and checks what was acknowledged. */
    async end() {
      isOver = true
      await Promise.all(writing)
      return lost()
    },
  }
}
