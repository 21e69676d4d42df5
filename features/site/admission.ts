// Who may join a site and use it, and from where: what lets more people in is a matter of two persons, what keeps people out says why.
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import { USUAL_AGE } from './usual-values.ts';

export interface AdmissionChange {
  field: string;
  before: unknown;
  after: unknown;
}

const bitsOf = (bits: number): string[] => [...bits.toString(2)].reverse().flatMap((bit, at) => (bit === '1' ? [`${at}`] : []));

interface Restriction {
  field: string;
  value: unknown;
  /** Everything that it keeps out, each by a name of its own. */
  out: readonly string[];
}

/** By field: whom a site keeps out. */
function restrictionsOf({ minAge, signUp, regions }: SiteConfig): Map<string, Restriction> {
  const least = minAge ?? USUAL_AGE;
  const restrictions: Restriction[] = [
    { field: 'minAge', value: least, out: Array.from({ length: least }, (_, age) => `${age}`) },
    { field: 'signUp.proofs', value: signUp?.proofs ?? [], out: signUp?.proofs ?? [] },
    ...(['asksIdentity', 'needsApproval'] as const).map((name) => {
      const isAsked = signUp?.[name] === true;
      return { field: `signUp.${name}`, value: isAsked, out: isAsked ? ['asked'] : [] };
    }),
    { field: 'regions.closed', value: regions?.closed ?? [], out: regions?.closed ?? [] },
    ...Object.entries(regions?.productsOff ?? {}).map(([country, bits]) => ({
      field: `regions.productsOff.${country}`,
      value: bits,
      out: bitsOf(bits),
    })),
  ];
  return new Map(restrictions.map((restriction) => [restriction.field, restriction]));
}

/** Fields that let somebody in who was kept out, and those that keep somebody out anew; one may be both. */
export function admissionChanges(before: SiteConfig, after: SiteConfig): { wider: AdmissionChange[]; narrower: AdmissionChange[] } {
  const [was, is] = [restrictionsOf(before), restrictionsOf(after)];
  const fields = [...new Set([...was.keys(), ...is.keys()])];
  const leaving = (one: Map<string, Restriction>, other: Map<string, Restriction>) =>
    fields
      .filter((field) => one.get(field)?.out.some((each) => other.get(field)?.out.includes(each) !== true) === true)
      .map((field) => ({ field, before: was.get(field)?.value, after: is.get(field)?.value }));
  return { wider: leaving(was, is), narrower: leaving(is, was) };
}
