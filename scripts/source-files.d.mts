export declare function sourceFiles(root: string): string[]
