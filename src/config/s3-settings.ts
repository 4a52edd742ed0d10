/** The address of an object store and the credentials for it. */
export type S3Settings = {
  /** Undefined for Amazon's own endpoint of the region. */
  endpoint: string | undefined
  region: string
  bucket: string
  keyId: string
  secret: string
  /** Prefix of every object name in the bucket: empty, or ends with a slash. */
  prefix: string
  /** Whether the bucket is named in the path rather than in the host name. */
  pathStyle: boolean
}
