// The last lines of the audit log.
import { changesBetween } from '@maru/kit/web/desk/json-changes.ts';
import { Loaded } from '@maru/kit/web/desk/loaded.tsx';
import { DeskPanel } from '@maru/kit/web/desk/page.tsx';
import { moment } from '@maru/kit/web/i18n/moments.ts';
import { useLanguage, useText } from '@maru/kit/web/i18n/use-text.ts';
import { useCall } from '@maru/kit/web/query.ts';
import { Badge } from '@maru/kit/web/ui/marks.tsx';
import { type AuditEntry, listAudit } from '@maru/operator/audit-contract.ts';
import { useTargetWords } from '@maru/operator/admin/target-words.ts';
import { Link } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import { todayTexts } from './today-texts.ts';

function said(value: unknown): string {
  if (value === undefined || value === null) return '–';
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)) return moment(value, 'said');
  return typeof value === 'object' ? '…' : String(value).slice(0, 24);
}

function Line({ entry }: { entry: AuditEntry }) {
  const t = useText(todayTexts);
  const language = useLanguage();
  const wordsOf = useTargetWords();
  const [change] = changesBetween(entry.before, entry.after);
  return (
    <li className="flex min-h-9 flex-wrap items-center gap-x-4 gap-y-0.5 border-b border-line py-1 text-13 last:border-0">
      <time dateTime={entry.at} className="w-12 text-mute">
        {moment(entry.at, 'minute')}
      </time>
      <span className="w-20 truncate text-sub">{entry.operator?.username ?? '–'}</span>
      <b className="min-w-0 flex-1 truncate font-semibold">{entry.actionName?.[language] ?? entry.action}</b>
      <span className="min-w-0 truncate text-sub max-tablet:hidden">{wordsOf(entry.target)}</span>
      {entry.refusal ? (
        <Badge tone="danger">{t('td.refused')}</Badge>
      ) : (
        // A request alone changes nothing: it has no after.
        change &&
        change.after !== undefined &&
        change.after !== null && (
          <span className="max-w-52 truncate">
            {said(change.before)} → {said(change.after)}
          </span>
        )
      )}
    </li>
  );
}

export function ChangesPanel() {
  const t = useText(todayTexts);
  const list = useCall(listAudit, { query: { size: '5' } as never, everyMs: 30_000 });
  return (
    <DeskPanel
      title={t('td.changes')}
      aside={
        <Link to="/audit" className="touch inline-flex items-center gap-1 hover:text-text">
          {t('td.changes.all')}
          <ChevronRight aria-hidden="true" size={13} />
        </Link>
      }
    >
      <Loaded query={list} title={t('td.changes.failed')} rows={4}>
        {({ content }) =>
          content.length === 0 ? (
            <p className="py-6 text-center text-13 text-mute">{t('td.changes.none')}</p>
          ) : (
            <ul>
              {content.map((entry) => (
                <Line key={entry.seq} entry={entry} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </DeskPanel>
  );
}
