// What the audit log shows beside plain words: what changed in one line, what a call and its target are called, and the state of the chain.
import { isMoment } from '@maru/kit/web/desk/before-after.tsx';
import { changesBetween } from '@maru/kit/web/desk/json-changes.ts';
import type { Looks } from '@maru/kit/web/desk/list-columns.tsx';
import { fullMoment } from '@maru/kit/web/i18n/moments.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { useCall } from '@maru/kit/web/query.ts';
import { Button } from '@maru/kit/web/ui/button.tsx';
import { Badge } from '@maru/kit/web/ui/marks.tsx';
import { ShieldAlert, ShieldCheck } from 'lucide-react';
import { useMemo } from 'react';
import { type AuditEntry, checkAudit } from '../audit-contract.ts';
import { useActionName } from './audit-detail.tsx';
import { auditTexts } from './audit-texts.ts';
import { useFieldWords } from './field-labels.ts';
import { useTargetWords } from './target-words.ts';

/** Of an asking, the state that it asks for. */
const wantedOf = (after: unknown): unknown => (typeof after === 'object' && after !== null && 'wanted' in after ? after.wanted : after);

/** `50000 → 20000`, the first field that differs, and how many more. */
function ChangeWords({ entry }: { entry: AuditEntry }) {
  const t = useText(auditTexts);
  const { nameOf, format } = useFieldWords();
  if (entry.refusal) return <Badge tone="danger">{t('au.refused', { code: entry.refusal })}</Badge>;
  // What was only asked for has changed nothing yet: what it wants stands beside what is.
  const wanted = entry.action === 'askApproval' ? wantedOf(entry.after) : entry.after;
  const [first, ...more] = changesBetween(entry.before, wanted);
  if (!first) return null;
  const said = (value: unknown) =>
    value === undefined || value === null
      ? '–'
      : typeof value === 'object'
        ? '…'
        : (format(first.path, value) ?? (isMoment(value) ? fullMoment(value) : String(value))).slice(0, 40);
  return (
    <span className="inline-flex max-w-80 items-baseline gap-1.5 whitespace-nowrap">
      <span className="text-mute">{nameOf(first.path) ?? first.path}</span>
      <span className="truncate">
        {said(first.before)} → <b className="font-semibold">{said(first.after)}</b>
      </span>
      {more.length > 0 && <span className="text-12 text-mute">{t('au.more', { count: more.length })}</span>}
    </span>
  );
}

export function useAuditLooks(): Looks<AuditEntry> {
  const nameOf = useActionName();
  const targetOf = useTargetWords();
  return useMemo(
    () => ({
      at: { width: '128px', isFigure: false, isQuiet: true },
      who: { width: '96px' },
      what: {
        namesRow: true,
        cell: (row) => <b className="line-clamp-2 font-semibold tablet:line-clamp-1 tablet:min-w-36">{nameOf(row)}</b>,
      },
      target: (row) => (
        <span title={row.target} className="whitespace-nowrap text-sub">
          {targetOf(row.target)}
        </span>
      ),
      change: (row) => <ChangeWords entry={row} />,
      reason: { isProse: true },
    }),
    [nameOf, targetOf],
  );
}

/** Computed anew at the server when the page is opened, and on demand. */
export function ChainState() {
  const t = useText(auditTexts);
  const check = useCall(checkAudit, { staleMs: 60_000 });
  if (!check.data) return check.error ? null : <span className="text-12 text-mute">{t('au.chain.checking')}</span>;
  const { isWhole, rows, broken } = check.data;
  return (
    <span className="flex items-center gap-2 text-13">
      {isWhole ? (
        <span className="inline-flex items-center gap-1.5 font-semibold text-green">
          <ShieldCheck aria-hidden="true" size={15} />
          {t('au.chain.whole')}
        </span>
      ) : (
        <Badge tone="danger" icon={<ShieldAlert size={12} />}>
          {t('au.chain.broken', { seq: broken?.seq ?? 0 })}
          {broken && ` · ${t(`au.chain.why.${broken.why}`)}`}
        </Badge>
      )}
      <span className="text-12 text-mute">{t('au.chain.rows', { rows })}</span>
      <Button look="quiet" size={24} isBusy={check.isFetching} onClick={() => void check.refetch()}>
        {t('au.chain.again')}
      </Button>
    </span>
  );
}
