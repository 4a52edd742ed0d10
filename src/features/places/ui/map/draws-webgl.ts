/** Whether this browser can draw a map. */
export function drawsWebGl(): boolean {
  try {
    return Boolean(document.createElement("canvas").getContext("webgl2"))
  } catch {
    return false
  }
}
