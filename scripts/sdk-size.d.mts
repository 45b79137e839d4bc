export function bundledSize(entry: string): Promise<{ code: string; bytes: number }>
