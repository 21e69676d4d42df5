// One line of the audit log in full: what changed, by whom, from where, and its place in the chain.
import { BeforeAfter } from '@maru/kit/web/desk/before-after.tsx';
import { DetailSide } from '@maru/kit/web/desk/detail-side.tsx';
import { Facts } from '@maru/kit/web/desk/page.tsx';
import { fullMoment } from '@maru/kit/web/i18n/moments.ts';
import { useLanguage, useText, useWords } from '@maru/kit/web/i18n/use-text.ts';
import { Badge } from '@maru/kit/web/ui/marks.tsx';
import { Link } from '@tanstack/react-router';
import { useCallback } from 'react';
import type { AuditEntry } from '../audit-contract.ts';
import { auditHeads } from '../audit-list-contract.ts';
import { memberOfTarget } from './approval-detail.tsx';
import { auditTexts } from './audit-texts.ts';
import { useFieldWords } from './field-labels.ts';
import { useTargetWords } from './target-words.ts';

/** What a call is called in the reader's language; its own name where it is gone. */
export function useActionName(): (entry: AuditEntry) => string {
  const language = useLanguage();
  return useCallback((entry) => entry.actionName?.[language] ?? entry.action, [language]);
}

export function AuditDetail({ entry, onClose }: { entry: AuditEntry; onClose(): void }) {
  const t = useText(auditTexts);
  const words = useWords();
  const nameOf = useActionName();
  const { nameOf: fieldName, format } = useFieldWords();
  const targetOf = useTargetWords();
  const member = memberOfTarget(entry.target);
  return (
    <DetailSide title={nameOf(entry)} onClose={onClose}>
      <p className="mb-3 text-12 text-mute">{t('au.detail', { seq: entry.seq })}</p>
      <Facts
        items={[
          { label: words(auditHeads.at), value: fullMoment(entry.at) },
          { label: words(auditHeads.who), value: entry.operator?.username ?? t('au.system') },
          { label: t('au.site'), value: entry.site ?? t('au.installation') },
          {
            label: words(auditHeads.target),
            value: member ? (
              <Link to={`/members/${member}`} className="text-brand hover:underline">
                {targetOf(entry.target)}
              </Link>
            ) : (
              <span title={entry.target}>{targetOf(entry.target)}</span>
            ),
          },
          { label: t('au.result'), value: entry.refusal ? <Badge tone="danger">{entry.refusal}</Badge> : t('au.done') },
          { label: t('au.right'), value: entry.right },
          { label: t('au.ip'), value: entry.ip },
          { label: t('au.request'), value: entry.requestId },
        ]}
      />
      {entry.reason && <p className="mt-3 rounded-8 bg-soft p-3 text-13">{entry.reason}</p>}
      <h3 className="mt-5 mb-1 text-13 font-bold">{t('au.change')}</h3>
      <BeforeAfter before={entry.before} after={entry.after} nameOf={fieldName} format={format} />
      <h3 className="mt-5 mb-1 text-13 font-bold">{t('au.hash')}</h3>
      <p className="font-mono text-11 break-all text-mute">{entry.hash}</p>
    </DetailSide>
  );
}
