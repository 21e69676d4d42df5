// A moment of a row as answers have it.
export const isoOrNull = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());
