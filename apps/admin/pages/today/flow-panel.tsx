// Members' money by hour or day, each currency by itself: deposits above the line in ink, withdrawals below it in grey, gifts of the house outlined on top.
import { useDeskSite } from '@maru/kit/web/desk/desk-site.ts';
import { Loaded } from '@maru/kit/web/desk/loaded.tsx';
import { DeskPanel } from '@maru/kit/web/desk/page.tsx';
import { csvText, downloadCsv } from '@maru/kit/web/csv.ts';
import { figure } from '@maru/kit/web/i18n/figures.ts';
import { fileMoment } from '@maru/kit/web/i18n/moments.ts';
import { useLanguage, useText } from '@maru/kit/web/i18n/use-text.ts';
import { useCall } from '@maru/kit/web/query.ts';
import { Button } from '@maru/kit/web/ui/button.tsx';
import { cx } from '@maru/kit/web/ui/classes.ts';
import { type CurrencyFlow, type FlowStep, getMoneyFlow } from '@maru/wallet/desk-contract.ts';
import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { todayTexts } from './today-texts.ts';
import type { Days } from './today-page.tsx';

const barPx = 62;

/** Whole units for a bar's length and label; the exact figures stand in the table beside it. */
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

function Gift({ height }: { height: number }) {
  return height === 0 ? null : <span className="mx-auto block w-full max-w-7 rounded-2 border border-edge/70" style={{ height }} />;
}

function Bars({ steps, days }: { steps: readonly FlowStep[]; days: Days }) {
  const t = useText(todayTexts);
  const nameOf = useStepName(days);
  const most = Math.max(1, ...steps.flatMap(({ into, given, out, taken }) => [whole(into) + whole(given), whole(out) + whole(taken)]));
  const every = Math.ceil(steps.length / 12);
  const height = (decimal: string) => (whole(decimal) === 0 ? 0 : Math.max(2, Math.round((whole(decimal) / most) * barPx)));
  const sumOf = (own: string, gift: string) => whole(own) + whole(gift);
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
              {t('td.flow.step', {
                time: nameOf(step.at),
                in: figure(step.into, { decimals: 0 }),
                out: figure(step.out, { decimals: 0 }),
                gifts: figure(step.given, { decimals: 0 }),
              })}
            </span>
            <span
              aria-hidden="true"
              title={`${nameOf(step.at)} · ${figure(step.into, { decimals: 0 })} / ${figure(step.out, { decimals: 0 })}`}
            >
              <span className="flex flex-col justify-end border-b border-line" style={{ height: barPx + 18 }}>
                {sumOf(step.into, step.given) === most && <span className={figureClass(i)}>{figure(String(most))}</span>}
                <Gift height={height(step.given)} />
                <span className="mx-auto block w-full max-w-7 bg-ink" style={{ height: height(step.into) }} />
              </span>
              <span className="block" style={{ height: barPx + 18 }}>
                <span className="mx-auto block w-full max-w-7 bg-edge/60" style={{ height: height(step.out) }} />
                <Gift height={height(step.taken)} />
                {sumOf(step.out, step.taken) === most && <span className={figureClass(i)}>{figure(String(most))}</span>}
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

const hasMoved = ({ into, out, given, taken }: CurrencyFlow) => /[1-9]/.test(into + out + given + taken);

/** `members`: how many moved anything, said once. */
function Flow({ flow, days, members }: { flow: CurrencyFlow; days: Days; members: number | undefined }) {
  const t = useText(todayTexts);
  const said = (amount: string) => figure(amount, { decimals: 0 });
  return (
    <div>
      <dl className="flex flex-wrap gap-x-8 gap-y-2">
        <Total label={`${t('td.flow.net')} (${flow.currency})`} value={figure(flow.net, { decimals: 0, sign: true })} isHead />
        <Total label={t('td.flow.in')} value={said(flow.into)} />
        <Total label={t('td.flow.out')} value={said(flow.out)} />
        <Total label={t('td.flow.gifts')} value={said(flow.given)} />
        {/[1-9]/.test(flow.taken) && <Total label={t('td.flow.taken')} value={said(flow.taken)} />}
        {members !== undefined && <Total label={t('td.flow.members')} value={t('td.flow.members.value', { count: members })} />}
      </dl>
      {hasMoved(flow) ? (
        <Bars steps={flow.steps} days={days} />
      ) : (
        <p className="py-10 text-center text-13 text-mute">{t('td.flow.none')}</p>
      )}
    </div>
  );
}

export function FlowPanel({ days }: { days: Days }) {
  const t = useText(todayTexts);
  const flow = useCall(getMoneyFlow, { query: { days }, everyMs: 60_000, keepsOld: true });
  const save = (flows: readonly CurrencyFlow[]) =>
    downloadCsv(
      'money-flow.csv',
      csvText(
        ['time', t('td.sheet.currency'), t('td.flow.in'), t('td.flow.out'), t('td.flow.gifts'), t('td.flow.taken')],
        flows.flatMap(({ currency, steps }) =>
          steps.map(({ at, into, out, given, taken }) => [fileMoment(at), currency, into, out, given, taken]),
        ),
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
      <span className="inline-flex items-center gap-1.5">
        <span aria-hidden="true" className="size-2 rounded-2 border border-edge/70" />
        {t('td.flow.gifts')}
      </span>
      {flow.data && (
        <Button size={24} look="line" icon={<Download aria-hidden="true" size={12} />} onClick={() => save(flow.data.flows)}>
          {t('td.csv')}
        </Button>
      )}
    </>
  );
  return (
    <DeskPanel title={t('td.flow')} aside={aside}>
      <Loaded query={flow} title={t('td.flow.failed')} words={t('td.flow.safe')}>
        {({ flows, members }) => (
          <div className="flex flex-col gap-5">
            {flows
              .filter((each, i) => i === 0 || hasMoved(each))
              .map((each, i) => (
                <Flow key={each.currency} flow={each} days={days} members={i === 0 ? members : undefined} />
              ))}
          </div>
        )}
      </Loaded>
    </DeskPanel>
  );
}
