// Whose sign-up it is, on sites that ask the bureau: the form's name must be the person's, old enough, and one account each.
import type { Out } from '@maru/kit/contract/route.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import { USUAL_AGE } from '@maru/site/contract.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { Refusal } from '@maru/kit/server/feature.ts';
import type { Writer } from '@maru/outbox/contract.ts';
import type { signUp } from '../../contract.ts';
import { takeCertificate } from '../certificates.ts';
import { timeIn } from '@maru/kit/contract/calendar.ts';
import { ageAt, exclusionOf, keepPerson, readPerson } from './person.ts';

export interface Identity {
  key: string;
  di: string;
  sealed: Buffer;
}

/** With the transaction that makes the member; undefined where the site does not ask. */
export async function takeIdentity(
  context: AppContext,
  sql: Writer,
  site: SiteConfig,
  body: Pick<Out<typeof signUp.body>, 'name' | 'niceKey'>,
): Promise<Identity | undefined> {
  if (site.signUp?.asksIdentity !== true) return undefined;
  const key = body.niceKey ?? '';
  const proof = await takeCertificate(context, sql, site.id, 'SIGN_UP', key).catch((error: unknown) => {
    if (error instanceof Refusal) return undefined;
    throw error;
  });
  const person = proof?.kind === 'NICE' && proof.person !== null ? readPerson(context.config, site.id, key, proof.person) : undefined;
  if (proof === undefined || proof.person === null || person === undefined) throw new Refusal('PROOF_REQUIRED', { field: 'niceKey' });
  if (plain(person.name) !== plain(body.name)) throw new Refusal('IDENTITY_DIFFERS', { field: 'name' });
  const least = site.minAge ?? USUAL_AGE;
  if (ageAt(person.birthDate, context.clock.now()) < least) throw new Refusal('TOO_YOUNG', { field: 'niceKey', years: least });
  const until = await exclusionOf(sql, person.ciHash, context.clock.now());
  if (until !== undefined) throw new Refusal('PERSON_EXCLUDED', { field: 'niceKey', until: timeIn(site.timeZone, until) });
  return { key, di: proof.value, sealed: proof.person };
}

export async function keepIdentity(
  context: AppContext,
  sql: Writer,
  site: number,
  member: number,
  identity: Identity | undefined,
): Promise<void> {
  if (identity !== undefined) await keepPerson(context, sql, { site, member, ...identity }, identity.sealed);
}

/** Spaces and the way letters are put together are no difference of name. */
const plain = (name: string) => name.normalize('NFC').replace(/\s+/g, '').toLowerCase();
