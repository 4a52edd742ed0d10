import type { Outcome } from "#web/editing/form.ts"

/** What a part of the screens of administrators is given: what its loader read, and what came of a form. */
export type PartProps = { data: unknown; outcome: Outcome | undefined }
