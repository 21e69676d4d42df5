// Money by hour or day: in above the line in ink, out below it in grey, since in and out are no direction of a price.
import { useCan, useDeskSite } from '@maru/kit/web/desk/desk-site.ts';
import { Loaded } from '@maru/kit/web/desk/loaded.tsx';
import { DeskRoom } from '@maru/kit/web/desk/page.tsx';
import { csvText, downloadCsv } from '@maru/kit/web/csv.ts';
import { figure } from '@maru/kit/web/i18n/figures.ts';
import { fileMoment } from '@maru/kit/web/i18n/moments.ts';
import { useLanguage, useText } from '@maru/kit/web/i18n/use-text.ts';
import { useCall } from '@maru/kit/web/query.ts';
import { Button } from '@maru/kit/web/ui/button.tsx';
import { cx } from '@maru/kit/web/ui/classes.ts';
import { type FlowStep, getMoneyFlow } from '@maru/wallet/desk-contract.ts';
import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { todayTexts } from './today-texts.ts';
import type { Days } from './today-page.tsx';

const barPx = 62;

/** Whole USDT for a bar's length and label; the exact figures stand in the table beside it. */
const whole = (decimal: string) => Number(decimal.split('.')[0]);

function useStepName(days: Days): (at: string) => string {
  const { timeZone } = useDeskSite();
  const language = useLanguage();
  const format = new Intl.DateTimeFormat(language === 'ko' ? 'ko-KR' : 'en-GB', {
    timeZone,
    ...(days === '1' ? { hour: '2-digit', hourCycle: 'h23' } : { month: 'numeric', day: 'numeric' }),
  });
  return (at) => format.format(new Date(at));
}

function Bars({ steps, days }: { steps: readonly FlowStep[]; days: Days }) {
  const t = useText(todayTexts);
  const nameOf = useStepName(days);
  const most = Math.max(1, ...steps.flatMap(({ into, out }) => [whole(into), whole(out)]));
  const every = Math.ceil(steps.length / 12);
  const height = (decimal: string) => (whole(decimal) === 0 ? 0 : Math.max(2, Math.round((whole(decimal) / most) * barPx)));
  const isMost = (decimal: string) => whole(decimal) === most;
  // Words wider than a narrow column lean inwards near the edges, where they would be cut.
  const edge = steps.length > 12 ? steps.length / 4 : 0;
  const leaning = (i: number) => (i < edge ? 'justify-start' : i >= steps.length - edge ? 'justify-end' : 'justify-center');
  const figureClass = (i: number) => cx('flex text-11 font-semibold whitespace-nowrap', leaning(i));
  return (
    <div className="relative overflow-hidden">
      <ol aria-label={t('td.flow.chart')} className="flex gap-0.5 pt-5 tablet:gap-1">
        {steps.map((step, i) => (
          <li key={step.at} className="min-w-0 flex-1 text-center">
            <span className="sr-only">
              {t('td.flow.step', { time: nameOf(step.at), in: figure(step.into, { decimals: 0 }), out: figure(step.out, { decimals: 0 }) })}
            </span>
            <span
              aria-hidden="true"
              title={`${nameOf(step.at)} · ${figure(step.into, { decimals: 0 })} / ${figure(step.out, { decimals: 0 })}`}
            >
              <span className="flex flex-col justify-end border-b border-line" style={{ height: barPx + 18 }}>
                {isMost(step.into) && <span className={figureClass(i)}>{figure(step.into, { decimals: 0 })}</span>}
                <span className="mx-auto block w-full max-w-7 rounded-t-2 bg-ink" style={{ height: height(step.into) }} />
              </span>
              <span className="block" style={{ height: barPx + 18 }}>
                <span className="mx-auto block w-full max-w-7 rounded-b-2 bg-edge/60" style={{ height: height(step.out) }} />
                {isMost(step.out) && <span className={figureClass(i)}>{figure(step.out, { decimals: 0 })}</span>}
              </span>
              <span className={cx('flex h-5 text-12 whitespace-nowrap text-mute', leaning(i))}>{i % every === 0 && nameOf(step.at)}</span>
            </span>
          </li>
        ))}
      </ol>
    </div>
  );
}

function Total({ label, value, isHead = false }: { label: string; value: ReactNode; isHead?: boolean }) {
  return (
    <div>
      <dt className="text-12 text-sub">{label}</dt>
      <dd className={isHead ? 'text-20 font-bold' : 'text-16 font-bold'}>{value}</dd>
    </div>
  );
}

export function FlowRoom({ days }: { days: Days }) {
  const t = useText(todayTexts);
  const can = useCan('ledger.read');
  const flow = useCall(getMoneyFlow, { query: { days }, isOn: can, everyMs: 60_000, keepsOld: true });
  const save = (steps: readonly FlowStep[]) =>
    downloadCsv(
      'money-flow.csv',
      csvText(
        ['time', t('td.flow.in'), t('td.flow.out')],
        steps.map(({ at, into, out }) => [fileMoment(at), into, out]),
      ),
    );
  const aside = (
    <>
      <span className="inline-flex items-center gap-1.5">
        <span aria-hidden="true" className="size-2 rounded-2 bg-ink" />
        {t('td.flow.in')}
      </span>
      <span className="inline-flex items-center gap-1.5">
        <span aria-hidden="true" className="size-2 rounded-2 bg-edge/60" />
        {t('td.flow.out')}
      </span>
      {flow.data && (
        <Button size={24} look="line" icon={<Download aria-hidden="true" size={12} />} onClick={() => save(flow.data.steps)}>
          {t('td.csv')}
        </Button>
      )}
    </>
  );
  return (
    <DeskRoom title={t('td.flow')} aside={aside}>
      {!can ? (
        <p className="text-13 text-mute">{t('td.denied')}</p>
      ) : (
        <Loaded query={flow} title={t('td.flow.failed')} words={t('td.flow.safe')}>
          {(data) => (
            <>
              <dl className="flex flex-wrap gap-x-8 gap-y-2">
                <Total label={`${t('td.flow.net')} (USDT)`} value={figure(data.net, { decimals: 0, sign: true })} isHead />
                <Total label={t('td.flow.in')} value={figure(data.into, { decimals: 0 })} />
                <Total label={t('td.flow.out')} value={figure(data.out, { decimals: 0 })} />
                <Total label={t('td.flow.members')} value={t('td.flow.members.value', { count: data.members })} />
              </dl>
              {/[1-9]/.test(data.into + data.out) ? (
                <Bars steps={data.steps} days={days} />
              ) : (
                <p className="py-10 text-center text-13 text-mute">{t('td.flow.none')}</p>
              )}
            </>
          )}
        </Loaded>
      )}
    </DeskRoom>
  );
}
