// Tells a member something by every channel that it wants for the topic: its messages here, SMS and mail through the outbox.
import type { AppContext } from '@maru/kit/server/context.ts';
import { outbox, type OutgoingKind } from '@maru/outbox/contract.ts';
import type { MemberNotice, NoticeChannel, NoticeTopic } from '../member-choices.ts';
import { memberById, type MemberRow } from './member-rows.ts';
import { wantedChannels } from './notice-choices.ts';
import { timeIn } from '@maru/kit/contract/calendar.ts';
import { memberBox, type MemberMessage } from '@maru/member/contract.ts';

const kinds: Readonly<Record<NoticeTopic, MemberMessage['kind']>> = {
  RISK: 'TRADE',
  TRADE: 'TRADE',
  WALLET: 'WALLET',
  SECURITY: 'SECURITY',
  BENEFIT: 'BENEFIT',
};

/** Never fails its caller: what happened stands, whether or not the notice could be written. */
export async function tellMember(
  context: AppContext,
  site: number,
  member: number,
  topic: NoticeTopic,
  words: MemberNotice | ((time: (at: Date) => string) => MemberNotice),
): Promise<void> {
  const timeZone = context.sites.byId(site)?.timeZone ?? 'UTC';
  const notice = typeof words === 'function' ? words((at) => timeIn(timeZone, at)) : words;
  try {
    const channels = await wantedChannels(context, site, member, topic);
    if (channels.includes('APP')) await tellInApp(context, site, member, topic, notice);
    await writeMails(context, site, member, channels, notice);
  } catch (error) {
    context.log.warn({ err: error, site, member, topic }, 'notice not written');
  }
}

export async function tellInApp(
  context: AppContext,
  site: number,
  member: number,
  topic: NoticeTopic,
  notice: MemberNotice,
): Promise<void> {
  await context.services.find(memberBox)?.send({ site, member, kind: kinds[topic], ...notice });
}

async function writeMails(
  context: AppContext,
  site: number,
  member: number,
  channels: readonly NoticeChannel[],
  { title, content }: MemberNotice,
): Promise<void> {
  const mails = context.services.find(outbox);
  const wanted = (['SMS', 'MAIL'] as const).filter((kind) => channels.includes(kind) && mails?.canCarry(site, kind) === true);
  if (mails === undefined || wanted.length === 0) return;
  const row = await memberById(context.pool, site, member);
  if (row === undefined) return;
  // A notice has no reader's language: mails go out in the site's first.
  const language = context.sites.byId(site)?.languages[0] ?? 'ko';
  const values = { title: title[language], text: content[language] };
  for (const kind of wanted)
    await mails.post(context.pool, { site, kind, name: 'NOTICE', language, to: addressOf(row, kind), member, values });
  mails.hurry();
}

export const addressOf = ({ email, phone }: Pick<MemberRow, 'email' | 'phone'>, kind: OutgoingKind): string =>
  kind === 'MAIL' ? email : phone;
