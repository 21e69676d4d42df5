// Proving a passkey: the options for the browser, and checking what it signed, for this host and this challenge, once.
import { timingSafeEqual } from 'node:crypto';
import type { AppContext } from '@maru/kit/server/context.ts';
import { type Call, Refusal } from '@maru/kit/server/feature.ts';
import type { PasskeyProof } from '../second-factor-contract.ts';
import {
  CHALLENGE_MS,
  type ChallengePurpose,
  handleOf,
  noteUse,
  passkeyOfCredential,
  type PasskeyRow,
  passkeysOf,
  takePasskeyChallenge,
  writePasskeyChallenge,
} from './passkey-rows.ts';

/** Loaded when the first passkey comes: it is large, and many servers never need it. */
export const webAuthn = () => import('@simplewebauthn/server');

export const hostOf = ({ origin }: Pick<Call, 'origin'>): string => new URL(origin).hostname;

/** `member` undefined: whoever has a passkey of this host. */
export async function proofOptions(context: AppContext, call: Call, member: number | undefined): Promise<Record<string, unknown>> {
  const { generateAuthenticationOptions } = await webAuthn();
  const host = hostOf(call);
  const own = member === undefined ? [] : (await passkeysOf(context.pool, call.site.id, member)).filter((row) => row.rp_id === host);
  const options = await generateAuthenticationOptions({
    rpID: host,
    timeout: CHALLENGE_MS,
    // Instead of a password the passkey must also know its owner; after one, having it is enough.
    userVerification: member === undefined ? 'required' : 'preferred',
    allowCredentials: own.map((row) => ({ id: row.credential_id, transports: row.transports })),
  });
  await writePasskeyChallenge(context, call.site.id, member === undefined ? 'LOGIN' : 'PROVE', member, options.challenge);
  return { ...options };
}

/** The passkey that signed; refuses whatever is not exactly right, in one word. */
export async function checkProof(
  context: AppContext,
  call: Call,
  purpose: Exclude<ChallengePurpose, 'MAKE'>,
  member: number | undefined,
  proof: PasskeyProof,
): Promise<PasskeyRow> {
  const site = call.site.id;
  const challenge = challengeIn(proof.response.clientDataJSON);
  const taken = await takePasskeyChallenge(context, site, purpose, challenge);
  const row = await passkeyOfCredential(context.pool, site, hostOf(call), proof.id);
  const isTheirs = row !== undefined && (member === undefined || row.member_id === member);
  if (taken === undefined || !isTheirs || (taken.member !== null && taken.member !== row.member_id)) throw refused();
  const { userHandle } = proof.response;
  if (userHandle !== undefined && !isSame(Buffer.from(userHandle, 'base64url'), handleOf(context, site, row.member_id))) throw refused();
  const counter = await verified(context, call, row, proof, challenge, purpose === 'LOGIN');
  if (!(await noteUse(context, row, counter))) throw refused();
  return row;
}

async function verified(
  context: AppContext,
  call: Call,
  row: PasskeyRow,
  proof: PasskeyProof,
  expectedChallenge: string,
  requireUserVerification: boolean,
): Promise<number> {
  const { verifyAuthenticationResponse } = await webAuthn();
  try {
    const { verified: isGenuine, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...proof, clientExtensionResults: {} } as Parameters<typeof verifyAuthenticationResponse>[0]['response'],
      expectedChallenge,
      expectedOrigin: call.origin,
      expectedRPID: row.rp_id,
      requireUserVerification,
      credential: { id: row.credential_id, publicKey: new Uint8Array(row.public_key), counter: row.counter },
    });
    if (isGenuine) return authenticationInfo.newCounter;
  } catch (error) {
    context.log.info({ site: call.site.id, member: row.member_id, err: error }, 'passkey refused');
  }
  throw refused();
}

/** The challenge that was signed; empty when it cannot be read, which matches nothing. */
export function challengeIn(clientDataJSON: string): string {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8')) as { challenge?: unknown };
    return typeof challenge === 'string' ? challenge : '';
  } catch {
    return '';
  }
}

const isSame = (a: Buffer, b: Buffer) => a.length === b.length && timingSafeEqual(a, b);
export const refused = () => new Refusal('PASSKEY_REFUSED');
