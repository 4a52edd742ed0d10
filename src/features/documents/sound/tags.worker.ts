// Reads the tags of a sound in a worker thread: a hostile file keeps the parser busy for minutes, and it never pauses.
import { parentPort } from "node:worker_threads"
import { type IOptions, parseBuffer, parseFile } from "music-metadata"

export type TagsTask = { file: { path: string } | { bytes: Uint8Array }; mime: string; options: IOptions }
/** What is read from a sound, as far as it is used. */
export type ReadSound = {
  isSound: boolean
  hasPictures: boolean
  duration: number | undefined
  title: string | undefined
  artist: string | undefined
  album: string | undefined
  cover: Uint8Array | undefined
}

const port = parentPort as NonNullable<typeof parentPort>

port.on("message", (task: TagsTask) => {
  void read(task)
    .catch(() => undefined)
    .then((sound) => port.postMessage(sound))
})

async function read({ file, mime, options }: TagsTask): Promise<ReadSound> {
  const { common, format } = await ("path" in file
    ? parseFile(file.path, options)
    : parseBuffer(file.bytes, { mimeType: mime, size: file.bytes.length }, options))
  const { title, artist, album, picture: pictures } = common
  const cover = pictures?.find(({ type }) => type === "Cover (front)") ?? pictures?.[0]
  return {
    isSound: format.hasAudio !== false && Boolean(format.codec),
    hasPictures: format.hasVideo === true,
    duration: format.duration,
    title,
    artist,
    album,
    cover: cover?.data,
  }
}
