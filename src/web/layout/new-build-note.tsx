import { useMessages } from "#i18n/messages-context.ts"
import { ArrowsClockwise } from "#ui/icons.tsx"
import { reload, useNewBuild } from "../new-build.ts"

/** Says that another build is served. Nothing is reloaded under anyone's hands. */
export function NewBuildNote({ build }: { build: string | undefined }) {
  const t = useMessages()
  const isNew = useNewBuild(build)
  return (
    <div className="newbuild" role="status">
      {isNew && (
        <div className="note">
          <ArrowsClockwise />
          <p>{t("ui.new_version")}</p>
          <button type="button" className="btn" onClick={reload}>
            {t("ui.reload")}
          </button>
        </div>
      )}
    </div>
  )
}
