// One request: who asked and who decides, what is checked, what changes, and the decision with why it is off when it is.
import { call } from '@maru/kit/web/api-client.ts';
import { BeforeAfter, LedgerChange, plainValue } from '@maru/kit/web/desk/before-after.tsx';
import { useCan } from '@maru/kit/web/desk/desk-site.ts';
import { changesBetween, sumOfDifferences } from '@maru/kit/web/desk/json-changes.ts';
import { DeskPanel, DeskPanels, Facts } from '@maru/kit/web/desk/page.tsx';
import { messageOf } from '@maru/kit/web/failure.ts';
import { useText, useWords } from '@maru/kit/web/i18n/use-text.ts';
import { queryClient } from '@maru/kit/web/query.ts';
import { toast } from '@maru/kit/web/toasts/toast-list.ts';
import { Button } from '@maru/kit/web/ui/button.tsx';
import { cx } from '@maru/kit/web/ui/classes.ts';
import { Badge } from '@maru/kit/web/ui/marks.tsx';
import { TableTime } from '@maru/kit/web/ui/table-time.tsx';
import { Link } from '@tanstack/react-router';
import { Check, TriangleAlert } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { type ApprovalRow, claimApproval, decideApproval, releaseApproval, withdrawApproval } from '../approval-contract.ts';
import { ApprovalSteps } from './approval-steps.tsx';
import { approvalTexts } from './approval-texts.ts';
import { useFieldWords } from './field-labels.ts';
import { ledgerRowsOf } from './ledger-rows.ts';
import { NewBrandLink } from './new-brand-link.tsx';
import { useSelf } from './self.ts';
import { useTargetWords } from './target-words.ts';

/** `member:17` → 17. */
export const memberOfTarget = (target: string): string | undefined => /^member:(\d+)$/.exec(target)?.[1];

function CheckLine({ label, value, isFine }: { label: string; value: ReactNode; isFine: boolean }) {
  const Mark = isFine ? Check : TriangleAlert;
  return (
    <li className="flex min-h-9 items-center gap-3 border-b border-line last:border-0">
      <Mark aria-hidden="true" size={15} className={isFine ? 'text-brand' : 'text-warn'} />
      <span className="font-medium">{label}</span>
      <span className={`ml-auto min-w-0 text-right break-words ${isFine ? 'text-sub' : 'font-semibold text-warn'}`}>{value}</span>
    </li>
  );
}

function Checks({ row }: { row: ApprovalRow }) {
  const t = useText(approvalTexts);
  const words = useWords();
  const targetOf = useTargetWords();
  const { labels } = useFieldWords();
  const isWaiting = row.status === 'WAITING';
  const { before, after } = row.live ?? row;
  const ledger = ledgerRowsOf(before, after, labels);
  const difference = ledger && sumOfDifferences(ledger);
  return (
    <DeskPanel title={t('ap.checks')}>
      <ul>
        <CheckLine label={t('ap.check.kind')} value={words(row.kindName)} isFine />
        <CheckLine label={t('ap.check.target')} value={targetOf(row.target)} isFine />
        {isWaiting && (
          <>
            <CheckLine
              label={t('ap.check.other')}
              value={
                row.ties.length > 0
                  ? row.ties.map((tie) => t(`ap.tie.${tie}`)).join(', ')
                  : t(row.isOwn ? 'ap.check.other.own' : 'ap.check.other.fine')
              }
              isFine={!row.isOwn && row.ties.length === 0}
            />
            <CheckLine
              label={t('ap.check.right')}
              value={t(row.mayDecide || row.isOwn || row.ties.length > 0 ? 'ap.check.right.fine' : 'ap.check.right.none')}
              isFine={row.mayDecide || row.isOwn || row.ties.length > 0}
            />
            <CheckLine
              label={t('ap.check.deciders')}
              value={row.deciders === 0 ? t('ap.check.deciders.none') : t('ap.check.deciders.some', { count: row.deciders })}
              isFine={row.deciders > 0}
            />
            <CheckLine label={t('ap.check.time')} value={<TableTime at={row.expiresAt} />} isFine />
          </>
        )}
        {difference !== undefined && <CheckLine label={t('ap.check.balance')} value={difference} isFine={!/[1-9]/.test(difference)} />}
      </ul>
    </DeskPanel>
  );
}

function Change({ row }: { row: ApprovalRow }) {
  const t = useText(approvalTexts);
  const words = useWords();
  const { labels, nameOf, format } = useFieldWords();
  const shown = (before: unknown, after: unknown, isPast: boolean) => {
    const ledger = ledgerRowsOf(before, after, labels);
    return ledger ? (
      <LedgerChange rows={ledger} isPast={isPast} />
    ) : (
      <BeforeAfter before={before} after={after} nameOf={nameOf} format={format} isPast={isPast} />
    );
  };
  const { before, after } = row.live ?? row;
  const isWaiting = row.status === 'WAITING';
  const isLedger = ledgerRowsOf(before, after, labels) !== undefined;
  return (
    <DeskPanel title={t(isWaiting ? (isLedger ? 'ap.ledger' : 'ap.change') : 'ap.wanted')}>
      {row.live?.isChanged && <p className="mb-2 rounded-4 bg-warn-tint px-3 py-2 text-13 font-semibold">{t('ap.live.changed')}</p>}
      {shown(before, after, !isWaiting)}
      {row.live && <p className="mt-2 text-12 text-mute">{t('ap.live.now')}</p>}
      {row.live?.isChanged && (
        <details className="mt-2 text-13">
          <summary className="cursor-pointer text-sub">{t('ap.live.asked')}</summary>
          <div className="mt-2">{shown(row.before, row.after, true)}</div>
        </details>
      )}
      {isWaiting && row.fault && <p className="mt-2 rounded-4 bg-danger-tint px-3 py-2 text-13">{words(row.fault)}</p>}
      {row.outcome && <Outcome row={row} />}
    </DeskPanel>
  );
}

/** What became of it, as the engine answered. */
function Outcome({ row }: { row: ApprovalRow }) {
  const t = useText(approvalTexts);
  const words = useWords();
  const isFine = row.outcome === 'APPLIED';
  return (
    <section aria-label={t('ap.outcome')} className="mt-4 border-t border-line pt-3">
      <h4 className="mb-1 text-13 font-bold">{t('ap.outcome')}</h4>
      <p className={cx('flex items-center gap-2 text-13', !isFine && row.outcome !== 'PENDING' && 'font-semibold text-danger')}>
        <Badge tone={isFine ? 'good' : row.outcome === 'PENDING' ? 'warn' : 'danger'}>{t(`ap.outcome.${row.outcome ?? 'PENDING'}`)}</Badge>
        {row.fault && words(row.fault)}
      </p>
      {row.result !== null && (
        <div className="mt-2">
          <WhatCameOfIt of={row.result} />
        </div>
      )}
      {isFine && row.kind === 'site.create' && <NewBrandLink target={row.target} />}
    </section>
  );
}

/** Field by field: there is no before beside it. */
function WhatCameOfIt({ of: result }: { of: unknown }) {
  const { nameOf, format } = useFieldWords();
  const items = changesBetween(null, result)
    .filter(({ after }) => after !== null)
    .map(({ path, after }) => ({ label: nameOf(path) ?? path, value: format(path, after) ?? plainValue(after) }));
  return <Facts items={items} />;
}

interface DetailProps {
  row: ApprovalRow;
  /** What came of a yes is read here, though the request waits no more. */
  onApproved(): void;
}

export function ApprovalDetail({ row, onApproved }: DetailProps) {
  const t = useText(approvalTexts);
  const words = useWords();
  const self = useSelf();
  const member = memberOfTarget(row.target);
  const withdrawal = /^withdrawal:(\d+)$/.exec(row.target)?.[1];
  return (
    <>
      <header className="flex flex-wrap items-start justify-between gap-3 border-b border-line px-4 py-4 laptop:px-6">
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-2 text-13 text-sub">
            <span className="font-semibold text-text">{words(row.kindName)}</span>
            <Badge tone={row.status === 'WAITING' ? 'brand' : row.status === 'FAILED' ? 'danger' : 'plain'}>
              {t(`ap.status.${row.status}`)}
            </Badge>
          </p>
          <h2 className="mt-1 text-24 font-bold tracking-[-0.02em] break-words">{words(row.summary)}</h2>
          <p className="mt-1 text-13 text-sub">{row.reason}</p>
        </div>
        <p className="text-right text-12 text-mute">
          {t('ap.number', { id: row.id })}
          <br />
          <TableTime at={row.askedAt} />
          <br />
          {member && (
            <Link to={`/members/${member}`} className="font-semibold text-brand hover:underline">
              {t('ap.member')}
            </Link>
          )}
          {withdrawal && (
            <Link
              to="/withdrawals"
              search={{ show: 'ALL', open: withdrawal } as never}
              className="font-semibold text-brand hover:underline"
            >
              {t('ap.withdrawal')}
            </Link>
          )}
        </p>
      </header>
      <section className="border-b border-line px-4 py-5 laptop:px-6">
        <div className="mb-3 flex flex-wrap items-baseline justify-between gap-2">
          <h3 className="text-14 font-bold">{t('ap.steps')}</h3>
          <span className="text-12 text-mute">{t('ap.steps.rule')}</span>
        </div>
        <ApprovalSteps row={row} selfId={self?.id} />
      </section>
      <DeskPanels columns="1fr 1fr">
        <Checks row={row} />
        <Change row={row} />
      </DeskPanels>
      {row.status === 'WAITING' && row.deciders === 0 && <NobodyDecides />}
      {row.status === 'WAITING' && <Decision row={row} selfId={self?.id} onApproved={onApproved} />}
    </>
  );
}

/** What an installation needs whose operators are all one person. */
function NobodyDecides() {
  const t = useText(approvalTexts);
  return (
    <div role="note" className="flex gap-3 border-t border-line bg-warn-tint px-4 py-3 text-13 laptop:px-6">
      <TriangleAlert aria-hidden="true" size={16} className="mt-0.5 shrink-0 text-warn" />
      <div className="min-w-0">
        <p className="font-semibold">{t('ap.nobody')}</p>
        <p className="mt-0.5 text-sub">{t('ap.nobody.words')}</p>
        <code className="mt-1 block font-mono text-12 break-all">npm run operator -- create …</code>
        <code className="block font-mono text-12 break-all">npm run operator -- confirm …</code>
      </div>
    </div>
  );
}

type Route = typeof claimApproval | typeof releaseApproval | typeof withdrawApproval;

/** Why nothing can be decided, in the order that the server looks. */
function useBlock(row: ApprovalRow, selfId: number | undefined): string | undefined {
  const t = useText(approvalTexts);
  const canDecide = useCan('approval.decide');
  if (row.isOwn) return t('ap.block.own');
  if (row.ties.length > 0) return t('ap.block.linked');
  if (!canDecide || !row.mayDecide) return t('ap.block.right');
  if (row.print === '') return t('ap.block.loading');
  if (row.fault) return t('ap.block.fault');
  if (row.claim && row.claim.by.id !== selfId) return t('ap.block.taken', { name: row.claim.by.name });
  return row.claim ? undefined : t('ap.block.claim');
}

function Decision({ row, selfId, onApproved }: DetailProps & { selfId: number | undefined }) {
  const t = useText(approvalTexts);
  const words = useWords();
  const noteId = useId();
  const [note, setNote] = useState('');
  const [busy, setBusy] = useState<string>();
  const block = useBlock(row, selfId);
  const isMine = row.claim?.by.id === selfId;
  const run = async (what: string, work: () => Promise<ApprovalRow>) => {
    setBusy(what);
    try {
      const { status, outcome, fault } = await work();
      if (status === 'APPROVED' || status === 'FAILED') onApproved();
      const isOpen = status === 'APPROVED' && outcome === 'PENDING';
      if (status === 'FAILED') toast({ title: t('ap.done.FAILED'), ...(fault && { line: words(fault) }), kind: 'danger', stay: 'notice' });
      else if (status !== 'WAITING' && status !== 'EXPIRED')
        toast({ title: t(isOpen ? 'ap.done.PENDING' : `ap.done.${status}`), stay: 'notice' });
    } catch (thrown) {
      toast({ title: messageOf(thrown), kind: 'danger', stay: 'notice' });
    }
    await queryClient.invalidateQueries();
    setBusy(undefined);
  };
  const simply = (route: Route) => run(route.name, () => call(route, { body: { id: row.id } }));
  const decide = (isApproved: boolean) =>
    run(isApproved ? 'approve' : 'reject', () =>
      call(decideApproval, { body: { id: row.id, isApproved, print: row.print, ...(note.trim() === '' ? {} : { reason: note.trim() }) } }),
    );
  return (
    <section data-row="" className="mt-auto border-t border-line bg-sunken px-4 py-4 laptop:px-6">
      <label htmlFor={noteId} className="text-13 font-semibold">
        {t('ap.memo')} <span className="ml-1 text-12 font-normal text-mute">{t('ap.memo.note')}</span>
      </label>
      <input
        id={noteId}
        value={note}
        maxLength={500}
        placeholder={t('ap.memo.hint')}
        onChange={(event) => setNote(event.target.value)}
        className="mt-1.5 h-10 w-full rounded-4 border border-edge/70 bg-surface px-3 text-16 outline-none focus:border-brand tablet:text-14"
      />
      <div className="mt-4 flex flex-wrap items-center gap-2">
        {row.isOwn ? (
          <Button onClick={() => void simply(withdrawApproval)} isBusy={busy === withdrawApproval.name}>
            {t('ap.withdraw')}
          </Button>
        ) : isMine ? (
          <>
            <Button
              className="border-danger! text-danger!"
              onClick={() => void decide(false)}
              disabled={note.trim() === ''}
              title={note.trim() === '' ? t('ap.block.note') : undefined}
              isBusy={busy === 'reject'}
            >
              {t('ap.reject')}
            </Button>
            <Button onClick={() => void simply(releaseApproval)} isBusy={busy === releaseApproval.name}>
              {t('ap.release')}
            </Button>
          </>
        ) : (
          <Button
            onClick={() => void simply(claimApproval)}
            disabled={!row.mayDecide || row.claim !== null}
            isBusy={busy === claimApproval.name}
          >
            {t('ap.claim')}
          </Button>
        )}
        {block && <span className="ml-auto text-13 text-mute">{block}</span>}
        <Button
          look="brand"
          className={block ? '' : 'ml-auto'}
          disabled={block !== undefined}
          isBusy={busy === 'approve'}
          onClick={() => void decide(true)}
        >
          {t('ap.approve')}
        </Button>
      </div>
    </section>
  );
}
