// A member's passkeys: making one, listing, removing; and logging in by one.
import type { Out } from '@maru/kit/contract/route.ts';
import { entrances } from '@maru/kit/server/restrictions.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { type Answer, type BoundRoute, type Call, handle, Refusal, type Session } from '@maru/kit/server/feature.ts';
import type { PoolClient } from 'pg';
import { askPasskey, createPasskey, listPasskeys, MAX_PASSKEYS, passkeyLogin, removePasskey, startPasskey } from '../passkey-contract.ts';
import { changing } from './authenticator.ts';
import type { Confirming } from './confirm-password.ts';
import { notShared } from './demo-members.ts';
import { admitLogin, refuseClosed } from './login.ts';
import { memberOfChallenge } from './login-challenge.ts';
import { memberById } from './member-rows.ts';
import { challengeIn, checkProof, hostOf, proofOptions, refused, webAuthn } from './passkey-proof.ts';
import {
  CHALLENGE_MS,
  handleOf,
  passkeyColumns,
  type PasskeyRow,
  passkeysOf,
  shownPasskey,
  takePasskeyChallenge,
  writePasskeyChallenge,
} from './passkey-rows.ts';
import { noteSteppedUp } from './second-factor.ts';
import { eraseRecoveryIfAlone, writeFirstRecoveryCodes } from './totp.ts';

/** EdDSA, ES256, RS256. */
const ALGORITHMS = [-8, -7, -257];
const memberOf = (call: Call) => call.session as Session;

export function passkeyRoutes(confirm: () => Confirming, refuseOver: (ip: string) => void): BoundRoute[] {
  return [
    handle(listPasskeys, async (context, call) => {
      const { site, member } = memberOf(call);
      return { data: { content: (await passkeysOf(context.pool, site, member)).map(shownPasskey) } };
    }),
    ...notShared([
      handle(startPasskey, async (context, call) => {
        await confirm()(memberOf(call), call.ip, call.body.password);
        return { data: { options: await makingOptions(context, call) } };
      }),
      handle(createPasskey, create),
      handle(removePasskey, async (context, call) => {
        const { site, member } = memberOf(call);
        await confirm()(memberOf(call), call.ip, call.body.password);
        await changing(context, call, 'PASSKEY_OFF', async (client) => {
          const { rowCount } = await client.query('DELETE FROM account_passkey WHERE site_id = $1 AND member_id = $2 AND id = $3', [
            site,
            member,
            call.body.id,
          ]);
          if (rowCount === 0) throw new Refusal('NOT_FOUND', { field: 'id' });
          await eraseRecoveryIfAlone(client, member);
        });
        return { data: { id: call.body.id } };
      }),
    ]),
    handle(askPasskey, async (context, call) => {
      refuseOver(call.ip);
      const { challenge } = call.body;
      const member = challenge === undefined ? call.session?.member : await memberOfChallenge(context, call.site.id, challenge);
      return { data: { options: await proofOptions(context, call, member) } };
    }),
    ...entrances([
      handle(passkeyLogin, async (context, call) => {
        refuseOver(call.ip);
        const { member_id: member } = await checkProof(context, call, 'LOGIN', undefined, call.body.passkey);
        const row = await memberById(context.pool, call.site.id, member);
        if (row === undefined) throw refused();
        refuseClosed(row, call.site.timeZone, context.clock.now());
        return { data: await admitLogin(context, call, row, 'OK_PASSKEY') };
      }),
    ]),
  ];
}

async function makingOptions(context: AppContext, call: Call): Promise<Record<string, unknown>> {
  const { site, member, username } = memberOf(call);
  const own = await passkeysOf(context.pool, site, member);
  refuseFull(own.length);
  const { generateRegistrationOptions } = await webAuthn();
  const options = await generateRegistrationOptions({
    rpName: call.site.name[call.language],
    rpID: hostOf(call),
    userName: username,
    userDisplayName: username,
    userID: new Uint8Array(handleOf(context, site, member)),
    timeout: CHALLENGE_MS,
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    // Kept on the authenticator, so that it can log in without a username.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    excludeCredentials: own.map((row) => ({ id: row.credential_id, transports: row.transports })),
  });
  await writePasskeyChallenge(context, site, 'MAKE', member, options.challenge);
  return { ...options };
}

type CreateCall = Call<undefined, Out<typeof createPasskey.body>>;

async function create(context: AppContext, call: CreateCall): Promise<Answer<Out<typeof createPasskey.reply>>> {
  const session = memberOf(call);
  const made = await verifiedMaking(context, call);
  const answer = await changing(context, call, 'PASSKEY_ON', async (client) => {
    // One after the other: two at once must not both be the last allowed.
    await client.query('SELECT 1 FROM account_member WHERE id = $1 FOR UPDATE', [session.member]);
    refuseFull((await passkeysOf(client, session.site, session.member)).length);
    const row = await insert(context, client, call, made);
    return { passkey: shownPasskey(row), recoveryCodes: await writeFirstRecoveryCodes(context, client, session) };
  });
  await noteSteppedUp(context, session.family);
  return { data: answer };
}

interface Made {
  id: string;
  publicKey: Uint8Array;
  counter: number;
  isSynced: boolean;
}

async function verifiedMaking(context: AppContext, call: CreateCall): Promise<Made> {
  const { site, member } = memberOf(call);
  const { made } = call.body;
  const challenge = challengeIn(made.response.clientDataJSON);
  const taken = await takePasskeyChallenge(context, site, 'MAKE', challenge);
  if (taken?.member !== member) throw refused();
  const { verifyRegistrationResponse } = await webAuthn();
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { ...made, clientExtensionResults: {} } as Parameters<typeof verifyRegistrationResponse>[0]['response'],
      expectedChallenge: challenge,
      expectedOrigin: call.origin,
      expectedRPID: hostOf(call),
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    });
    if (verified) {
      const { credential, credentialDeviceType } = registrationInfo;
      return { ...credential, isSynced: credentialDeviceType === 'multiDevice' };
    }
  } catch (error) {
    context.log.info({ site, member, err: error }, 'passkey not made');
  }
  throw refused();
}

async function insert(context: AppContext, client: PoolClient, call: CreateCall, made: Made): Promise<PasskeyRow> {
  const { site, member } = memberOf(call);
  const { rows } = await client.query<PasskeyRow>(
    `INSERT INTO account_passkey (site_id, member_id, rp_id, credential_id, public_key, counter, transports, is_synced, label, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT DO NOTHING RETURNING ${passkeyColumns}`,
    [
      site,
      member,
      hostOf(call),
      made.id,
      Buffer.from(made.publicKey),
      made.counter,
      call.body.made.response.transports ?? [],
      made.isSynced,
      call.body.label,
      new Date(context.clock.now()),
    ],
  );
  if (rows.length === 0) throw refused();
  return rows[0];
}

function refuseFull(count: number): void {
  if (count >= MAX_PASSKEYS) throw new Refusal('TOO_MANY_PASSKEYS', { limit: String(MAX_PASSKEYS) });
}
