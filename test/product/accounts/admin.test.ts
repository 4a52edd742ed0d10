import { expect, test } from "vitest"
import { messagesIn } from "#i18n/catalogues.server.ts"
import { arrive, sharedBrowser, visit } from "../browser/browser.ts"
import { inDatabase } from "../servers/database-of.ts"
import { givePage, somebody } from "../people/page-people.ts"
import { sharedServer } from "../servers/shared-server.ts"
import { notice } from "../browser/waiting.ts"

const server = await sharedServer()

test("an administrator makes an account moderator, suspends it with a reason, and finds that in the log", async () => {
  const t = messagesIn("nl")
  const [operator, other] = [await somebody(server, "regie"), await somebody(server, "pub")]
  await inDatabase(server.dataDir, (db) =>
    db.query("update users set is_admin = true where username = $1", [operator.name]),
  )
  const { page, troubles, close } = await visit(await sharedBrowser(), { storageState: operator.state })
  await arrive(page, `${server.url}/nl/me`)
  await page.getByRole("link", { name: t("layout.my_space", { name: operator.name }) }).click()
  await page
    .getByRole("navigation", { name: t("layout.my_space", { name: operator.name }) })
    .getByRole("link", { name: t("account.administer") })
    .click()
  await page.locator("h1", { hasText: t("admin.all_lit") }).waitFor()
  await page.getByRole("link", { name: t("moderation.tab_accounts"), exact: true }).click()
  await page.getByRole("searchbox", { name: t("admin.accounts_search") }).fill(other.name)
  await page.getByText(t("admin.accounts_count", { count: 1 })).waitFor()
  await page.getByRole("link", { name: t("admin.change_what", { name: other.name }) }).click()

  await page.getByLabel(t("admin.role_moderator")).check()
  const why = page
    .locator("form", { has: page.getByRole("button", { name: t("admin.save_roles") }) })
    .getByRole("textbox")
  await why.fill("Zij neemt de moderatie over.")
  await page.getByRole("button", { name: t("admin.save_roles") }).click()
  await notice(page, t("admin.roles_saved", { name: other.name }))
  await page.getByText(t("admin.is_moderator"), { exact: true }).waitFor()
  // A reason is used once: the field is emptied, because the next change needs its own reason.
  await expect.poll(() => why.inputValue()).toBe("")
  // Without a reason nobody is suspended, and the opened form stays open.
  await page.getByRole("button", { name: t("admin.suspend") }).click()
  await page.locator(".field .error", { hasText: t("errors.required") }).waitFor()
  await page.locator("button[aria-busy=true]").waitFor({ state: "detached" })
  await page
    .getByRole("textbox", { name: t("admin.reason"), exact: true })
    .last()
    .fill("Reclame, ondanks een waarschuwing.")
  await page.getByRole("button", { name: t("admin.suspend") }).click()
  await notice(page, t("admin.was_suspended", { name: other.name }))
  await page.getByRole("button", { name: t("admin.restore") }).waitFor()
  expect((await fetch(`${server.url}/api/me/`, { headers: { cookie: other.cookie } })).status).toBe(403)

  await page.getByRole("link", { name: t("moderation.tab_log"), exact: true }).click()
  const first = page.locator(".adminlog > li").first()
  await first.getByText(t("admin.did_suspended", { name: other.name })).waitFor()
  expect(await page.locator(".adminlog").innerText()).toContain("Reclame, ondanks een waarschuwing.")
  await close()
  expect(troubles).toEqual([])
})

test.each([true, false])(
  "a role that an account gained meanwhile stays when an outdated form adds another (script: %s)",
  async (javaScriptEnabled) => {
    const t = messagesIn("fr")
    const [operator, other] = [await somebody(server, "regie"), await somebody(server, "aide")]
    const sets = (what: string, name: string) =>
      inDatabase(server.dataDir, (db) => db.query(`update users set ${what} where username = $1`, [name]))
    await sets("is_admin = true", operator.name)
    const { page, close } = await visit(await sharedBrowser(), { storageState: operator.state, javaScriptEnabled })
    await page.goto(`${server.url}/fr/admin/accounts?q=${other.name}`)
    await page.getByRole("link", { name: t("admin.change_what", { name: other.name }) }).click()
    const role = page.getByLabel(t("admin.role_admin"))
    await role.waitFor()
    await sets("is_moderator = true", other.name)
    await role.check()
    await page.getByRole("button", { name: t("admin.save_roles") }).click()
    await page.getByText(t("admin.is_admin"), { exact: true }).waitFor()
    await page.getByText(t("admin.is_moderator"), { exact: true }).waitFor()
    const { rows } = await inDatabase(server.dataDir, (db) =>
      db.query("select is_moderator, is_admin from users where username = $1", [other.name]),
    )
    expect(rows).toEqual([{ is_moderator: true, is_admin: true }])
    await close()
  },
)

test("without script a refused decision about a Fediverse server keeps its option, and an allowance asks before it ends", async () => {
  const t = messagesIn("fr")
  const operator = await somebody(server, "regie")
  await inDatabase(server.dataDir, (db) =>
    db.query("update users set is_admin = true where username = $1", [operator.name]),
  )
  const { page, close } = await visit(await sharedBrowser(), { storageState: operator.state, javaScriptEnabled: false })
  await page.goto(`${server.url}/fr/admin/fediverse`)
  await page.getByLabel(t("admin.host"), { exact: true }).fill(new URL(server.url).host)
  const form = page.locator("form", { has: page.locator("[name=host]") }).last()
  await form.getByLabel(t("admin.allow"), { exact: true }).check()
  await form.getByRole("button", { name: t("admin.apply") }).click()
  await page.locator(".field .error").waitFor()
  expect(await form.getByLabel(t("admin.allow"), { exact: true }).isChecked()).toBe(true)

  // An allowance is taken back only after a confirmation: with an allow list that deletes followers.
  await page.getByLabel(t("admin.host"), { exact: true }).fill("amis.example")
  await form.getByRole("button", { name: t("admin.apply") }).click()
  await page.goto(`${server.url}/fr/admin/fediverse?filter=allowed`)
  const allowed = page.locator(".hosts > li", { hasText: "amis.example" })
  await allowed.getByRole("button").click()
  await page.getByText(t("fields.sure_needed")).waitFor()
  await allowed.getByRole("checkbox").check()
  await allowed.getByRole("button").click()
  await page.getByText(t("admin.was_disallowed", { host: "amis.example" })).waitFor()
  await close()
})

test("without script an answer refused for one claim stands only there, and no report is closed without a decision", async () => {
  const t = messagesIn("fr")
  const [judge, one, other] = [await somebody(server, "juge"), await somebody(server), await somebody(server)]
  const [first, second] = [one, other].map(({ name }) => `salle_${name}`)
  const { rows } = await inDatabase(server.dataDir, async (db) => {
    await db.query("update users set is_moderator = true where username = $1", [judge.name])
    await db.query(
      "insert into actors (fid, type, name, language, status) select f, 'place', f, 'fr', 'published' from unnest($1::text[]) f",
      [[first, second]],
    )
    return db.query(
      `insert into claims (actor_id, user_id, reason) select a.id, u.id, 'Je la programme.'
      from unnest($1::text[], $2::text[]) c(fid, name) join actors a using (fid) join users u on u.username = c.name returning id`,
      [
        [first, second],
        [one.name, other.name],
      ],
    )
  })
  expect(rows).toHaveLength(2)
  await one.ask("POST", "/api/reports/", { page: second, reason: "hurtful" })
  const { page, close } = await visit(await sharedBrowser(), { storageState: judge.state, javaScriptEnabled: false })
  await page.goto(`${server.url}/fr/moderation/claims`)
  const claim = (fid = "") => page.locator(".claim", { hasText: fid })
  await inDatabase(server.dataDir, (db) =>
    db.query(
      "update claims set status = 'accepted', decided_at = now() where actor_id = (select id from actors where fid = $1)",
      [first],
    ),
  )
  await claim(first).getByRole("textbox").fill("Bienvenue, Ana.")
  await claim(first)
    .getByRole("button", { name: t("moderation.refuse") })
    .click()
  await page.getByText(t("errors.claim_decided")).first().waitFor()
  expect(await claim(second).getByRole("textbox").inputValue()).toBe("")
  await page.getByRole("blockquote").filter({ hasText: "Bienvenue, Ana." }).waitFor()

  const reports = await inDatabase(server.dataDir, (db) => db.query("select id from reports order by id desc limit 1"))
  const closes = await fetch(`${server.url}/fr/moderation/reports`, {
    method: "POST",
    headers: { cookie: judge.cookie, origin: server.url },
    body: new URLSearchParams({ form: "decide", id: String(reports.rows[0].id) }),
  })
  expect(closes.status).toBe(400)
  const open = await inDatabase(server.dataDir, (db) => db.query("select id from reports where status = 'open'"))
  expect(open.rows).toContainEqual(reports.rows[0])
  await close()
})

test("at 320 px an event's journal shows the administrator's visit without scrolling sideways", async () => {
  const t = messagesIn("fr")
  const [operator, house] = [await somebody(server, "regie"), await somebody(server, "bief")]
  await givePage(house, { fid: house.name, name: "Théâtre du Bief" })
  const { id } = await house.ask("POST", "/api/contents/events/", {
    title: { fr: "Veilleuse" },
    language: "fr",
    category: "music",
    organizers: [house.name],
    timezone: "Europe/Brussels",
    start: `${new Date().getFullYear() + 1}-03-14T20:30`,
  })
  await inDatabase(server.dataDir, (db) =>
    db.query("update users set is_admin = true where username = $1", [operator.name]),
  )
  const { page, close } = await visit(await sharedBrowser(), {
    storageState: operator.state,
    viewport: { width: 320, height: 640 },
  })
  await arrive(page, `${server.url}/events/manage/${id}?tab=journal`)
  await arrive(page, `${server.url}/events/manage/${id}?tab=journal`)
  await page.getByText(t("manage.by_office")).first().waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  await close()
})
