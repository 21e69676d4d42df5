// Opening the identity window and taking its answer: bound to the browser that asked, to this site, to one request, and good once.
import { createHmac, randomBytes } from 'node:crypto';
import type { Out } from '@maru/kit/contract/route.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { type Answer, type BoundRoute, type Call, handle, Refusal } from '@maru/kit/server/feature.ts';
import { openSecret, sealSecret } from '@maru/kit/server/seal.ts';
import { inTransaction } from '@maru/kit/server/transaction.ts';
import type { PoolClient } from 'pg';
import { niceId, type NicePurpose, niceVerify } from '../../nice-contract.ts';
import { newKey, PROOF_MS } from '../certificates.ts';
import { memberByUsername } from '../member-rows.ts';
import type { Bureau } from './bureau.ts';
import { closeEnvelope, openEnvelope, type TokenFacts } from './envelope.ts';
import { hashesOf, type NicePerson, personIn, sealPerson } from './person.ts';

const WINDOW_MS = 600_000;
/** Where the window leads back to. */
export const NICE_RETURN = '/nice/return';

interface RequestRow {
  purpose: NicePurpose;
  request_no: string;
  site_code: string;
  token_version: string;
  secret: Buffer;
  username: string | null;
}

export function niceRoutes(bureau: (site: number) => Bureau | undefined, guardRate: (ip: string) => void): BoundRoute[] {
  return [
    handle(niceId, async (context, call) => {
      guardRate(call.ip);
      const open = bureau(call.site.id);
      if (open === undefined) throw new Refusal('NICE_NOT_SET_UP');
      return openWindow(context, open, call);
    }),
    handle(niceVerify, async (context, call) => {
      guardRate(call.ip);
      return takeAnswer(context, call);
    }),
  ];
}

const boundTo = (site: number, key: string) => Buffer.from(`nice ${site} ${key}`);

/** A host, with or without its port, or an address of it: the one that the call reached. */
function isHostOf(origin: string, host: string): boolean {
  const own = new URL(origin);
  const given = host.includes('://') ? host : `${own.protocol}//${host}`;
  if (!URL.canParse(given)) return false;
  const { protocol, hostname, port, username, pathname } = new URL(given);
  const isPlain = /^https?:$/.test(protocol) && username === '' && pathname === '/';
  return isPlain && hostname === own.hostname && (port === '' || port === own.port);
}

async function openWindow(
  context: AppContext,
  bureau: Bureau,
  call: Call<Out<typeof niceId.query>>,
): Promise<Answer<Out<typeof niceId.reply>>> {
  const { purpose = 'SIGN_UP', username, host } = call.query;
  if (host !== undefined && !isHostOf(call.origin, host)) throw new Refusal('INVALID_FIELD', { field: 'host' });
  const now = context.clock.now();
  const token = await bureau.token(now).catch((error: unknown) => {
    context.log.warn({ err: error }, 'NICE gave no window');
    throw new Refusal('NICE_AWAY');
  });
  const key = newKey();
  const { requestTime, requestNumber, tokenValue, siteCode, tokenVersionId } = token;
  const sealed = closeEnvelope(token, {
    requestno: requestNumber,
    returnurl: `${call.origin}${NICE_RETURN}`,
    sitecode: siteCode,
    authtype: 'M',
    methodtype: 'get',
    popupyn: 'Y',
    receivedata: '',
  });
  await context.pool.query(
    `INSERT INTO account_nice_request (key, site_id, purpose, request_no, site_code, token_version, secret, username, created_at, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      key,
      call.site.id,
      purpose,
      requestNumber,
      siteCode,
      tokenVersionId,
      sealSecret(context.config.secrets.storageKey, JSON.stringify({ requestTime, requestNumber, tokenValue }), boundTo(call.site.id, key)),
      purpose === 'FIND_PW' ? (username ?? '') : null,
      new Date(now),
      new Date(now + WINDOW_MS),
    ],
  );
  return {
    data: { key, action: bureau.window, tokenVersionId, ...sealed, expiresIn: WINDOW_MS / 1000, isStandIn: bureau.isStandIn },
  };
}

async function takeAnswer(
  context: AppContext,
  call: Call<undefined, Out<typeof niceVerify.body>>,
): Promise<Answer<Out<typeof niceVerify.reply>>> {
  const { key, tokenVersionId, encData, integrityValue } = call.body;
  const site = call.site.id;
  const now = new Date(context.clock.now());
  const { rows } = await context.pool.query<RequestRow>(
    `SELECT purpose, request_no, site_code, token_version, secret, username FROM account_nice_request
     WHERE key = $1 AND site_id = $2 AND used_at IS NULL AND expires_at > $3`,
    [key, site, now],
  );
  const row = rows.at(0);
  if (row === undefined) throw new Refusal('NICE_EXPIRED');
  const person = readAnswer(context, site, key, row, { tokenVersionId, encData, integrityValue });
  if (person === undefined) throw new Refusal('NICE_REFUSED');
  await inTransaction(context.pool, async (client) => {
    // Of two that bring the same answer one wins.
    const { rowCount } = await client.query('UPDATE account_nice_request SET used_at = $2 WHERE key = $1 AND used_at IS NULL', [key, now]);
    if (rowCount === 0) throw new Refusal('NICE_EXPIRED');
    const { ci, di } = hashesOf(context, site, person);
    const member = await ownerOf(client, site, row, di);
    await client.query(
      `INSERT INTO account_certificate (key, site_id, kind, purpose, value, member_id, code_hash, created_at, expires_at, verified_at, person)
       VALUES ($1, $2, 'NICE', $3, $4, $5, $6, $7, $7, $7, $8)`,
      [key, site, row.purpose, di, member, noCode(), now, sealPerson(context, site, key, { ...person, ciHash: ci })],
    );
  });
  const shown = row.purpose === 'SIGN_UP' ? person : undefined;
  return {
    data: {
      key,
      verified: true,
      usableFor: PROOF_MS / 1000,
      name: shown?.name ?? null,
      birthDate: shown?.birthDate ?? null,
      phone: shown?.phone ?? null,
    },
  };
}

/** Token, MAC, request and result, in this order; undefined when one of them is not what was asked for. */
function readAnswer(
  { config }: AppContext,
  site: number,
  key: string,
  row: RequestRow,
  answer: { tokenVersionId: string; encData: string; integrityValue: string },
): NicePerson | undefined {
  const secret = openSecret(config.secrets.storageKey, row.secret, boundTo(site, key));
  if (secret === undefined || answer.tokenVersionId !== row.token_version) return undefined;
  const content = openEnvelope(JSON.parse(secret) as TokenFacts, answer);
  if (content === undefined || content.requestno !== row.request_no || content.sitecode !== row.site_code) return undefined;
  return content.resultcode === '0000' ? personIn(content) : undefined;
}

/** Of FIND_PW: the member of that name, if it is this person. A name that is somebody else's proves as little as one that nobody has. */
async function ownerOf(client: PoolClient, site: number, { purpose, username }: RequestRow, di: string): Promise<number | undefined> {
  if (purpose !== 'FIND_PW' || username === null) return undefined;
  const found = await memberByUsername(client, site, username);
  const { rowCount } = await client.query('SELECT 1 FROM account_person WHERE site_id = $1 AND member_id = $2 AND di_hash = $3', [
    site,
    found?.id ?? 0,
    di,
  ]);
  return rowCount === 1 ? found?.id : undefined;
}

/** Nothing that is typed opens such a certificate. */
const noCode = () => createHmac('sha256', randomBytes(32)).digest();
