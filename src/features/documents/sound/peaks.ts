/** Number of points of a waveform, whatever the length of the sound. */
export const points = 800
/** Sample rate of the mono samples that are measured, in hertz. */
export const rate = 8000
/** Number of samples of a grain, a hundredth of a second. */
const grain = rate / 100

/**
 * Makes a collector that builds the waveform of a sound from its samples (16 bits, little-endian) as they arrive; its memory
 * grows by 100 bytes a second of sound.
 */
export function gatherPeaks() {
  let grains = new Uint8Array(64 * 1024)
  let count = 0
  let samples = 0
  let highest = 0
  let half: number | undefined

  const add = (sample: number) => {
    const size = Math.abs(sample)
    if (size > highest) highest = size
    samples += 1
    if (samples % grain === 0) close()
  }
  const close = () => {
    if (count === grains.length) {
      const wider = new Uint8Array(grains.length * 2)
      wider.set(grains)
      grains = wider
    }
    grains[count++] = Math.min(255, highest >> 7)
    highest = 0
  }

  return {
    push(bytes: Uint8Array) {
      let at = 0
      if (half !== undefined && bytes.length > 0) {
        add(((half | ((bytes[0] as number) << 8)) << 16) >> 16)
        half = undefined
        at = 1
      }
      const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
      for (; at + 1 < bytes.length; at += 2) add(view.getInt16(at, true))
      if (at < bytes.length) half = bytes[at]
    },
    /** Returns the duration in seconds and the waveform: the highest value of each of 800 parts, 0 to 255. */
    end(): { duration: number; peaks: Uint8Array } {
      if (samples % grain !== 0) close()
      const peaks = new Uint8Array(points)
      for (let point = 0; point < points && count > 0; point++) {
        const from = Math.floor((point * count) / points)
        const to = Math.max(from + 1, Math.floor(((point + 1) * count) / points))
        for (let at = from; at < to; at++) peaks[point] = Math.max(peaks[point] as number, grains[at] as number)
      }
      return { duration: samples / rate, peaks }
    },
  }
}

/** Reduces a waveform to a number of bars, each 0 to 1, the highest 1. */
export function barsOf(peaks: string, count: number): number[] {
  const bytes = Uint8Array.from(atob(peaks), (one) => one.charCodeAt(0))
  const bars = Array.from({ length: count }, (_, bar) => {
    const [from, to] = [Math.floor((bar * bytes.length) / count), Math.floor(((bar + 1) * bytes.length) / count)]
    const part = bytes.subarray(from, Math.max(from + 1, to))
    return part.reduce((sum, one) => sum + one, 0) / part.length
  })
  const most = Math.max(1, ...bars)
  return bars.map((bar) => bar / most)
}
