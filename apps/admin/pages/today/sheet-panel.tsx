// The house's sheet: what was earned and given by day and line, each currency by itself, with the proof that it is the ledger.
import { shownDecimals } from '@maru/kit/contract/point-decimals.ts';
import { csvText, downloadCsv } from '@maru/kit/web/csv.ts';
import { useCan } from '@maru/kit/web/desk/desk-site.ts';
import { Loaded } from '@maru/kit/web/desk/loaded.tsx';
import { DeskPanel } from '@maru/kit/web/desk/page.tsx';
import { namingEdge, rowGround } from '@maru/kit/web/desk/table-edges.ts';
import { directionOf, figure } from '@maru/kit/web/i18n/figures.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { useCall } from '@maru/kit/web/query.ts';
import { Button } from '@maru/kit/web/ui/button.tsx';
import { cx } from '@maru/kit/web/ui/classes.ts';
import { Badge, type Tone } from '@maru/kit/web/ui/marks.tsx';
import { getHouseSheet, type HouseLine, type HouseSheet, heldLines } from '@maru/wallet/house-sheet-contract.ts';
import { Download } from 'lucide-react';
import type { Days } from './today-page.tsx';
import { todayTexts } from './today-texts.ts';

const isHeld = (line: HouseLine) => (heldLines as readonly HouseLine[]).includes(line);
const cell = 'h-9 pl-4 text-right whitespace-nowrap';

export function useHouseSheet(days: Days) {
  const can = useCan('ledger.read');
  return useCall(getHouseSheet, { query: { days }, isOn: can, everyMs: 60_000, keepsOld: true });
}

function Sheet({ sheet: { currency, lines, days, total } }: { sheet: HouseSheet }) {
  const t = useText(todayTexts);
  const decimals = shownDecimals(currency);
  const said = (amount: string) => (directionOf(amount) === 0 ? '–' : figure(amount, { decimals, sign: true }));
  const result = (amount: string) => (
    <td className={cx(cell, 'font-bold', directionOf(amount) < 0 && 'text-danger')}>{figure(amount, { decimals, sign: true })}</td>
  );
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keys
    <section aria-label={`${t('td.sheet')} ${currency}`} tabIndex={0} className="relative overflow-x-auto scroll-thin">
      <table className="w-full border-collapse text-13 tabular-nums">
        <thead>
          <tr className={cx('h-8 border-b border-line text-12 text-mute', rowGround)}>
            <th scope="col" className={cx('text-left font-normal', namingEdge)}>
              {currency}
            </th>
            <th scope="col" className="pl-4 text-right font-normal">
              {t('td.sheet.result')}
            </th>
            {lines.map((line) => (
              <th
                key={line}
                scope="col"
                className={cx('pl-4 text-right font-normal whitespace-nowrap', isHeld(line) && 'text-mute/80 italic')}
              >
                {t(`td.sheet.${line}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.map(({ day, amounts, result: sum }) => (
            <tr key={day} className={cx('border-b border-line', rowGround)}>
              <th scope="row" className={cx('text-left font-medium whitespace-nowrap', namingEdge)}>
                {day}
              </th>
              {result(sum)}
              {lines.map((line, at) => (
                <td key={line} className={cx(cell, isHeld(line) && 'text-mute')}>
                  {said(amounts[at])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className={rowGround}>
            <th scope="row" className={cx('text-left font-bold', namingEdge)}>
              {t('td.sheet.sum')}
            </th>
            {result(total.result)}
            {lines.map((line, at) => (
              <td key={line} className={cx(cell, 'font-semibold', isHeld(line) && 'font-normal text-mute')}>
                {said(total.amounts[at])}
              </td>
            ))}
          </tr>
        </tfoot>
      </table>
    </section>
  );
}

const proofTone: Readonly<Record<'EQUAL' | 'DIFFERENT' | 'MOVING', Tone>> = { EQUAL: 'good', DIFFERENT: 'danger', MOVING: 'plain' };

export function SheetPanel({ days }: { days: Days }) {
  const t = useText(todayTexts);
  const sheet = useHouseSheet(days);
  const save = (sheets: readonly HouseSheet[]) => {
    const rows = sheets.flatMap(({ currency, lines, days: all }) =>
      all.flatMap(({ day, amounts, result }) => [
        [day, currency, t('td.sheet.result'), result],
        ...lines.map((line, at) => [day, currency, t(`td.sheet.${line}`), amounts[at]]),
      ]),
    );
    downloadCsv('house-sheet.csv', csvText([t('td.sheet.day'), t('td.sheet.currency'), t('td.sheet.line'), t('td.sheet.amount')], rows));
  };
  const aside = sheet.data && (
    <>
      <Badge tone={proofTone[sheet.data.proof.state]}>{t(`td.sheet.proof.${sheet.data.proof.state}`)}</Badge>
      <Button size={24} look="line" icon={<Download aria-hidden="true" size={12} />} onClick={() => save(sheet.data?.sheets ?? [])}>
        {t('td.csv')}
      </Button>
    </>
  );
  return (
    <DeskPanel title={t('td.sheet')} aside={aside}>
      <Loaded query={sheet} title={t('td.sheet.failed')} words={t('td.flow.safe')} rows={3}>
        {({ sheets }) => {
          const shown = sheets.filter(({ lines }) => lines.length > 0);
          if (shown.length === 0) return <p className="py-6 text-center text-13 text-mute">{t('td.sheet.none')}</p>;
          return (
            <div className="flex flex-col gap-4">
              {shown.map((each) => (
                <Sheet key={each.currency} sheet={each} />
              ))}
              <p className="text-12 text-mute">{t('td.sheet.words')}</p>
            </div>
          );
        }}
      </Loaded>
    </DeskPanel>
  );
}
