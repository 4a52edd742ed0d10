// Writes src/web/api-types.ts from our own OpenAPI document: what pages call is what developers are offered.
import { writeFileSync } from "node:fs"

type Schema = {
  $ref?: string
  type?: string | string[]
  enum?: unknown[]
  items?: Schema
  prefixItems?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: Schema | boolean
  anyOf?: Schema[]
  allOf?: Schema[]
}
type Operation = {
  parameters?: { name: string; in: string; required?: boolean; schema?: Schema }[]
  requestBody?: { content?: Record<string, { schema?: Schema }> }
  responses?: Record<string, { content?: Record<string, { schema?: Schema }> }>
}
type Document = { paths?: Record<string, Record<string, Operation>>; components?: { schemas?: Record<string, Schema> } }

export function writeApiTypes(document: Document, file: string) {
  const schemas = Object.entries(document.components?.schemas ?? {})
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([name, schema]) => `export type ${name} = ${typeOf(schema)}`)
  const calls = Object.entries(document.paths ?? {}).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const parameters = (operation.parameters ?? [])
        .filter((one) => one.in !== "header")
        .map((one) => `${one.name}${one.required ? "" : "?"}: ${parameterType(one.schema)}`)
        .join("; ")
      const answer = Object.entries(operation.responses ?? {}).find(([status]) => status.startsWith("2"))?.[1]
      const schema = answer?.content?.["application/json"]?.schema
      const sent = operation.requestBody?.content?.["application/json"]?.schema
      const body = sent ? ` body: ${typeOf(sent)};` : ""
      const name = method === "get" ? path : `${method.toUpperCase()} ${path}`
      return `  ${JSON.stringify(name)}: { parameters: { ${parameters} };${body} answer: ${schema ? typeOf(schema) : "undefined"} }`
    }),
  )
  writeFileSync(
    file,
    `// Generated from the OpenAPI document by \`npm run generate\`.\n\n${schemas.join("\n\n")}\n\nexport interface Calls {\n${calls.join("\n")}\n}\n`,
  )
}

function parameterType(schema: Schema | undefined) {
  if (schema?.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" | ")
  if (schema?.type === "integer") return "string | number"
  return schema?.type === "string" ? "string" : "string | number | boolean"
}

function typeOf(schema: Schema): string {
  if (schema.$ref) return schema.$ref.split("/").at(-1) as string
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" | ")
  // A reference beside a description: only the reference says a type.
  if (schema.allOf)
    return schema.allOf
      .filter((one) => one.$ref || one.type)
      .map(typeOf)
      .join(" & ")
  if (schema.anyOf) return schema.anyOf.map(typeOf).join(" | ")
  const types = Array.isArray(schema.type) ? schema.type : [schema.type]
  return types.map((type) => single(type, schema)).join(" | ")
}

function single(type: string | undefined, schema: Schema): string {
  if (type === "null") return "null"
  if (type === "string") return "string"
  if (type === "number" || type === "integer") return "number"
  if (type === "boolean") return "boolean"
  if (type === "array") {
    if (schema.prefixItems) return `[${schema.prefixItems.map(typeOf).join(", ")}]`
    return `(${schema.items ? typeOf(schema.items) : "unknown"})[]`
  }
  if (!schema.properties) {
    const values = schema.additionalProperties
    return `{ [key: string]: ${typeof values === "object" && Object.keys(values).length > 0 ? typeOf(values) : "unknown"} }`
  }
  const fields = Object.entries(schema.properties).map(
    ([name, field]) => `${JSON.stringify(name)}${schema.required?.includes(name) ? "" : "?"}: ${typeOf(field)}`,
  )
  const others = typeof schema.additionalProperties === "object" ? "; [key: string]: unknown" : ""
  return `{ ${fields.join("; ")}${others} }`
}
