// Writes icons.tsx, the drawings we use from @phosphor-icons/react (MIT) in one weight each, and seldom-icons.tsx, those that
// only a few screens use, so that not every first page loads them. Imported from the package, an icon brings its six weights (0.7
// KB gzipped instead of 0.15). Run: node src/ui/icons.generate.mjs
import fs from "node:fs"
import path from "node:path"

const wanted = {
  regular: `MagnifyingGlass LightbulbFilament Moon List CalendarBlank UsersThree Pulse UserCircle Star Check X Plus Minus
    ArrowLeft ArrowRight ArrowUpRight ArrowsClockwise Copy ShareNetwork EnvelopeSimple MapPin CrosshairSimple PencilSimple SlidersHorizontal
    CalendarPlus Ticket Bookmark Printer Rows SquaresFour CalendarDots Eye EyeSlash Key SignOut RssSimple DownloadSimple UploadSimple
    FileText FileSvg ChatCircleText LinkSimple Image Trash Globe Shuffle BracketsCurly Planet Clock Flag Info
    TextB TextItalic TextHTwo TextHThree ListBullets ListNumbers Quotes ArrowCounterClockwise ArrowClockwise CheckCircle ArrowUp ArrowDown
    ClipboardText MapTrifold Headphones Archive`,
  bold: "CaretDown CaretUp CaretLeft CaretRight Plus Check X",
  fill: "EnvelopeSimple MapPin Key Star Info Warning WarningCircle CheckCircle CalendarBlank UsersThree UserCircle Pulse Planet Ticket Bookmark Headphones Play Pause SkipBack SkipForward",
}
/** Icons of single screens, mostly editors, and of parts that are loaded later: no first screen waits for them. */
const seldom = new Set(
  `Archive ArrowClockwise ArrowCounterClockwise ArrowDown ArrowRight ArrowUp BookmarkFill BracketsCurly CaretUpBold
    ChatCircleText CheckCircle ClipboardText Clock EnvelopeSimpleFill Eye EyeSlash FileSvg Flag Image Key KeyFill
    ListBullets ListNumbers MapPinFill Minus PencilSimple PlanetFill Quotes Shuffle SignOut SkipBackFill SkipForwardFill
    TextB TextHThree TextHTwo TextItalic TicketFill Trash UploadSimple`.split(/\s+/),
)
const definitions = path.resolve(import.meta.dirname, "../../node_modules/@phosphor-icons/react/dist/defs")
const [drawings, seldomDrawings] = [[], []]
for (const [weight, names] of Object.entries(wanted)) {
  for (const name of names.split(/\s+/)) {
    const source = fs.readFileSync(path.join(definitions, `${name}.es.js`), "utf8")
    const drawing = source.split(`"${weight}",`)[1]?.split(/"(?:bold|duotone|fill|light|regular|thin)",/)[0] ?? ""
    const paths = [...drawing.matchAll(/d: "([^"]+)"/g)].map((found) => found[1])
    if (paths.length === 0) throw new Error(`${name} ${weight} has no path`)
    const suffix = weight === "regular" ? "" : weight === "bold" ? "Bold" : "Fill"
    const list = seldom.has(name + suffix) ? seldomDrawings : drawings
    list.push(`export const ${name}${suffix} = /* @__PURE__ */ icon(\n  ${JSON.stringify(paths.join(""))},\n)`)
  }
}
const note = "// Written by icons.generate.mjs from @phosphor-icons/react (MIT). Do not edit."
const head = `${note}
import type { ReactElement } from "react"

export type IconProps = { className?: string; lg?: boolean }
export type Icon = ((props: IconProps) => ReactElement) & { path: string }

/** An icon is never alone: it is hidden, and stands beside words or in a control that has a name. */
export function icon(path: string): Icon {
  const draw = ({ className, lg }: IconProps) => (
    <svg
      className={className || lg ? ["i", lg ? "i--lg" : "", className].filter(Boolean).join(" ") : "i"}
      viewBox="0 0 256 256"
      aria-hidden="true"
    >
      <path d={path} />
    </svg>
  )
  return Object.assign(draw, { path })
}
`
const write = (file, ...parts) => fs.writeFileSync(path.join(import.meta.dirname, file), `${parts.join("\n")}\n`)
write("icons.tsx", head, ...drawings.sort())
write("seldom-icons.tsx", note, 'import { icon } from "./icons.tsx"\n', ...seldomDrawings.sort())
