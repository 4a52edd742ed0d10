import { eventPath } from "#features/events/inputs.ts"
import { numberInPath } from "#http/parameters.ts"

export const remoteAttendancePath = eventPath.extend({ attendance: numberInPath(7) })
