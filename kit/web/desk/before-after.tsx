// What a change does: field by field before and after, or both sides of a posting with their difference.
import { ArrowRight, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { fullMoment } from '../i18n/moments.ts';
import { useText } from '../i18n/use-text.ts';
import { cx } from '../ui/classes.ts';
import { Figure } from '../ui/figure.tsx';
import { changesBetween, sumOfDifferences } from './json-changes.ts';
import { deskTexts } from './texts.ts';

const headClass = 'h-7 text-12 font-normal text-mute';

export const isMoment = (value: unknown): value is string => typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value);

/** A moment is read in the site's time zone, as everywhere; a list of words is one. */
export function plainValue(value: unknown): string {
  if (isMoment(value)) return fullMoment(value);
  if (Array.isArray(value) && value.every((one) => typeof one !== 'object')) return value.join(', ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

interface BeforeAfterProps {
  before: unknown;
  after: unknown;
  /** Names of fields by path; the path itself where absent. */
  labels?: Readonly<Record<string, string>>;
  /** The same where names follow a pattern. */
  nameOf?(path: string): string | undefined;
  format?(path: string, value: unknown): ReactNode;
  /** What was asked once: nothing of it is a value of now. */
  isPast?: boolean;
}

export function BeforeAfter({ before, after, labels = {}, nameOf, format, isPast = false }: BeforeAfterProps) {
  const t = useText(deskTexts);
  const changes = changesBetween(before, after);
  if (changes.length === 0) return <p className="text-13 text-mute">{t('desk.same')}</p>;
  const shown = (path: string, value: unknown) =>
    value === undefined || value === null || value === '' ? (
      <span className="text-mute">{t('desk.none')}</span>
    ) : (
      (format?.(path, value) ?? plainValue(value))
    );
  return (
    <table className="w-full border-collapse text-left text-13">
      <thead>
        <tr className="border-b border-line">
          <th scope="col" className={headClass}>
            {t('desk.field')}
          </th>
          <th scope="col" className={headClass}>
            {t(isPast ? 'desk.before.past' : 'desk.before')}
          </th>
          <th scope="col" className={headClass}>
            {t(isPast ? 'desk.after.past' : 'desk.after')}
          </th>
        </tr>
      </thead>
      <tbody>
        {changes.map((change) => (
          <tr key={change.path} className="border-b border-line align-top last:border-0">
            <th scope="row" className="py-1.5 pr-3 font-medium break-words">
              {labels[change.path] ?? nameOf?.(change.path) ?? change.path}
            </th>
            <td className="max-w-52 py-1.5 pr-3 break-words text-sub">{shown(change.path, change.before)}</td>
            <td className="max-w-52 py-1.5 font-semibold break-words">{shown(change.path, change.after)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export interface LedgerRow {
  label: ReactNode;
  /** Decimal strings. */
  before: string;
  after: string;
}

interface LedgerChangeProps {
  rows: readonly LedgerRow[];
  unit?: string;
  decimals?: number;
  /** What was asked once: nothing of it is a value of now. */
  isPast?: boolean;
}

/** Both sides of a posting, an account that would go below zero marked; the difference of a whole posting is nothing. */
export function LedgerChange({ rows, unit, decimals, isPast = false }: LedgerChangeProps) {
  const t = useText(deskTexts);
  const difference = sumOfDifferences(rows);
  const style = decimals === undefined ? {} : { decimals };
  return (
    <table className="w-full border-collapse text-13">
      <thead>
        <tr>
          <th scope="col" className={cx(headClass, 'text-left')}>
            {t('desk.account')} {unit && <span>({unit})</span>}
          </th>
          <th scope="col" className={cx(headClass, 'text-right')}>
            {t(isPast ? 'desk.before.past' : 'desk.before')}
          </th>
          <td aria-hidden="true" className="w-9" />
          <th scope="col" className={cx(headClass, 'text-right')}>
            {t(isPast ? 'desk.after.past' : 'desk.after')}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row, i) => (
          <tr key={i} className="h-8">
            <th scope="row" className="text-left font-medium">
              {row.label}
            </th>
            <td className="text-right text-sub">
              <Figure value={row.before} {...style} />
            </td>
            <td aria-hidden="true">
              <ArrowRight size={14} className="mx-auto text-mute" />
            </td>
            <td className={cx('text-right font-bold', row.after.startsWith('-') && 'text-danger')}>
              {row.after.startsWith('-') && <TriangleAlert aria-hidden="true" size={14} className="mr-1 mb-0.5 inline" />}
              <Figure value={row.after} {...style} isDimmed={!row.after.startsWith('-')} />
            </td>
          </tr>
        ))}
        {rows.some(({ after }) => after.startsWith('-')) && (
          <tr>
            <td colSpan={4} className="pb-2 text-right text-12 font-semibold text-danger">
              {t('desk.below')}
            </td>
          </tr>
        )}
        <tr className="h-9 border-t border-line">
          <th scope="row" className="text-left font-normal text-mute">
            {t('desk.difference')}
          </th>
          <td colSpan={3} className={cx('text-right font-bold', /[1-9]/.test(difference) && 'text-danger')}>
            <Figure value={difference} decimals={decimals ?? 2} isDimmed={false} />
          </td>
        </tr>
      </tbody>
    </table>
  );
}
