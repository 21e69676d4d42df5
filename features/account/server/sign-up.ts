// Becoming a member: one transaction for row and account number, then the engine opens the account.
import type { Out } from '@maru/kit/contract/route.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { type Answer, type Call, Refusal } from '@maru/kit/server/feature.ts';
import { inTransaction } from '@maru/kit/server/transaction.ts';
import { desk } from '@maru/operator/contract.ts';
import { findPartner } from '@maru/partner/contract.ts';
import { legalDocuments } from '@maru/site/contract.ts';
import type { PoolClient } from 'pg';
import { type signUp, welcomeGift } from '../contract.ts';
import type { AccountOpener } from './open-accounts.ts';
import { type Identity, keepIdentity, takeIdentity } from './nice/sign-up-identity.ts';
import { setBrought } from './game-limits.ts';
import { bringAlong, mailHash, phoneHash, refuseLeftNames, refuseRejoin } from './leaving/left-person.ts';
import { wantBenefits } from './notice-choices.ts';
import { hashPassword, isCommonPassword } from '@maru/kit/server/passwords.ts';
import { memberJoined } from '@maru/member/contract.ts';
import type { MemberStatus } from '@maru/member/contract.ts';
import { sealBankInfo } from './bank-info.ts';
import { noteProvenMail } from './proven-mail.ts';
import { refuseReserved } from './reserved-names.ts';
import { readEtcJson, refuseUnanswered, takeProofs } from './sign-up-asks.ts';

type SignUpBody = Out<typeof signUp.body>;
export interface NewMember {
  id: number;
  account: number;
  username: string;
  status: MemberStatus;
}

/** Everything a member does not choose (role, status, wallets) is set here; no field of the request can. */
export async function signUpMember(
  context: AppContext,
  parts: { opener: AccountOpener },
  call: Call<undefined, SignUpBody>,
): Promise<Answer<Out<typeof signUp.reply>>> {
  const { body, site } = call;
  if (body.nick.toLowerCase() === body.username) throw new Refusal('NICK_IS_USERNAME');
  refuseReserved(site, { username: body.username, nick: body.nick });
  if (isCommonPassword(body.password, body.username, body.nick, body.phone.replaceAll('-', ''))) throw new Refusal('PASSWORD_TOO_COMMON');
  await refuseUnanswered(context, site, body);
  const partnerId = await partnerOf(context, site, body.partnerId);
  let identity: Identity | undefined;
  const [phone, mail] = [phoneHash(context, site.id, body.phone), mailHash(context, site.id, body.email)];
  const marks = () => ({ phone, mail, di: identity?.di });
  let demoMoney: string | undefined;
  const member = await insertMember(context, site.id, body, {
    partnerId,
    status: site.signUp?.needsApproval === true ? 'WAIT' : 'ACTIVE',
    before: async (client) => {
      await takeProofs(context, client, site, body);
      identity = await takeIdentity(context, client, site, body);
      await refuseLeftNames(context, client, site.id, body);
      await refuseRejoin(context, client, site, marks());
    },
    after: async (client, member, account) => {
      if (site.signUp?.proofs.includes('MAIL') === true) await noteProvenMail(context, client, member);
      await keepIdentity(context, client, site.id, member, identity);
      await bringAlong(context, client, { site: site.id, member, account }, marks());
      await agreeToTerms(context, client, call, member);
      demoMoney = await context.services.find(welcomeGift)?.promise(client, { site, account });
    },
  });
  context.services.use(memberJoined)(site.id, member.id, member.account);
  if (member.status === 'WAIT') context.services.find(desk)?.tell(site.id, { type: 'WAITING', kind: 'sign-up' });
  try {
    await parts.opener.open(site.id);
    await setBrought(context);
    if (demoMoney !== undefined) await context.services.find(welcomeGift)?.pay(site.id);
  } catch (error) {
    // The rows stand; account and gift follow as soon as the engine takes commands again.
    context.log.warn({ site: site.id, member: member.id, err: error }, 'account not opened yet');
  }
  return { data: { id: member.id, username: member.username, status: member.status, ...(demoMoney !== undefined && { demoMoney }) } };
}

/** Which versions were agreed to, when and from where, with the member's own row. */
async function agreeToTerms(
  context: AppContext,
  client: PoolClient,
  { site, body, ip }: Call<undefined, SignUpBody>,
  member: number,
): Promise<void> {
  const { terms } = readEtcJson(body.etcJson);
  if (!Array.isArray(terms)) return;
  if (terms.includes('news')) await wantBenefits(client, site.id, member);
  const kinds = Object.entries(documentOf).flatMap(([term, kind]) => (terms.includes(term) ? [kind] : []));
  await context.services.find(legalDocuments)?.agree(client, { site: site.id, member, kinds, atMs: context.clock.now(), ip });
}

/** The form's terms that stand for a document; the age is not one. */
const documentOf = { service: 'service', privacy: 'privacy', risk: 'risk', news: 'marketing' } as const;

async function partnerOf(context: AppContext, site: SiteConfig, key: string | number | undefined): Promise<number | undefined> {
  if (key === undefined || key === '') return undefined;
  const found = await context.services.use(findPartner)(site.id, String(key));
  if (found === undefined) throw new Refusal('PARTNER_UNKNOWN', { field: 'partnerId' });
  return found.id;
}

const taken: Readonly<Record<string, string>> = {
  account_member_username: 'USERNAME_TAKEN',
  account_member_nick: 'NICK_TAKEN',
  account_member_phone: 'PHONE_TAKEN',
};

/** A refusal that names what is taken already, or the error as it was. */
export function takenCode(error: unknown): unknown {
  const { code, constraint } = error as { code?: string; constraint?: string };
  return code === '23505' && constraint !== undefined && constraint in taken ? new Refusal(taken[constraint]) : error;
}

interface Entry {
  partnerId?: number | undefined;
  status?: MemberStatus;
  /** Of the password, where it is known already. */
  hash?: string;
  /** Runs first in the transaction; what it throws undoes it. */
  before?(client: PoolClient): Promise<void>;
  /** Runs last in it, with the new member's id and account number. */
  after?(client: PoolClient, member: number, account: number): Promise<void>;
}

export async function insertMember(
  context: AppContext,
  site: number,
  body: SignUpBody,
  { partnerId, status = 'ACTIVE', hash: known, before, after }: Entry = {},
): Promise<NewMember> {
  const hash = known ?? (await hashPassword(body.password));
  try {
    return await inTransaction(context.pool, async (client) => {
      await before?.(client);
      await client.query('INSERT INTO account_counter (site_id) VALUES ($1) ON CONFLICT DO NOTHING', [site]);
      // The row lock orders sign-ups of a site; a sign-up that fails gives its number back with the transaction.
      const counter = await client.query<{ account: number }>(
        'UPDATE account_counter SET next_account = next_account + 1 WHERE site_id = $1 RETURNING next_account - 1 AS account',
        [site],
      );
      const { account } = counter.rows[0];
      const inserted = await client.query<{ id: number }>(
        `INSERT INTO account_member (site_id, account_no, username, nick, name, phone, email, password_hash, partner_id, etc_json, bank_info, address, created_at, status)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14) RETURNING id`,
        [
          site,
          account,
          body.username,
          body.nick,
          body.name.trim(),
          body.phone,
          body.email,
          hash,
          partnerId,
          body.etcJson || undefined,
          body.bankInfo ? sealBankInfo(context, site, account, body.bankInfo) : null,
          body.address,
          new Date(context.clock.now()),
          status,
        ],
      );
      await after?.(client, inserted.rows[0].id, account);
      return { id: inserted.rows[0].id, account, username: body.username, status };
    });
  } catch (error) {
    throw takenCode(error);
  }
}
