import { qrDrawing } from "#features/site/epc-qr.ts"

const quietZone = 4

/**
 * Draws a text as a QR code in SVG: black on white with the quiet zone that readers need, or only the modules where the code is
 * printed on white paper.
 */
export function qrSvg(text: string, isBare = false): string {
  const { size, path } = qrDrawing(text)
  const inner = size - 2 * quietZone
  const box = isBare ? `${quietZone} ${quietZone} ${inner} ${inner}` : `0 0 ${size} ${size}`
  const ground = isBare ? "" : `<path fill="#fff" d="M0 0h${size}v${size}H0z"/>`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}" shape-rendering="crispEdges">${ground}<path d="${path}"/></svg>`
}
