import { NewVersionNote } from "#ui/editing/new-version-note.tsx"
import { reload, useNewBuild } from "../navigation/new-build.ts"

/** Announces that the server has another build than this page. */
export function NewBuildNote({ build }: { build: string | undefined }) {
  return useNewBuild(build) ? (
    <div className="newbuild">
      <NewVersionNote onReload={reload} />
    </div>
  ) : null
}
