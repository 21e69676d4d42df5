// Where bytes of files lie: one interface, whatever holds them. Keys are made by us: `site/id`.
export interface FileStore {
  write(key: string, bytes: Uint8Array): Promise<void>;
  /** undefined when it is not there. */
  read(key: string): Promise<Uint8Array | undefined>;
  /** Quiet when it was gone already. */
  remove(key: string): Promise<void>;
}

export const keyOf = (site: number, id: string): string => `${site}/${id}`;
