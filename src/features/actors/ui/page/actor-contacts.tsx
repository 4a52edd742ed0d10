import type { ReactNode } from "react"
import { useMessages } from "#i18n/messages-context.ts"
import type { MessageId } from "#i18n/messages.ts"
import { CheckCircleFill } from "#ui/icons.tsx"
import type { PlainMessageId } from "#ui/plain-message.ts"
import { destinationOf } from "#web/navigation/navigate.ts"
import type { Actor } from "../../actor.ts"
import { relativesOf } from "../../relatives.ts"
import { ActorWrite } from "./actor-write.tsx"
import { ActorChip } from "../actor-chip.tsx"

/** The contacts, links and related pages of an actor. */
export default function ActorContacts({ actor }: { actor: Actor }) {
  const t = useMessages()
  const { links, contacts, relations } = actor
  const groups = relativesOf(relations)
  return (
    <div className="spec-list">
      {actor.channels && actor.channels.length > 0 && (
        <Part title={t("actors.write")}>
          <ActorWrite actor={actor} />
        </Part>
      )}
      {contacts.length > 0 && (
        <Part title={t("actor-tabs.contacts")}>
          <dl className="facts">
            {contacts.map(({ kind, label, value }) => (
              <div key={`${kind} ${value}`}>
                <dt>{label ?? t(kindOf("contact", kind))}</dt>
                <dd>{addressed(kind, value)}</dd>
              </div>
            ))}
          </dl>
        </Part>
      )}
      {links.length > 0 && (
        <Part title={t("actor-tabs.links")}>
          <dl className="facts">
            {links.map(({ id, url, label, kind, verified_at }) => (
              <div key={id}>
                <dt>{t(kindOf("link", kind))}</dt>
                <dd className="bar">
                  <Elsewhere address={url} isMe={verified_at !== null}>
                    {label === t(kindOf("link", kind)) ? shortened(url) : (label ?? hostOf(url))}
                  </Elsewhere>
                  {verified_at && (
                    <span className="verified" title={t("actor-tabs.verified")}>
                      <CheckCircleFill />
                      <span className="vh">{t("actor-tabs.verified")}</span>
                    </span>
                  )}
                </dd>
              </div>
            ))}
          </dl>
        </Part>
      )}
      {groups.map(({ title, actors }) => (
        <Part key={title} title={t(`actor-tabs.relation_${title}`)}>
          <ul className="chips">
            {actors.map((actor) => (
              <li key={actor.fid}>
                <ActorChip actor={actor} tap />
              </li>
            ))}
          </ul>
        </Part>
      ))}
    </div>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="fold">
      <header className="fold__side">
        <h2 className="d2">{title}</h2>
      </header>
      <div className="fold__body">{children}</div>
    </section>
  )
}

/** A link written by a user: only to other sites, and never to a scheme that runs code. */
function Elsewhere({ address, isMe, children }: { address: string; isMe: boolean; children: string }) {
  const to = destinationOf(address, "https://site.invalid")
  if (to.kind !== "external") return children
  return (
    <a className="link" href={to.href} rel={isMe ? "me noopener" : "noopener nofollow"}>
      {children}
    </a>
  )
}

function addressed(kind: string, value: string): ReactNode {
  const href =
    kind === "email" && /^[^\s<>"?&]+@[^\s<>"?&]+$/.test(value)
      ? `mailto:${value}`
      : kind === "phone" && /^[+\d][\d\s().-]{3,}$/.test(value)
        ? `tel:${value.replaceAll(/[^+\d]/g, "")}`
        : undefined
  return href ? (
    <a className="link" href={href}>
      {value}
    </a>
  ) : (
    value
  )
}

const kinds = {
  contact: ["email", "phone", "person", "address", "other"],
  link: ["website", "ticketing", "social", "audio", "video", "fediverse", "other"],
} as const

function kindOf(what: "contact" | "link", kind: string): PlainMessageId {
  const known = (kinds[what] as readonly string[]).includes(kind) ? kind : "other"
  return `actor-tabs.${what}_${known}` as MessageId as PlainMessageId
}

function hostOf(url: string): string {
  return URL.parse(url)?.host.replace(/^www\./, "") ?? url
}

/** Shortens an address to « hangar.example/billets », for a link whose label would only repeat its kind. */
function shortened(url: string): string {
  return url.replace(/^https?:\/\/(?:www\.)?/, "").replace(/\/$/, "")
}
