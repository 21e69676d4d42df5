// What features offer each other and need of each other, held together before anything starts: by the compiler and again at start.
import type { ServiceKey } from '../contract/service.ts';
import type { Services } from './services.ts';

/** Of one folder of features; a test holds it to what its code provides and asks for. */
export interface Wiring {
  /** Provided at the latest when the feature has started. */
  readonly offers: readonly ServiceKey<unknown>[];
  /** Somebody must offer it, or the server does not start. */
  readonly needs: readonly ServiceKey<unknown>[];
  /** Asked for, but an installation may be without. */
  readonly mayLack?: readonly ServiceKey<unknown>[];
}

export interface Wired {
  readonly name: string;
  readonly wiring?: Wiring;
}

/** A wiring whose names the compiler does not know says nothing. */
type Known<Name extends string> = string extends Name ? never : Name;
type NamesOf<F, Part extends 'offers' | 'needs'> = F extends { readonly wiring?: infer W }
  ? NonNullable<W> extends Wiring
    ? Known<NonNullable<W>[Part][number]['name']>
    : never
  : never;

/** Names that the parts need and none of them offers: `never` where all is there. */
export type Missing<F extends readonly Wired[]> = Exclude<NamesOf<F[number], 'needs'>, NamesOf<F[number], 'offers'>>;

/** The same list; it does not compile where something is missing, and the message says what. */
export function wired<const F extends readonly Wired[]>(
  features: F & ([Missing<F>] extends [never] ? unknown : { nobodyOffers: Missing<F> }),
): F {
  return features;
}

/** Refuses a list that the compiler did not see: put together at run time, or of parts whose types were lost. */
export function checkWiring(features: readonly Wired[]): void {
  const offered = new Map<string, string>();
  for (const { name, wiring } of features) {
    for (const key of wiring?.offers ?? []) {
      const other = offered.get(key.name);
      if (other !== undefined) throw new Error(`${key.name} is offered twice: by ${other} and by ${name}`);
      offered.set(key.name, name);
    }
  }
  const lacks = features.flatMap(({ name, wiring }) =>
    (wiring?.needs ?? []).filter((key) => !offered.has(key.name)).map((key) => `${name} needs ${key.name}`),
  );
  if (lacks.length > 0) throw new Error(`nobody offers what is needed: ${lacks.join(', ')}`);
}

/** Once all have started: what was offered was given. */
export function checkOffers(features: readonly Wired[], services: Pick<Services, 'has'>): void {
  const owed = features.flatMap(({ name, wiring }) =>
    (wiring?.offers ?? []).filter((key) => !services.has(key)).map((key) => `${key.name} of ${name}`),
  );
  if (owed.length > 0) throw new Error(`offered and not provided: ${owed.join(', ')}`);
}
