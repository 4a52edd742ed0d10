import { InvalidFields, refuseFields, type Sentence } from "./refusal.ts"

/** The errors of an input, gathered so that one answer lists them all. */
export type Faults = {
  /** Runs a check and returns its result; undefined when it refused fields, whose errors are noted. */
  noting<Result>(check: () => Promise<Result>): Promise<Result | undefined>
  noting<Result>(check: () => Result): Result | undefined
  note(field: string, sentence: Sentence): undefined
  any(): boolean
  /** Refuses all noted fields; does nothing when none was noted. */
  refuse(): void
}

/** The valid fields of an input that partly fails its schema, and the names of the others. */
export type PartlyValid<Given> = { given: Partial<Given>; faulty: ReadonlySet<string> }

/** Starts gathering errors; those of a field keep the order they were found in, without repetitions. */
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
