type Bounds = {
  /** Most pieces of work in progress at once, in all and of one host. */
  most: number
  mostOfHost: number
  /** Most pieces of work that wait, in all and of one host, and the longest wait in milliseconds. */
  mostWaiting: number
  mostWaitingOfHost: number
  patience: number
}

type Waiting = { host: string; begin: () => void }

/**
 * Limits how many pieces of work are in progress at once, in all and of each host; the others wait in order of arrival. Work that
 * would have to wait too long, or behind too many others, is not done, and the result is undefined.
 */
export function concurrencyLimit({ most, mostOfHost, mostWaiting, mostWaitingOfHost, patience }: Bounds) {
  const underWay = new Map<string, number>()
  let waiting: Waiting[] = []
  let count = 0
  const hasRoom = (host: string) => count < most && (underWay.get(host) ?? 0) < mostOfHost

  function begin(host: string) {
    count++
    underWay.set(host, (underWay.get(host) ?? 0) + 1)
  }

  function end(host: string) {
    count--
    const left = (underWay.get(host) ?? 1) - 1
    if (left > 0) underWay.set(host, left)
    else underWay.delete(host)
    const next = waiting.find((one) => hasRoom(one.host))
    if (!next) return
    waiting = waiting.filter((one) => one !== next)
    begin(next.host)
    next.begin()
  }

  function turn(host: string): Promise<boolean> {
    const ofHost = waiting.filter((one) => one.host === host).length
    if (waiting.length >= mostWaiting || ofHost >= mostWaitingOfHost) return Promise.resolve(false)
    return new Promise((decided) => {
      const impatient = setTimeout(() => {
        waiting = waiting.filter((one) => one !== mine)
        decided(false)
      }, patience)
      const mine: Waiting = {
        host,
        begin() {
          clearTimeout(impatient)
          decided(true)
        },
      }
      waiting.push(mine)
    })
  }

  return async function inLane<Result>(host: string, work: () => Promise<Result>): Promise<Result | undefined> {
    if (hasRoom(host)) begin(host)
    else if (!(await turn(host))) return undefined
    try {
      return await work()
    } finally {
      end(host)
    }
  }
}
