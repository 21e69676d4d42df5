// Health of the parts and the figures behind it: green as long as nobody must look.
import { Loaded } from '@maru/kit/web/desk/loaded.tsx';
import { DeskPanel } from '@maru/kit/web/desk/page.tsx';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { useCall } from '@maru/kit/web/query.ts';
import { cx } from '@maru/kit/web/ui/classes.ts';
import { getDeskSystem } from '@maru/operator/system-contract.ts';
import type { ReactNode } from 'react';
import { todayTexts } from './today-texts.ts';

type PartName = 'clock' | 'database' | 'journal' | 'engine' | 'feed' | 'market' | 'outbox';
const known: readonly string[] = ['clock', 'database', 'journal', 'engine', 'feed', 'market', 'outbox'] satisfies PartName[];
type SaidCode = 'CLOCK_AHEAD' | 'CLOCK_BEHIND' | 'CLOCK_WAITED_FOR' | 'FEED_LIVE' | 'NO_ANSWER' | 'NO_NEW_CONNECTION' | 'FLUSH_REFUSED';
const said: readonly string[] = [
  'CLOCK_AHEAD',
  'CLOCK_BEHIND',
  'CLOCK_WAITED_FOR',
  'FEED_LIVE',
  'NO_ANSWER',
  'NO_NEW_CONNECTION',
  'FLUSH_REFUSED',
] satisfies SaidCode[];
/** Prices older than this are called so. */
const oldPriceMs = 3_000;

function Line({ isFine, name, note, value }: { isFine: boolean; name: string; note?: ReactNode; value: ReactNode }) {
  return (
    <li className="flex min-h-9 items-center gap-2.5 border-b border-line text-13 last:border-0">
      <span aria-hidden="true" className={cx('size-2 shrink-0 rounded-2', isFine ? 'bg-green' : 'bg-warn')} />
      <b className="shrink-0 font-semibold">{name}</b>
      {note && <span className={cx('min-w-0 truncate text-12', isFine ? 'text-mute' : 'font-semibold text-warn')}>{note}</span>}
      <span className={cx('ml-auto shrink-0', !isFine && 'font-bold text-warn')}>{value}</span>
    </li>
  );
}

export function SystemPanel() {
  const t = useText(todayTexts);
  const system = useCall(getDeskSystem, { everyMs: 10_000, keepsOld: true });
  return (
    <DeskPanel title={t('td.system')}>
      <Loaded query={system} title={t('td.system.failed')} rows={5}>
        {({ parts, flushP99Ms, behind, priceAgeMs, memoryBytes }) => {
          const nameOf = (part: string) => (known.includes(part) ? t(`td.part.${part as PartName}`) : part);
          const wordsOf = ({ says, detail }: (typeof parts)[number]) =>
            says !== null && said.includes(says.code) ? t(`td.says.${says.code as SaidCode}`, says.figures) : detail;
          const valueOf = (part: string, isFine: boolean) =>
            part === 'journal' && flushP99Ms !== null ? `${flushP99Ms} ms` : t(isFine ? 'td.fine' : 'td.trouble');
          return (
            <ul>
              {parts.map((each) => (
                <Line
                  key={each.part}
                  isFine={each.isFine}
                  name={nameOf(each.part)}
                  note={each.part === 'journal' && each.isFine ? t('td.flush') : wordsOf(each)}
                  value={valueOf(each.part, each.isFine)}
                />
              ))}
              {priceAgeMs !== null && (
                <Line
                  isFine={priceAgeMs < oldPriceMs}
                  name={t('td.part.market')}
                  note={t('td.price')}
                  value={t('td.seconds', { seconds: (priceAgeMs / 1000).toFixed(1) })}
                />
              )}
              <Line isFine={behind < 1000} name={t('td.lists')} note={t('td.lists.behind')} value={behind} />
              <Line isFine name={t('td.memory')} value={`${Math.round(memoryBytes / 1_000_000)} MB`} />
            </ul>
          );
        }}
      </Loaded>
    </DeskPanel>
  );
}
