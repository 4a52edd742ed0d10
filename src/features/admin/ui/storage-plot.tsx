import { useMessages } from "#i18n/messages-context.ts"
import { fileKinds } from "../overview/overview.ts"
import type { Overview } from "../overview/representation.server.ts"
import { byteUnit, marksOf, seatsOf } from "./drawing.ts"
import { Legend, Plot } from "./plot.tsx"

const colours = {
  images: "var(--ink-music)",
  sounds: "var(--ink-exhibition)",
  documents: "var(--ink-talk)",
  others: "var(--text-3)",
  free: undefined,
}

/**
 * The space files take, as the seats of a theatre: a seat is a share of the disk, or of all files where the disk size is unknown.
 */
export function StoragePlot({ storage }: { storage: Overview["storage"] }) {
  const t = useMessages()
  const size = (bytes: number) => {
    const { value, unit } = byteUnit(bytes)
    return t.number(value, { style: "unit", unit, maximumFractionDigits: value < 10 ? 1 : 0 })
  }
  const { bytes, free, size: whole } = storage
  const files = fileKinds.reduce((sum, kind) => sum + bytes[kind], 0)
  const parts = [
    ...fileKinds.map((name) => ({ name, bytes: bytes[name] })),
    ...(free !== null && whole !== null
      ? [
          { name: "others" as const, bytes: Math.max(0, whole - free - files) },
          { name: "free" as const, bytes: free },
        ]
      : []),
  ]
  const seats = seatsOf(6)
  const marks = marksOf(
    parts.map((part) => part.bytes),
    seats.length,
  )
  const fills = parts.flatMap(({ name }, at) => Array.from({ length: marks[at] ?? 0 }, () => name))
  const title =
    free !== null && whole !== null
      ? t("admin.storage_of", { used: size(whole - free), size: size(whole) })
      : t("admin.storage", { used: size(files) })
  return (
    <Plot title={title}>
      <svg viewBox="0 0 360 190" aria-hidden="true">
        {seats.map(({ x, y }, at) => {
          const colour = colours[fills[at] ?? "free"]
          return (
            <circle
              key={`${x} ${y}`}
              cx={x}
              cy={y}
              r="6"
              fill={colour ?? "none"}
              stroke={colour ? "none" : "var(--line-strong)"}
            />
          )
        })}
      </svg>
      <Legend
        keys={parts.map(({ name, bytes: taken }) => {
          const colour = colours[name]
          return { name, words: `${t(`admin.files_${name}`)} ${size(taken)}`, ...(colour ? { colour } : {}) }
        })}
      />
      {storage.place === "s3" && <p className="small t3">{t("admin.storage_elsewhere")}</p>}
    </Plot>
  )
}
