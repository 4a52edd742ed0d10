/** The accepted containers of sounds, each with its stored ending, its media type and the name of ffmpeg's demuxer. */
export const containers = {
  mp3: { ending: "mp3", mime: "audio/mpeg", reader: "mp3" },
  ogg: { ending: "ogg", mime: "audio/ogg", reader: "ogg" },
  flac: { ending: "flac", mime: "audio/flac", reader: "flac" },
  m4a: { ending: "m4a", mime: "audio/mp4", reader: "mov" },
  aac: { ending: "aac", mime: "audio/aac", reader: "aac" },
  wav: { ending: "wav", mime: "audio/wav", reader: "wav" },
} as const
export type Container = keyof typeof containers

/** The media types a browser's file dialog offers. */
export const acceptedSounds = "audio/mpeg,audio/ogg,audio/opus,audio/flac,audio/mp4,audio/x-m4a,audio/aac,audio/wav"
/** Largest sound in bytes. */
export const largestSound = 500 * 1024 * 1024

/** Returns the container of a stored sound by its media type. */
export function containerOf(mime: string): Container | undefined {
  return (Object.keys(containers) as Container[]).find((one) => containers[one].mime === mime)
}

/** Recognises a sound by its first bytes alone; undefined when it is not an accepted sound. */
export function soundKindOf(bytes: Uint8Array): Container | undefined {
  const letters = (from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to))
  const start = letters(0, 4)
  if (start === "OggS") {
    // The first packets of all streams come first, so a film is recognised by its video stream.
    const head = letters(0, 512)
    return /vorbis|OpusHead|FLAC/.test(head) && !/theora/.test(head) ? "ogg" : undefined
  }
  if (start === "fLaC") return "flac"
  if ((start === "RIFF" || start === "RF64") && letters(8, 12) === "WAVE") return "wav"
  if (letters(4, 8) === "ftyp" && /^(M4A |M4B |mp4[12]|isom|iso[2-6]|dash)/.test(letters(8, 12))) return "m4a"
  if (start.startsWith("ID3")) return "mp3"
  const [first = 0, second = 0, third = 0] = bytes
  if (first !== 0xff) return undefined
  if ((second & 0xf6) === 0xf0) return "aac"
  const isLayer3 = (second & 0xe0) === 0xe0 && (second & 0x06) === 0x02 && (second & 0x18) !== 0x08
  const isFrame = third >> 4 !== 15 && third >> 4 !== 0 && ((third >> 2) & 3) !== 3
  return isLayer3 && isFrame ? "mp3" : undefined
}
