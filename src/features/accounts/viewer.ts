/** Who is asking: nobody, or a signed-in user with the public actor they speak as. */
export type Viewer = { userId: number; actorId: number | null } | null
