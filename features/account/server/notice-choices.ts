// What members chose about notices; rows only where it differs from the usual.
import type { Out } from '@maru/kit/contract/route.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { type Answer, type BoundRoute, type Call, handle, Refusal, type Session } from '@maru/kit/server/feature.ts';
import type { Writer } from '@maru/outbox/contract.ts';
import { type NoticeChannel, noticeChannels, type NoticeTopic, noticeTopics } from '../member-choices.ts';
import { getNoticeChoices, type NoticeRow, setNoticeChoice } from '../notice-contract.ts';

type Channels = Readonly<Record<NoticeChannel, boolean>>;

/** Benefits only to whoever asked for them: advertising needs consent. */
const usual: Readonly<Record<NoticeTopic, Channels>> = {
  RISK: { APP: true, SMS: true, MAIL: false },
  TRADE: { APP: true, SMS: false, MAIL: false },
  WALLET: { APP: true, SMS: true, MAIL: true },
  SECURITY: { APP: true, SMS: true, MAIL: true },
  BENEFIT: { APP: false, SMS: false, MAIL: false },
};
const isFixed = (topic: NoticeTopic) => topic === 'SECURITY';

export const noticeRoutes: BoundRoute[] = [
  handle(getNoticeChoices, async (context, call) => ({ data: { content: await choicesOf(context.pool, call.session as Session) } })),
  handle(setNoticeChoice, choose),
];

async function choicesOf(sql: Writer, { member }: Pick<Session, 'member'>): Promise<NoticeRow[]> {
  const { rows } = await sql.query<{ topic: string; channel: string; is_on: boolean }>(
    'SELECT topic, channel, is_on FROM account_notice_choice WHERE member_id = $1',
    [member],
  );
  const own = new Map(rows.map((row) => [`${row.topic} ${row.channel}`, row.is_on]));
  return noticeTopics.map((topic) => {
    const on = (channel: NoticeChannel) => (isFixed(topic) ? true : (own.get(`${topic} ${channel}`) ?? usual[topic][channel]));
    return { topic, APP: on('APP'), SMS: on('SMS'), MAIL: on('MAIL'), isFixed: isFixed(topic) };
  });
}

async function choose(
  context: AppContext,
  call: Call<undefined, Out<typeof setNoticeChoice.body>>,
): Promise<Answer<Out<typeof setNoticeChoice.reply>>> {
  const session = call.session as Session;
  const { topic, channel, isOn } = call.body;
  if (isFixed(topic)) throw new Refusal('NOTICE_FIXED', { field: 'topic' });
  await writeChoice(context.pool, session.site, session.member, topic, channel, isOn);
  const rows = await choicesOf(context.pool, session);
  return { data: rows.find((row) => row.topic === topic) as NoticeRow };
}

async function writeChoice(sql: Writer, site: number, member: number, topic: NoticeTopic, channel: NoticeChannel, isOn: boolean) {
  await sql.query(
    `INSERT INTO account_notice_choice (member_id, site_id, topic, channel, is_on) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (member_id, topic, channel) DO UPDATE SET is_on = $5`,
    [member, site, topic, channel, isOn],
  );
}

/** With the sign-up's transaction, when the optional term was agreed to. */
export async function wantBenefits(sql: Writer, site: number, member: number): Promise<void> {
  for (const channel of noticeChannels) await writeChoice(sql, site, member, 'BENEFIT', channel, true);
}

/** The channels of a topic that a member wants; whoever shut itself out gets no advertising. */
export async function wantedChannels(
  { pool, clock }: Pick<AppContext, 'pool' | 'clock'>,
  site: number,
  member: number,
  topic: NoticeTopic,
): Promise<NoticeChannel[]> {
  if (topic === 'BENEFIT' && (await excludedOf(pool, site, [member], clock.now())).has(member)) return [];
  const row = (await choicesOf(pool, { member })).find((each) => each.topic === topic) as NoticeRow;
  return noticeChannels.filter((channel) => row[channel]);
}

export async function wantingInApp(
  { pool: sql, clock }: Pick<AppContext, 'clock'> & { pool: Writer },
  site: number,
  members: readonly number[],
  topic: NoticeTopic,
): Promise<number[]> {
  if (isFixed(topic)) return [...members];
  const { rows } = await sql.query<{ member_id: number; is_on: boolean }>(
    `SELECT member_id, is_on FROM account_notice_choice WHERE member_id = ANY($1::bigint[]) AND topic = $2 AND channel = 'APP'`,
    [members, topic],
  );
  const own = new Map(rows.map((row) => [row.member_id, row.is_on]));
  const away = topic === 'BENEFIT' ? await excludedOf(sql, site, members, clock.now()) : new Set<number>();
  return members.filter((member) => !away.has(member) && (own.get(member) ?? usual[topic].APP));
}

async function excludedOf(sql: Writer, site: number, members: readonly number[], now: number): Promise<Set<number>> {
  const { rows } = await sql.query<{ id: number }>(
    'SELECT id FROM account_member WHERE site_id = $1 AND id = ANY($2::bigint[]) AND excluded_until > $3',
    [site, members, new Date(now)],
  );
  return new Set(rows.map(({ id }) => id));
}
