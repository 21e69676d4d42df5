// The dialogs of what is done to a member: what it means, what it needs, and always why.
import { call } from '@maru/kit/web/api-client.ts';
import { ReasonDialog } from '@maru/kit/web/desk/reason-dialog.tsx';
import { messageOf } from '@maru/kit/web/failure.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { newRequestKey } from '@maru/kit/web/request-keys.ts';
import { refetch } from '@maru/kit/web/query.ts';
import { toast } from '@maru/kit/web/toasts/toast-list.ts';
import { Button } from '@maru/kit/web/ui/button.tsx';
import { Checkbox } from '@maru/kit/web/ui/choices.tsx';
import { Field, TextField } from '@maru/kit/web/ui/field.tsx';
import { Dialog } from '@maru/kit/web/ui/overlays.tsx';
import { Segment } from '@maru/kit/web/ui/tabs.tsx';
import { readMemberTrading, setAccountFlags } from '@maru/futures/admin-contract.ts';
import { type FormEvent, useState } from 'react';
import {
  askLiftHold,
  askRemoveFactor,
  askUnlock,
  endMemberSessions,
  holdWithdrawals,
  messageMember,
  renameMember,
  resetLoginLock,
  setMemberStatus,
} from '@maru/account/admin-acts-contract.ts';
import { listMemberLogins, listMemberNotes, type MemberFile, readMember } from '@maru/account/admin-contract.ts';
import { memberTexts } from '@maru/account/admin/desk-texts.ts';
import { LeverageDialog, WithdrawDialog } from './limit-dialogs.tsx';
import type { Trading } from './member-holdings.tsx';

export type ActKind =
  | 'deny'
  | 'allow'
  | 'endLogins'
  | 'resetLock'
  | 'hold'
  | 'lift'
  | 'factor'
  | 'unlock'
  | 'nick'
  | 'restrict'
  | 'leverage'
  | 'withdraw'
  | 'message';

interface ActProps {
  file: MemberFile;
  onClose(): void;
}

export function ActDialog({ kind, file, trading, onClose }: ActProps & { kind: ActKind; trading: Trading | undefined }) {
  const done = useDone();
  if (kind === 'message') return <MessageDialog file={file} onClose={onClose} />;
  if (kind === 'hold') return <HoldDialog file={file} onClose={onClose} />;
  if (kind === 'factor') return <FactorDialog file={file} onClose={onClose} />;
  if (kind === 'nick') return <NickDialog file={file} onClose={onClose} />;
  if (kind === 'leverage') return trading ? <LeverageDialog file={file} trading={trading} done={done} onClose={onClose} /> : null;
  if (kind === 'withdraw') return <WithdrawDialog file={file} done={done} onClose={onClose} />;
  if (kind === 'restrict') return trading ? <RestrictDialog file={file} flags={trading.flags} onClose={onClose} /> : null;
  return <PlainDialog kind={kind} file={file} onClose={onClose} />;
}

/** What was done shows at once. */
export async function afterAct(): Promise<void> {
  await Promise.all([refetch(readMember), refetch(listMemberNotes), refetch(listMemberLogins), refetch(readMemberTrading)]);
}

function useDone() {
  const t = useText(memberTexts);
  return async (work: Promise<unknown>) => {
    await work;
    toast({ title: t('m.act.done'), kind: 'done' });
    await afterAct();
  };
}

const plain = {
  deny: { title: 'm.act.status.DENY', words: 'm.act.deny.words', look: 'danger' },
  allow: { title: 'm.act.status.ACTIVE', words: 'm.act.allow.words', look: 'brand' },
  endLogins: { title: 'm.act.endLogins', words: 'm.act.endLogins.words', look: 'brand' },
  resetLock: { title: 'm.act.resetLock', words: 'm.act.resetLock.words', look: 'brand' },
  lift: { title: 'm.act.lift', words: 'm.act.lift.words', look: 'brand' },
  unlock: { title: 'm.act.unlock', words: 'm.act.unlock.words', look: 'brand' },
} as const;

function PlainDialog({ kind, file, onClose }: ActProps & { kind: keyof typeof plain }) {
  const t = useText(memberTexts);
  const done = useDone();
  const { title, words, look } = plain[kind];
  const act = (reason: string) => {
    const body = { playerId: file.member.id, reason };
    if (kind === 'deny') return call(setMemberStatus, { body: { ...body, status: 'DENY' } });
    if (kind === 'allow') return call(setMemberStatus, { body: { ...body, status: 'ACTIVE' } });
    if (kind === 'endLogins') return call(endMemberSessions, { body });
    if (kind === 'resetLock') return call(resetLoginLock, { body });
    return kind === 'lift' ? call(askLiftHold, { body }) : call(askUnlock, { body });
  };
  return (
    <ReasonDialog
      title={t(title)}
      description={t(words)}
      confirm={t('m.act.do')}
      look={look}
      onConfirm={(reason) => done(act(reason))}
      onClose={onClose}
    />
  );
}

const holdDays = ['1', '3', '7', '30'] as const;

function HoldDialog({ file, onClose }: ActProps) {
  const t = useText(memberTexts);
  const done = useDone();
  const [days, setDays] = useState<(typeof holdDays)[number]>('3');
  return (
    <ReasonDialog
      title={t('m.act.hold')}
      description={t('m.act.hold.words')}
      confirm={t('m.act.do')}
      onConfirm={(reason) => done(call(holdWithdrawals, { body: { playerId: file.member.id, days: Number(days), reason } }))}
      onClose={onClose}
    >
      <div className="mb-4">
        <Segment
          isFull
          label={t('m.act.hold.days')}
          value={days}
          onChange={setDays}
          items={holdDays.map((value) => ({ value, label: t('m.act.hold.day', { count: value }) }))}
        />
      </div>
    </ReasonDialog>
  );
}

const checks = ['VIDEO', 'DOCUMENT', 'PHONE', 'IN_PERSON'] as const;

function FactorDialog({ file, onClose }: ActProps) {
  const t = useText(memberTexts);
  const done = useDone();
  const [checkedBy, setCheckedBy] = useState<(typeof checks)[number]>('VIDEO');
  return (
    <ReasonDialog
      title={t('m.act.factor')}
      description={t('m.act.factor.words')}
      confirm={t('m.act.do')}
      look="danger"
      onConfirm={(reason) => done(call(askRemoveFactor, { body: { playerId: file.member.id, checkedBy, reason } }))}
      onClose={onClose}
    >
      <div className="mb-4">
        <p className="mb-1.5 text-13 font-semibold">{t('m.act.factor.checked')}</p>
        <Segment
          isFull
          label={t('m.act.factor.checked')}
          value={checkedBy}
          onChange={setCheckedBy}
          items={checks.map((value) => ({ value, label: t(`m.act.factor.${value}`) }))}
        />
      </div>
    </ReasonDialog>
  );
}

function NickDialog({ file, onClose }: ActProps) {
  const t = useText(memberTexts);
  const done = useDone();
  const [nick, setNick] = useState(file.member.nick);
  return (
    <ReasonDialog
      title={t('m.act.nick')}
      confirm={t('m.act.do')}
      blocked={nick.trim() === '' || nick.trim() === file.member.nick ? t('m.act.nick.missing') : undefined}
      fields={['nick']}
      onConfirm={(reason) => done(call(renameMember, { body: { playerId: file.member.id, nick: nick.trim(), reason } }))}
      onClose={onClose}
    >
      {(wrongAt) => (
        <TextField label={t('m.act.nick.field')} value={nick} error={wrongAt('nick')} onChange={(event) => setNick(event.target.value)} />
      )}
    </ReasonDialog>
  );
}

const restrictions = ['mayNotOrder', 'reduceOnly', 'frozen', 'mayNotInvest'] as const;

function RestrictDialog({ file, flags, onClose }: ActProps & { flags: Trading['flags'] }) {
  const t = useText(memberTexts);
  const done = useDone();
  const [chosen, setChosen] = useState(flags);
  const changed = restrictions.filter((name) => chosen[name] !== flags[name]);
  const change = Object.fromEntries(changed.map((name) => [name, chosen[name]]));
  return (
    <ReasonDialog
      title={t('m.act.restrict.title')}
      description={t('m.act.restrict.words')}
      confirm={t('m.act.restrict.save')}
      look="danger"
      blocked={changed.length === 0 ? t('m.act.restrict.none') : undefined}
      // It says what is to stand: after a lost answer the first one would change nothing now.
      onConfirm={(reason) => done(call(setAccountFlags, { body: { playerId: file.member.id, ...change, reason }, key: newRequestKey() }))}
      onClose={onClose}
    >
      <div className="mb-4 flex flex-col gap-2">
        {restrictions.map((name) => (
          <Checkbox key={name} isOn={chosen[name]} onChange={(isOn) => setChosen((was) => ({ ...was, [name]: isOn }))}>
            {t(`m.flag.${name}`)}
          </Checkbox>
        ))}
      </div>
    </ReasonDialog>
  );
}

function MessageDialog({ file, onClose }: ActProps) {
  const t = useText(memberTexts);
  const [title, setTitle] = useState('');
  const [content, setContent] = useState('');
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const isReady = title.trim() !== '' && content.trim() !== '';
  const send = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    try {
      await call(messageMember, { body: { playerId: file.member.id, title: title.trim(), content: content.trim() } });
      toast({ title: t('m.act.sent'), kind: 'done' });
      onClose();
    } catch (thrown) {
      setError(messageOf(thrown));
      setBusy(false);
    }
  };
  return (
    <Dialog isOpen onClose={onClose} title={t('m.act.message.title', { who: file.member.nick })}>
      <form onSubmit={(event) => void send(event)}>
        <TextField label={t('m.act.message.head')} maxLength={120} value={title} onChange={(event) => setTitle(event.target.value)} />
        <Field label={t('m.act.message.text')} error={error}>
          {({ id, describedBy }) => (
            <textarea
              id={id}
              aria-describedby={describedBy}
              rows={5}
              maxLength={2000}
              value={content}
              onChange={(event) => setContent(event.target.value)}
              className="w-full rounded-4 border border-edge/70 bg-surface px-3 py-2 text-16 outline-none focus:border-brand tablet:text-14"
            />
          )}
        </Field>
        <div className="flex items-center justify-end gap-3">
          {!isReady && <span className="text-12 text-mute">{t('m.act.message.missing')}</span>}
          <Button type="submit" look="brand" isBusy={isBusy} disabled={!isReady}>
            {t('m.act.message.send')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
