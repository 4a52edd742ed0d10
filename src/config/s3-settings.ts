/** Where an object store is, and what opens it. */
export type S3Settings = {
  /** Without one: Amazon's own, of the region. */
  endpoint: string | undefined
  region: string
  bucket: string
  keyId: string
  secret: string
  /** What all names in the bucket begin with: empty, or ends with a slash. */
  prefix: string
  /** The bucket is named in the path rather than in the host. */
  pathStyle: boolean
}
