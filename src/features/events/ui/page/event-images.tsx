import { Gallery } from "#features/documents/ui/images/gallery.tsx"
import { useMessages } from "#i18n/messages-context.ts"
import type { Event } from "../../event.ts"

/** The images after the first, which replaces the poster. Loaded only when there are some. */
export default function EventImages({ images }: Pick<Event, "images">) {
  const t = useMessages()
  return (
    <section className="fold">
      <header className="fold__side">
        <h2 className="d2">{t("gallery.title")}</h2>
      </header>
      <div className="fold__body">
        <Gallery images={images.slice(1).map((one) => ({ ...one, id: one.document }))} />
      </div>
    </section>
  )
}
