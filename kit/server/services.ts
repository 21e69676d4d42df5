// A typed registry: one feature offers what its contract declares, another uses it, neither imports the other's inside.

export interface ServiceKey<T> {
  readonly name: string;
  readonly _type?: T;
}
export function serviceKey<T>(name: string): ServiceKey<T> {
  return { name };
}

export interface Services {
  provide<T>(key: ServiceKey<T>, value: T): void;
  /** Throws when nobody provides it: wiring faults stop the start. */
  use<T>(key: ServiceKey<T>): T;
}

export function createServices(): Services {
  const provided = new Map<string, unknown>();
  return {
    provide(key, value) {
      if (provided.has(key.name)) throw new Error(`service ${key.name} is provided twice`);
      provided.set(key.name, value);
    },
    use<T>(key: ServiceKey<T>): T {
      if (!provided.has(key.name)) throw new Error(`service ${key.name} is not provided`);
      return provided.get(key.name) as T;
    },
  };
}
