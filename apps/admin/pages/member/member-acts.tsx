// The dialogs of what is done to a member: what it means, what it needs, and always why.
import { call } from '@maru/kit/web/api-client.ts';
import { ReasonDialog } from '@maru/kit/web/desk/reason-dialog.tsx';
import { ReasonForm } from '@maru/kit/web/desk/reason-form.tsx';
import { TextArea } from '@maru/kit/web/forms/text-area.tsx';
import { useCallForm } from '@maru/kit/web/forms/use-call-form.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { newRequestKey } from '@maru/kit/web/request-keys.ts';
import { refetch } from '@maru/kit/web/query.ts';
import { toast } from '@maru/kit/web/toasts/toast-list.ts';
import { Button } from '@maru/kit/web/ui/button.tsx';
import { Checkbox } from '@maru/kit/web/ui/choices.tsx';
import { TextField } from '@maru/kit/web/ui/field.tsx';
import { Dialog } from '@maru/kit/web/ui/overlays.tsx';
import { Segment } from '@maru/kit/web/ui/tabs.tsx';
import { readMemberTrading, setAccountFlags } from '@maru/futures/admin-contract.ts';
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
  return async (work?: Promise<unknown>) => {
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
  const form = useCallForm({
    route: holdWithdrawals,
    start: { days: '3' as (typeof holdDays)[number], reason: '' },
    labels: {},
    otherwise: 'reason',
    body: ({ days, reason }) => ({ playerId: file.member.id, days: Number(days), reason: reason.trim() }),
    onDone: () => done().then(onClose),
  });
  return (
    <ReasonForm form={form} title={t('m.act.hold')} description={t('m.act.hold.words')} confirm={t('m.act.do')} onClose={onClose}>
      <div className="mb-4">
        <Segment
          isFull
          label={t('m.act.hold.days')}
          value={form.values.days}
          onChange={form.at('days').onChange}
          items={holdDays.map((value) => ({ value, label: t('m.act.hold.day', { count: value }) }))}
        />
      </div>
    </ReasonForm>
  );
}

const checks = ['VIDEO', 'DOCUMENT', 'PHONE', 'IN_PERSON'] as const;

function FactorDialog({ file, onClose }: ActProps) {
  const t = useText(memberTexts);
  const done = useDone();
  const form = useCallForm({
    route: askRemoveFactor,
    start: { checkedBy: 'VIDEO' as (typeof checks)[number], reason: '' },
    labels: {},
    otherwise: 'reason',
    body: ({ checkedBy, reason }) => ({ playerId: file.member.id, checkedBy, reason: reason.trim() }),
    onDone: () => done().then(onClose),
  });
  return (
    <ReasonForm
      form={form}
      title={t('m.act.factor')}
      description={t('m.act.factor.words')}
      confirm={t('m.act.do')}
      look="danger"
      onClose={onClose}
    >
      <div className="mb-4">
        <p className="mb-1.5 text-13 font-semibold">{t('m.act.factor.checked')}</p>
        <Segment
          isFull
          label={t('m.act.factor.checked')}
          value={form.values.checkedBy}
          onChange={form.at('checkedBy').onChange}
          items={checks.map((value) => ({ value, label: t(`m.act.factor.${value}`) }))}
        />
      </div>
    </ReasonForm>
  );
}

function NickDialog({ file, onClose }: ActProps) {
  const t = useText(memberTexts);
  const done = useDone();
  const form = useCallForm({
    route: renameMember,
    start: { nick: file.member.nick, reason: '' },
    labels: { nick: t('m.act.nick.field') },
    otherwise: 'reason',
    body: ({ nick, reason }) => ({ playerId: file.member.id, nick: nick.trim(), reason: reason.trim() }),
    onDone: () => done().then(onClose),
  });
  const nick = form.values.nick.trim();
  return (
    <ReasonForm
      form={form}
      title={t('m.act.nick')}
      confirm={t('m.act.do')}
      blocked={nick === '' || nick === file.member.nick ? t('m.act.nick.missing') : undefined}
      onClose={onClose}
    >
      <TextField {...form.text('nick')} />
    </ReasonForm>
  );
}

const restrictions = ['mayNotOrder', 'reduceOnly', 'frozen', 'mayNotInvest'] as const;

function RestrictDialog({ file, flags, onClose }: ActProps & { flags: Trading['flags'] }) {
  const t = useText(memberTexts);
  const done = useDone();
  const changedOf = (chosen: Trading['flags']) =>
    Object.fromEntries(restrictions.filter((name) => chosen[name] !== flags[name]).map((name) => [name, chosen[name]]));
  const form = useCallForm({
    route: setAccountFlags,
    start: { ...flags, reason: '' },
    labels: {},
    otherwise: 'reason',
    body: ({ reason, ...chosen }) => ({ playerId: file.member.id, ...changedOf(chosen), reason: reason.trim() }),
    // It says what is to stand: after a lost answer the first one would change nothing now.
    send: (_values, _key, body) => call(setAccountFlags, { body, key: newRequestKey() }),
    onDone: () => done().then(onClose),
  });
  return (
    <ReasonForm
      form={form}
      title={t('m.act.restrict.title')}
      description={t('m.act.restrict.words')}
      confirm={t('m.act.restrict.save')}
      look="danger"
      blocked={Object.keys(changedOf(form.values)).length === 0 ? t('m.act.restrict.none') : undefined}
      onClose={onClose}
    >
      <div className="mb-4 flex flex-col gap-2">
        {restrictions.map((name) => (
          <Checkbox key={name} isOn={form.values[name]} onChange={form.at(name).onChange}>
            {t(`m.flag.${name}`)}
          </Checkbox>
        ))}
      </div>
    </ReasonForm>
  );
}

function MessageDialog({ file, onClose }: ActProps) {
  const t = useText(memberTexts);
  const form = useCallForm({
    route: messageMember,
    start: { title: '', content: '' },
    labels: { title: t('m.act.message.head'), content: t('m.act.message.text') },
    otherwise: 'content',
    body: ({ title, content }) => ({ playerId: file.member.id, title: title.trim(), content: content.trim() }),
    onDone: () => {
      toast({ title: t('m.act.sent'), kind: 'done' });
      onClose();
    },
  });
  const isReady = form.values.title.trim() !== '' && form.values.content.trim() !== '';
  return (
    <Dialog isOpen onClose={onClose} title={t('m.act.message.title', { who: file.member.nick })}>
      <form {...form.form}>
        <TextField {...form.text('title')} maxLength={120} />
        <TextArea {...form.text('content')} rows={5} maxLength={2000} />
        <div className="flex items-center justify-end gap-3">
          {!isReady && <span className="text-12 text-mute">{t('m.act.message.missing')}</span>}
          <Button type="submit" look="brand" isBusy={form.isBusy} disabled={!isReady}>
            {t('m.act.message.send')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
