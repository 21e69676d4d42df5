// Beside a member's records: what stands out, what operators wrote and did, what protects and limits it.
import { call } from '@maru/kit/web/api-client.ts';
import { DeskPanel, Facts } from '@maru/kit/web/desk/page.tsx';
import { IfCan } from '@maru/kit/web/desk/if-can.tsx';
import { Loaded } from '@maru/kit/web/desk/loaded.tsx';
import { Masked } from '@maru/kit/web/desk/masked.tsx';
import { figure } from '@maru/kit/web/i18n/figures.ts';
import { moment, tableMoment } from '@maru/kit/web/i18n/moments.ts';
import { type Text, useText } from '@maru/kit/web/i18n/use-text.ts';
import { lazyArea } from '@maru/kit/web/lazy-area.tsx';
import { useCall } from '@maru/kit/web/query.ts';
import { Button } from '@maru/kit/web/ui/button.tsx';
import { Link } from '@tanstack/react-router';
import { KeyRound, MonitorSmartphone, Plus, ShieldAlert, TriangleAlert } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { listMemberNotes, type MemberFile, type MemberNote, type MemberSignal, revealMember } from '@maru/account/admin-contract.ts';
import { memberTexts, wordsOf } from '@maru/account/admin/desk-texts.ts';
import type { Trading } from './member-holdings.tsx';
import type { NoteFormProps } from './member-note.tsx';

const NoteForm = lazyArea<NoteFormProps>(() => import('./member-note.tsx').then((m) => m.NoteForm));

interface WatchPanelProps {
  file: MemberFile;
  trading: Trading | undefined;
  /** USDT of bonuses that may not leave yet. */
  heldBonus: string;
}

export function WatchPanel({ file, trading, heldBonus }: WatchPanelProps) {
  const t = useText(memberTexts);
  return (
    <div>
      <DeskPanel title={t('m.signals')}>
        {file.signals.length === 0 && <p className="text-13 text-mute">{t('m.signals.none')}</p>}
        <ul className="flex flex-col gap-2">
          {file.signals.map((signal, at) => (
            <SignalRow key={at} signal={signal} />
          ))}
        </ul>
      </DeskPanel>
      <Notes member={file.member.id} />
      <DeskPanel title={t('m.limits')} className="pt-0">
        <Facts items={limitFacts(t, file, trading, heldBonus)} />
      </DeskPanel>
    </div>
  );
}

const icons: Readonly<Record<MemberSignal['kind'], ReactNode>> = {
  FAILED_ELSEWHERE: <TriangleAlert size={15} />,
  SAME_DEVICE: <MonitorSmartphone size={15} />,
  SAME_ADDRESS: <MonitorSmartphone size={15} />,
  SECURITY_CHANGED: <KeyRound size={15} />,
  LOGIN_LOCKED: <ShieldAlert size={15} />,
};
const loud: readonly MemberSignal['kind'][] = ['FAILED_ELSEWHERE', 'LOGIN_LOCKED', 'SAME_DEVICE'];

function SignalRow({ signal }: { signal: MemberSignal }) {
  const t = useText(memberTexts);
  const isLoud = loud.includes(signal.kind);
  const at = signal.at === null ? '' : tableMoment(signal.at, false);
  return (
    <li className={`flex gap-2.5 rounded-8 px-3 py-2.5 ${isLoud ? 'bg-warn-tint' : 'bg-sunken'}`}>
      <span aria-hidden="true" className={isLoud ? 'mt-0.5 text-warn' : 'mt-0.5 text-mute'}>
        {icons[signal.kind]}
      </span>
      <div className="min-w-0 text-12 text-sub">
        <p className="text-13 font-semibold text-text">{t(`m.signal.${signal.kind}`, { count: signal.count })}</p>
        <p className="break-words">
          {[signal.kind === 'LOGIN_LOCKED' ? t('m.signal.until', { time: at }) : at, signal.detail].filter(Boolean).join(' · ')}
        </p>
        {signal.members.length > 0 && (
          <p className="flex flex-wrap gap-x-2">
            {signal.members.map((member) => (
              <Link key={member.id} to={`/members/${member.id}`} className="touch font-semibold text-brand hover:underline">
                {member.username}
              </Link>
            ))}
          </p>
        )}
      </div>
    </li>
  );
}

function Notes({ member }: { member: number }) {
  const t = useText(memberTexts);
  const notes = useCall(listMemberNotes, { query: { playerId: String(member) } });
  const [isWriting, setWriting] = useState(false);
  return (
    <DeskPanel
      title={t('m.notes')}
      className="pt-0"
      aside={
        <IfCan right="member.note">
          <Button size={24} look="quiet" icon={<Plus size={13} />} aria-expanded={isWriting} onClick={() => setWriting((was) => !was)}>
            {t('m.notes.add')}
          </Button>
        </IfCan>
      }
    >
      {isWriting && <NoteForm member={member} onDone={() => setWriting(false)} />}
      <Loaded query={notes} rows={3}>
        {({ content }) =>
          content.length === 0 ? (
            <p className="text-13 text-mute">{t('m.notes.none')}</p>
          ) : (
            <ol className="flex flex-col">
              {content.map((note) => (
                <NoteRow key={note.id} note={note} />
              ))}
            </ol>
          )
        }
      </Loaded>
    </DeskPanel>
  );
}

/** A line of steps down the side, as time runs. */
function NoteRow({ note }: { note: MemberNote }) {
  const t = useText(memberTexts);
  return (
    <li className="relative border-l border-line pb-3 pl-4 text-13 last:border-transparent last:pb-0">
      <span aria-hidden="true" className="absolute top-1 -left-[4.5px] size-2 rounded-[2px] bg-edge" />
      <p className="text-12 text-mute">
        <b className="font-semibold text-text">{note.author ?? '–'}</b> · {tableMoment(note.at, false)}
      </p>
      <p className="break-words whitespace-pre-wrap">
        {note.act !== null && <b className="font-semibold">{wordsOf(t, 'm.did', note.act)}. </b>}
        {note.text}
      </p>
    </li>
  );
}

const flagNames = ['mayNotOrder', 'reduceOnly', 'frozen', 'mayNotInvest'] as const;

function limitFacts(
  t: Text<typeof memberTexts>,
  { member, ownLimits, withdrawLimit }: MemberFile,
  trading: Trading | undefined,
  heldBonus: string,
) {
  const set = flagNames.filter((name) => trading?.flags[name] === true);
  const onOff = (isOn: boolean) => t(isOn ? 'm.limit.on' : 'm.limit.off');
  const reveal = async () => (await call(revealMember, { body: { playerId: member.id, field: 'bankInfo' } })).value;
  return [
    {
      label: t('m.limit.trading'),
      value:
        set.length === 0 ? t('m.limit.free') : <span className="text-danger">{set.map((name) => t(`m.flag.${name}`)).join(', ')}</span>,
    },
    ...(trading?.leverageLimit == null ? [] : [{ label: t('m.limit.leverage'), value: `${trading.leverageLimit}x` }]),
    ...(withdrawLimit === null ? [] : [{ label: t('m.limit.withdraw'), value: `${figure(withdrawLimit)} USDT` }]),
    ...(/[1-9]/.test(heldBonus) ? [{ label: t('m.limit.bonus'), value: `${figure(heldBonus, { decimals: 2 })} USDT` }] : []),
    ...ownLimits.map(({ kind, currency, limit }) => ({
      label: wordsOf(t, 'm.limit', kind),
      value: currency === null ? t('m.limit.minutes', { count: limit }) : `${figure(limit)} ${currency}`,
    })),
    ...(member.excludedUntil === null ? [] : [{ label: t('m.limit.excluded'), value: moment(member.excludedUntil, 'said') }]),
    { label: t('m.limit.totp'), value: onOff(member.totpSince !== null) },
    { label: t('m.limit.passkeys'), value: member.passkeys },
    { label: t('m.limit.logins'), value: member.openLogins },
    ...(member.passwordChangedAt === null ? [] : [{ label: t('m.limit.password'), value: tableMoment(member.passwordChangedAt, false) }]),
    ...(member.settingsLockedUntil === null
      ? []
      : [{ label: t('m.limit.settings'), value: t('m.signal.until', { time: tableMoment(member.settingsLockedUntil, false) }) }]),
    ...(member.bankInfo === null
      ? []
      : [{ label: t('m.limit.bank'), value: <Masked masked={member.bankInfo} right="member.reveal" reveal={reveal} /> }]),
  ];
}
