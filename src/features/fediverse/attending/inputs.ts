import { eventPath } from "#features/events/inputs.ts"
import { numberInPath } from "#http/input/parameters.ts"

export const remoteAttendancePath = eventPath.extend({ attendance: numberInPath(7) })
