/** Where a stored picture is served: under `/uploads`, by the file name of its stored path. */
export const photoUrl = (storedPath: string | null): string | undefined =>
  storedPath
    ? `/uploads/${encodeURIComponent(storedPath.slice(storedPath.lastIndexOf('/') + 1))}`
    : undefined
