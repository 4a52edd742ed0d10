import { InvalidFields, refuseFields, type Sentence } from "./refusal.ts"

/** What is wrong with what was given, gathered so that all of it is said at once. */
export type Faults = {
  /** What a check answers; undefined when it refused fields, which are noted. */
  noting<Result>(check: () => Promise<Result>): Promise<Result | undefined>
  noting<Result>(check: () => Result): Result | undefined
  note(field: string, sentence: Sentence): undefined
  any(): boolean
  /** Refuses every field that was noted; does nothing when none was. */
  refuse(): void
}

/** What is left to judge of something whose shape is partly wrong: the fields that are sound, and those that are not. */
export type Judged<Given> = { given: Partial<Given>; faulty: ReadonlySet<string> }

/** Begins to gather faults; those of one field come in the order they were found, each once. */
export function gatherFaults(): Faults {
  const fields: Record<string, Sentence[]> = {}
  const note = (field: string, sentence: Sentence) => {
    const list = (fields[field] ??= [])
    const stamp = JSON.stringify(sentence)
    if (!list.some((one) => JSON.stringify(one) === stamp)) list.push(sentence)
    return undefined
  }
  const take = (error: unknown) => {
    if (!(error instanceof InvalidFields)) throw error
    for (const [field, sentences] of Object.entries(error.fields)) for (const one of sentences) note(field, one)
    return undefined
  }
  const any = () => Object.keys(fields).length > 0
  return {
    note,
    any,
    noting(check: () => unknown) {
      try {
        const answer = check()
        return answer instanceof Promise ? answer.catch(take) : answer
      } catch (error) {
        return take(error)
      }
    },
    refuse() {
      if (any()) refuseFields(fields)
    },
  } as Faults
}
