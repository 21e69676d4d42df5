// Asking for a code: the answer is the same whether anybody has this address, and so is what it costs.
import type { Out } from '@maru/kit/contract/route.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import type { Answer, Call } from '@maru/kit/server/feature.ts';
import { inTransaction } from '@maru/kit/server/transaction.ts';
import { outbox, type OutgoingKind } from '@maru/outbox/contract.ts';
import type { certificateEmail, findPassword } from '../certificate-contract.ts';
import { refuseSharedName } from './demo-members.ts';
import { asked, compared, kindOf, newKey, refuseTooMany, refuseWithoutTransport, type Wanted, writeCertificate } from './certificates.ts';

type Asked = Answer<Out<typeof certificateEmail.reply>>;

export async function askCode(
  context: AppContext,
  call: Call<undefined, Out<typeof certificateEmail.body>>,
  kind: OutgoingKind,
): Promise<Asked> {
  const { certificateValue, purpose } = call.body;
  const wanted: Wanted = { site: call.site.id, kind, purpose, value: compared(certificateValue), language: call.language };
  refuseWithoutTransport(context, wanted.site, kind);
  const key = newKey();
  await inTransaction(context.pool, async (client) => {
    await refuseTooMany(context, client, wanted);
    // Whoever owns the address is told that nobody signed up with it; whoever only typed it in is not.
    const owners = purpose === 'SIGN_UP' ? [] : await membersWith(client, wanted);
    const isKnown = purpose === 'SIGN_UP' || owners.length > 0;
    const reader = owners.length === 1 ? owners[0].id : undefined;
    await writeCertificate(context, client, key, { ...wanted, reader }, isKnown ? 'CODE' : 'NO_ACCOUNT');
  });
  context.services.use(outbox).hurry();
  return { data: asked(key) };
}

export async function askPasswordCode(context: AppContext, call: Call<undefined, Out<typeof findPassword.body>>): Promise<Asked> {
  const { username, certificateValue } = call.body;
  refuseSharedName(context, { username });
  const value = compared(certificateValue);
  const wanted: Wanted = { site: call.site.id, kind: kindOf(value), purpose: 'FIND_PW', value, language: call.language };
  refuseWithoutTransport(context, wanted.site, wanted.kind);
  const key = newKey();
  const found = (await membersWith(context.pool, wanted)).find((member) => member.username === username.toLowerCase());
  await inTransaction(context.pool, async (client) => {
    await refuseTooMany(context, client, wanted);
    // A stranger's address gets no mail for every name that somebody guesses.
    await writeCertificate(context, client, key, { ...wanted, member: found?.id, reader: found?.id }, 'CODE', found !== undefined);
  });
  context.services.use(outbox).hurry();
  return { data: asked(key) };
}

interface Found {
  id: number;
  username: string;
  created_at: Date;
}

/** Members of the site with this address or number. */
export async function membersWith(
  sql: { query(text: string, values: unknown[]): Promise<{ rows: Found[] }> },
  { site, kind, value }: Pick<Wanted, 'site' | 'kind' | 'value'>,
): Promise<Found[]> {
  const column = kind === 'MAIL' ? 'lower(email)' : 'phone';
  const { rows } = await sql.query(
    `SELECT id, username, created_at FROM account_member WHERE site_id = $1 AND ${column} = $2 ORDER BY id LIMIT 20`,
    [site, value],
  );
  return rows;
}
