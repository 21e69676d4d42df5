// A typed registry: one feature offers what its contract declares, another uses it, neither imports the other's inside.
import type { ServiceKey } from '../contract/service.ts';

export { type ServiceKey, serviceKey } from '../contract/service.ts';

export interface Services {
  provide<T>(key: ServiceKey<T>, value: T): void;
  /** There whenever the feature's wiring names it: checked before the start. */
  use<T>(key: ServiceKey<T>): T;
  /** For what an installation may lack, or a test's server of some features. */
  find<T>(key: ServiceKey<T>): T | undefined;
  has(key: ServiceKey<unknown>): boolean;
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
    find: <T>(key: ServiceKey<T>) => provided.get(key.name) as T | undefined,
    has: (key) => provided.has(key.name),
  };
}
