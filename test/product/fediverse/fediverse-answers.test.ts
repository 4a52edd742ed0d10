import { expect, onTestFinished, test } from "vitest"
import { messagesIn } from "#i18n/catalogues.server.ts"
import { fediversePeer } from "../../elsewhere/fediverse-peer.ts"
import { axeFinds } from "../browser/axe.ts"
import { arrive, sharedBrowser, visit } from "../browser/browser.ts"
import { inDatabase } from "../servers/database-of.ts"
import { dedicatedServer } from "../servers/dedicated-server.ts"
import { givePage, somebody } from "../people/page-people.ts"
import { soon } from "../browser/waiting.ts"

const t = messagesIn("fr")
const year = new Date().getFullYear() + 1

test("a remote attendance, comment and report, and a reader's report, reach the organizer and are moderated", async () => {
  // The product’s deliveries go to a server on this machine.
  const server = await dedicatedServer({ LIMITS: "0", OUTBOUND_PRIVATE: "1" })
  onTestFinished(() => server.stop())
  const peer = await fediversePeer()
  const site = server.url
  const house = await somebody(server, "grange")
  await givePage(house, { fid: house.name, name: "La Grange aux Échos" })
  const { id } = await house.ask("POST", "/api/contents/events/", {
    title: { fr: "Bal des voisins" },
    language: "fr",
    category: "music",
    organizers: [house.name],
    place: house.name,
    timezone: "Europe/Brussels",
    start: `${year}-03-14T20:30`,
    capacity: 50,
    workflow: "published",
  })
  await inDatabase(server.dataDir, async (db) => {
    await db.query(
      "insert into fediverse_settings (actor_id, has_comments) select id, true from actors where fid = $1",
      [house.name],
    )
    await db.query("update users set is_moderator = true where username = $1", [house.name])
  })
  const event = `${site}/ap/events/${id}`
  const does = async (activity: object) =>
    (
      await fetch(
        await peer.signed("anna", `${site}/ap/inbox`, {
          id: `${peer.origin}/deeds/${Math.random()}`,
          actor: peer.id("anna"),
          ...activity,
        }),
      )
    ).status

  expect(await does({ type: "Join", object: event, participationMessage: "Nous venons à vélo" })).toBe(202)
  expect(await does({ type: "Like", object: event })).toBe(202)
  const note = {
    id: `${peer.origin}/notes/1`,
    type: "Note",
    attributedTo: peer.id("anna"),
    to: ["https://www.w3.org/ns/activitystreams#Public"],
    inReplyTo: event,
    content: "<p>Quelle belle <strong>salle</strong> !</p>",
  }
  expect(await does({ type: "Create", object: note })).toBe(202)
  expect(await does({ type: "Flag", object: [event], content: "Mauvaise adresse" })).toBe(202)
  await soon(() => peer.arrived.map(({ activity }) => activity.type)).toEqual(["Accept"])

  const browser = await sharedBrowser()
  const reader = await visit(browser)
  await arrive(reader.page, `${site}/events/${id}`)
  expect(await reader.page.locator("body").innerText()).not.toMatch(/belle salle|anna/)

  const { page, troubles, close } = await visit(browser, { storageState: house.state })
  await arrive(page, `${site}/events/manage/${id}`)
  const coming = page.getByRole("region", { name: t("reactions.attendees") })
  await coming.getByText("Nous venons à vélo").waitFor()
  expect(await coming.innerText()).toContain(`@anna@${new URL(peer.origin).host}`)
  expect(await page.locator(".tally").innerText()).toMatch(/^1\b/)
  expect(await axeFinds(page, "who comes")).toEqual([])

  await page.getByRole("link", { name: t("manage.tab_elsewhere") }).click()
  await page.getByText(`${t("reactions.did_like")} · `).waitFor()
  expect(await axeFinds(page, "what is said elsewhere")).toEqual([])
  await page.getByRole("button", { name: t("reactions.show_of", { name: "anna" }) }).click()
  await page.getByRole("button", { name: t("reactions.hide_of", { name: "anna" }) }).waitFor()

  await arrive(reader.page, `${site}/events/${id}`)
  const comments = reader.page.getByRole("region", { name: t("reactions.public_title") })
  await comments.getByText("Quelle belle salle !").waitFor()
  expect(await comments.getByRole("link", { name: /original/ }).getAttribute("rel")).toBe("nofollow ugc noopener")
  expect(await axeFinds(reader.page, "the event")).toEqual([])

  // A reader reports the comment without an account: first a reason is required, then text and address are left.
  await comments.getByRole("link", { name: t("reactions.report_of", { name: "anna" }) }).click()
  await reader.page.getByRole("button", { name: t("report.send") }).click()
  await reader.page.locator(".field .error", { hasText: t("errors.required") }).waitFor()
  expect(await axeFinds(reader.page, "a report without a reason")).toEqual([])
  await reader.page.getByRole("radio", { name: t("report.reason_hurtful") }).check()
  await reader.page.getByLabel(t("report.text")).fill("Rien de gentil.")
  await reader.page.getByLabel(t("report.email")).fill("lectrice@exemple.be")
  await reader.page.locator("button[aria-busy=true]").waitFor({ state: "detached" }) // a press would not count yet
  await reader.page.getByRole("button", { name: t("report.send") }).click()
  await reader.page.getByText(t("report.sent_told", { email: "lectrice@exemple.be" })).waitFor()
  expect(await axeFinds(reader.page, "a report that was sent")).toEqual([])

  await arrive(page, `${site}/events/manage/${id}`)
  await page.getByRole("button", { name: /^Retirer anna/ }).click()
  await coming.waitFor({ state: "detached" })
  await soon(() => peer.arrived.map(({ activity }) => activity.type)).toEqual(["Accept", "Reject"])

  await arrive(page, `${site}/moderation/reports`)
  await page.locator(".report").getByText("Mauvaise adresse").waitFor()
  await page.locator(".report").getByRole("link", { name: "Bal des voisins" }).waitFor()
  expect(await axeFinds(page, "what is reported")).toEqual([])
  // When the form is refused without script, the choice is kept.
  const bare = await visit(browser, { storageState: house.state, javaScriptEnabled: false })
  await bare.page.goto(`${site}/moderation/reports`)
  await bare.page.getByRole("radio", { name: t("reports.correct_event") }).check()
  await bare.page.getByRole("button", { name: t("reports.apply") }).click()
  await bare.page.locator(".field .error", { hasText: t("errors.required") }).waitFor()
  expect(await bare.page.getByRole("radio", { name: t("reports.correct_event") }).isChecked()).toBe(true)
  await bare.close()
  // The button’s label repeats the chosen action; the people concerned read the reason.
  await page.getByRole("button", { name: t("reports.nothing") }).waitFor()
  await page.getByRole("radio", { name: t("reports.hide_event") }).check()
  await page.getByLabel(t("reports.reason")).fill("Adresse fausse")
  await page.getByRole("button", { name: t("reports.hide_event") }).click()

  // The other report was made here by a reader, who is not named; for a comment there is no correction.
  const other = page.locator(".report")
  await other.getByText("Rien de gentil.").waitFor()
  expect(await other.innerText()).not.toContain("lectrice")
  expect(await axeFinds(page, "what a reader reports")).toEqual([])
  expect(await page.getByLabel(t("reports.reason")).count()).toBe(0)
  await page.getByRole("button", { name: t("reports.nothing") }).click()
  await page.getByText(t("reports.none")).waitFor()

  await arrive(page, `${site}/events/manage/${id}`)
  await page.locator(".note--warning", { hasText: t("ui.hidden_note") }).waitFor()
  expect(await page.locator(".evm__head").innerText()).not.toContain(t("manage.workflow_draft"))
  expect([...troubles, ...reader.troubles]).toEqual([])
  await close()
})
