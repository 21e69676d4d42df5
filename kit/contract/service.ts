// Names of what one feature offers another, with its type: declared in a contract, provided and used on the server.

export interface ServiceKey<T> {
  readonly name: string;
  readonly _type?: T;
}

export function serviceKey<T>(name: string): ServiceKey<T> {
  return { name };
}
