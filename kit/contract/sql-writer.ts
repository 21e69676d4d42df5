// Anything that runs SQL, so that contracts can speak of a caller's transaction: the pool, or the client that holds it.
export interface SqlWriter {
  // oxlint-disable-next-line typescript/no-explicit-any -- rows of whatever was asked, where nothing is said of them
  query<R extends { [column: string]: any } = any>(sql: string, values?: unknown[]): Promise<{ rows: R[]; rowCount: number | null }>;
}
