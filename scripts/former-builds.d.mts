export function replaceBuild(build: string, next: string, now?: number): void
