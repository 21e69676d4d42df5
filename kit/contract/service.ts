// Names of what one feature offers another, with its type: declared in a contract, provided and used on the server.

export interface ServiceKey<T, Name extends string = string> {
  readonly name: Name;
  readonly _type?: T;
}

/** `serviceKey('wallet.rates').of<Rates>()`: the compiler knows the name too, so a list of features says what it lacks. */
export function serviceKey<const Name extends string>(name: Name): { of<T>(): ServiceKey<T, Name> } {
  return { of: () => ({ name }) };
}
