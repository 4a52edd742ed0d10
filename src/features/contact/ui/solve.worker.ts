// The work of the challenge, in a thread of its own: the page stays as quick as it was.
import { deriveKey } from "altcha-lib/algorithms/web/pbkdf2"
import { handler } from "altcha-lib/workers/shared"

handler({ deriveKey })
