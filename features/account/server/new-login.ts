// A log-in from a device or network that the member has not been seen on: told by mail, with a link for "this was not me".
import { DAY_MS, timeIn } from '@maru/kit/contract/calendar.ts';
import { createHash, randomBytes } from 'node:crypto';
import type { AppContext } from '@maru/kit/server/context.ts';
import { type Answer, type Call, Refusal } from '@maru/kit/server/feature.ts';
import type { Out } from '@maru/kit/contract/route.ts';
import { inTransaction } from '@maru/kit/server/transaction.ts';
import { outbox, outgoingKinds } from '@maru/outbox/contract.ts';
import type { disownLogin } from '../profile-contract.ts';
import { deviceNameOf } from './device-name.ts';
import { lockMember } from './lock-account.ts';
import { memberById, type MemberRow } from './member-rows.ts';
import { addressOf, tellInApp } from './tell-member.ts';
const LINK_MS = 7 * DAY_MS;
const REMEMBERED_MS = 90 * DAY_MS;
const hashOf = (token: string) => createHash('sha256').update(token).digest();

/** What stays the same over updates of the browser. */
export function deviceKindOf(userAgent: string): string {
  const { system, browser, isPhone } = deviceNameOf(userAgent);
  return `${system} ${browser.replace(/ \d+$/, '')} ${isPhone}`;
}

/** Providers hand out addresses of one neighbourhood: the first half of an address is the place. */
function placeOf(ip: string): string {
  const plain = ip.replace(/^::ffff:/, '');
  return plain.includes(':') ? plain.split(':').slice(0, 2).join(':') : plain.split('.').slice(0, 2).join('.');
}

/** Before this log-in is noted. The very first one is no news. */
export async function tellIfNew(context: AppContext, call: Call, row: MemberRow): Promise<void> {
  const { rows } = await context.pool.query<{ ip: string; user_agent: string }>(
    `SELECT DISTINCT ip, user_agent FROM account_login_try
     WHERE site_id = $1 AND member_id = $2 AND result LIKE 'OK%' AND at > $3 LIMIT 500`,
    [row.site_id, row.id, new Date(context.clock.now() - REMEMBERED_MS)],
  );
  if (rows.length === 0) return;
  const isDeviceKnown = rows.some((each) => deviceKindOf(each.user_agent) === deviceKindOf(call.userAgent));
  const isPlaceKnown = rows.some((each) => placeOf(each.ip) === placeOf(call.ip));
  if (!isDeviceKnown || !isPlaceKnown) await tell(context, call, row);
}

async function tell(context: AppContext, call: Call, row: MemberRow): Promise<void> {
  const { site, language, ip } = call;
  const mails = context.services.find(outbox);
  const carried = outgoingKinds.filter((kind) => mails?.canCarry(site.id, kind) === true);
  const token = randomBytes(32).toString('base64url');
  const { system, browser } = deviceNameOf(call.userAgent);
  const now = context.clock.now();
  const values = {
    username: row.username,
    time: timeIn(site.timeZone, new Date(now)),
    device: [system, browser].filter(Boolean).join(' · ') || '-',
    ip,
    link: `${call.origin}/not-me/${token}`,
  };
  await tellHere(context, row, values);
  if (mails === undefined || carried.length === 0) return;
  await inTransaction(context.pool, async (client) => {
    await client.query('INSERT INTO account_notice_link (hash, site_id, member_id, expires_at) VALUES ($1, $2, $3, $4)', [
      hashOf(token),
      site.id,
      row.id,
      new Date(now + LINK_MS),
    ]);
    for (const kind of carried)
      await mails.post(client, { site: site.id, kind, name: 'NEW_LOGIN', language, to: addressOf(row, kind), member: row.id, values });
  });
  mails.hurry();
}

/** Among the member's messages: seen at the next look, whoever reads the mail. */
async function tellHere(
  context: AppContext,
  { site_id, id }: MemberRow,
  { time, device, ip }: { time: string; device: string; ip: string },
) {
  await tellInApp(context, site_id, id, 'SECURITY', {
    title: { ko: '새로운 곳에서 로그인했습니다', en: 'A login from somewhere new' },
    content: {
      ko: `${time} · ${device} · ${ip}. 직접 한 로그인이 아니라면 그 기기를 로그아웃하고 계정을 잠가 주십시오.`,
      en: `${time} · ${device} · ${ip}. If it was not you, log that device out and lock the account.`,
    },
    link: '/myinfo/profile',
  }).catch((error: unknown) => context.log.warn({ err: error, member: id }, 'notice not written'));
}

/** The link of a mail, once and within a week; it needs no login and can do nothing but lock. */
export async function disown(
  context: AppContext,
  call: Call<undefined, Out<typeof disownLogin.body>>,
): Promise<Answer<Out<typeof disownLogin.reply>>> {
  const now = new Date(context.clock.now());
  const site = call.site.id;
  await lockMember(context, call, async (client) => {
    const { rows } = await client.query<{ member_id: number }>(
      `UPDATE account_notice_link SET used_at = $3 WHERE hash = $1 AND site_id = $2 AND used_at IS NULL AND expires_at > $3 RETURNING member_id`,
      [hashOf(call.body.token), site, now],
    );
    const row = rows.length === 0 ? undefined : await memberById(client, site, rows[0].member_id);
    if (row === undefined) throw new Refusal('LINK_USED');
    return row;
  });
  return { data: { locked: true } };
}

export async function forgetLinks({ pool, clock }: Pick<AppContext, 'pool' | 'clock'>): Promise<void> {
  await pool.query('DELETE FROM account_notice_link WHERE expires_at < $1', [new Date(clock.now())]);
}
