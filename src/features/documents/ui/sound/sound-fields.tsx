import { useMessages } from "#i18n/messages-context.ts"
import { TextArea } from "#ui/fields/text-area.tsx"
import { useField } from "#web/editing/form-parts.tsx"
import type { Document } from "../../document.ts"
import { writeChapters } from "../../sound/chapters.ts"

/** The fields for the transcript and chapters of a sound. */
export function SoundFields({ sound }: { sound: NonNullable<Document["sound"]> }) {
  const t = useMessages()
  return (
    <>
      <TextArea
        {...useField("chapters", writeChapters(sound.chapters))}
        label={t("sound.chapters_lines")}
        hint={t("sound.chapters_hint")}
        maxLength={20_000}
        rows={4}
        isOptional
      />
      <TextArea
        {...useField("transcript", sound.transcript ?? "")}
        label={t("sound.transcript")}
        hint={t("sound.transcript_hint")}
        maxLength={200_000}
        rows={6}
        isOptional
      />
    </>
  )
}
