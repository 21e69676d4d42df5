// All brands that one may see: what waits, members' money, what the house earned and how exposed it is; late ones first.
import { ageMs, ageWords } from '@maru/kit/web/desk/age.ts';
import { chooseDeskSite, useMay, useDeskSites } from '@maru/kit/web/desk/desk-site.ts';
import { Loaded } from '@maru/kit/web/desk/loaded.tsx';
import { DeskPage } from '@maru/kit/web/desk/page.tsx';
import { useUrlState } from '@maru/kit/web/desk/url-state.ts';
import { directionOf, figure } from '@maru/kit/web/i18n/figures.ts';
import { useText, useWords } from '@maru/kit/web/i18n/use-text.ts';
import { useCall } from '@maru/kit/web/query.ts';
import { Button } from '@maru/kit/web/ui/button.tsx';
import { cx } from '@maru/kit/web/ui/classes.ts';
import { Badge } from '@maru/kit/web/ui/marks.tsx';
import { Segment } from '@maru/kit/web/ui/tabs.tsx';
import { getGroup, type GroupBrand } from '@maru/operator/group-contract.ts';
import { NewBrandDialog } from '@maru/site/admin/new-brand-dialog.tsx';
import { createBrand } from '@maru/site/launch-contract.ts';
import { useNavigate } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { allPages } from '../../layouts/own-pages.ts';
import { SiteMark } from '../../layouts/site-switcher.tsx';
import { useNewBrands } from '../../layouts/waiting.ts';
import { queueName, targetMs } from '@maru/operator/queue-targets.ts';
import { brandsTexts } from './brands-texts.ts';
import { FlowBars, HouseBar, UseBar } from './brand-bars.tsx';
import { HealthLegend, HealthSquares } from './brand-health.tsx';

const periods = ['1', '7', '30'] as const;
const askEveryMs = 15_000;

const waitingOf = ({ queues }: GroupBrand) => queues.reduce((sum, { count }) => sum + count, 0);
const oldestOf = ({ queues }: GroupBrand) => queues.flatMap(({ since }) => since ?? []).toSorted()[0];
const isLate = ({ queues }: GroupBrand) => queues.some(({ kind, since }) => since !== null && ageMs(since) > targetMs(kind));

export function BrandsPage() {
  const t = useText(brandsTexts);
  const [{ days, queue }, change] = useUrlState({ days: '1', queue: '' });
  const mayCreate = useMay(createBrand);
  const [isMaking, setMaking] = useState(false);
  const chosen = periods.find((each) => each === days) ?? '1';
  const query = useCall(getGroup, { query: { days: chosen }, everyMs: askEveryMs, keepsOld: true });
  useNewBrands(query.data?.brands);
  return (
    <DeskPage
      title={t('br.title')}
      note={query.data && t('br.count', { count: query.data.brands.length })}
      actions={
        <>
          <Segment
            label={t('br.period')}
            value={chosen}
            onChange={(next) => change({ days: next })}
            items={periods.map((value) => ({ value, label: t(`br.period.${value}`) }))}
          />
          {mayCreate && (
            <Button size={36} icon={<Plus aria-hidden="true" size={15} />} onClick={() => setMaking(true)}>
              {t('br.new')}
            </Button>
          )}
        </>
      }
    >
      {isMaking && <NewBrandDialog onClose={() => setMaking(false)} />}
      <Loaded query={query} title={t('br.failed')} rows={12}>
        {({ brands }) => (
          <>
            <Sums brands={brands} />
            <ChosenQueue queue={queue} onClear={() => change({ queue: '' })} />
            <Brands brands={queue === '' ? brands : brands.map((brand) => onlyQueue(brand, queue))} to={pageOf(queue)} />
          </>
        )}
      </Loaded>
    </DeskPage>
  );
}

/** As if the brand had this queue alone. */
const onlyQueue = (brand: GroupBrand, queue: string): GroupBrand => ({
  ...brand,
  queues: brand.queues.filter(({ kind }) => kind === queue),
});
/** Where a queue is worked on; without one, today. */
const pageOf = (queue: string): string => allPages().find(({ waits }) => waits !== undefined && waits === queue)?.path ?? '/';

function ChosenQueue({ queue, onClear }: { queue: string; onClear(): void }) {
  const t = useText(brandsTexts);
  const words = useWords();
  if (queue === '') return null;
  return (
    <p className="flex flex-wrap items-center gap-3 border-b border-line bg-brand-tint px-4 py-2 text-13 laptop:px-6">
      {t('br.queue', { name: words(queueName(queue)) })}
      <Button size={32} look="quiet" onClick={onClear}>
        {t('br.queue.all')}
      </Button>
    </p>
  );
}

const sumOf = (texts: readonly string[]): string => {
  // Six decimals each: added as integers.
  const micro = texts.reduce((sum, text) => sum + BigInt(Math.round(Number(text) * 1e6)), 0n);
  return `${micro < 0n ? '-' : ''}${String(micro < 0n ? -micro : micro)
    .padStart(7, '0')
    .replace(/(\d{6})$/, '.$1')}`;
};
const moneyOf = (brands: readonly GroupBrand[], key: 'into' | 'out' | 'net' | 'result') =>
  sumOf(brands.flatMap(({ money }) => (money === null ? [] : [money[key]])));

function Sums({ brands }: { brands: readonly GroupBrand[] }) {
  const t = useText(brandsTexts);
  const words = useWords();
  const late = brands.filter(isLate);
  const full = brands.filter(({ exposure }) => (exposure?.use ?? 0) >= 80);
  const names = (all: readonly GroupBrand[]) =>
    all
      .slice(0, 3)
      .map(({ name }) => words(name))
      .join(' · ');
  const [won, lost] = [
    brands.filter(({ money }) => directionOf(money?.result ?? '0') > 0),
    brands.filter(({ money }) => directionOf(money?.result ?? '0') < 0),
  ];
  // What one may see nowhere is no nought.
  const hasMoney = brands.some(({ money }) => money !== null);
  const cells = [
    { label: t('br.late'), value: t('br.places', { count: late.length }), line: names(late), isWarn: late.length > 0 },
    {
      label: t('br.waiting'),
      value: figure(String(brands.reduce((sum, brand) => sum + waitingOf(brand), 0))),
      line: t('br.waiting.line', { count: brands.filter((brand) => waitingOf(brand) > 0).length }),
    },
    hasMoney && {
      label: `${t('br.net')} (USDT)`,
      value: figure(moneyOf(brands, 'net'), { decimals: 0, sign: true }),
      line: `+${figure(moneyOf(brands, 'into'), { decimals: 0 })} · −${figure(moneyOf(brands, 'out'), { decimals: 0 })}`,
    },
    hasMoney && {
      label: `${t('br.result')} (USDT)`,
      value: figure(moneyOf(brands, 'result'), { decimals: 0, sign: true }),
      line: t('br.result.line', { won: won.length, lost: lost.length }),
    },
    brands.some(({ exposure }) => exposure !== null) && {
      label: t('br.exposure'),
      value: t('br.places', { count: full.length }),
      line: names(full) || t('br.exposure.calm'),
      isWarn: full.length > 0,
    },
  ].filter((cell) => cell !== false);
  return (
    <dl className="grid grid-cols-2 border-b border-line tablet:grid-cols-3 wide:grid-cols-5">
      {cells.map(({ label, value, line, isWarn = false }) => (
        <div key={label} className={cx('border-line px-4 py-4 not-last:border-r laptop:px-6', isWarn && 'bg-warn-tint')}>
          <dt className="text-12 text-sub">{label}</dt>
          <dd className="text-20 font-bold">{value}</dd>
          <dd className={cx('min-h-4 text-12', isWarn ? 'font-semibold text-warn' : 'text-mute')}>{line}</dd>
        </div>
      ))}
    </dl>
  );
}

function Brands({ brands, to }: { brands: readonly GroupBrand[]; to: string }) {
  const t = useText(brandsTexts);
  const rows = useMemo(
    () => brands.toSorted((a, b) => Number(isLate(b)) - Number(isLate(a)) || waitingOf(b) - waitingOf(a) || a.code.localeCompare(b.code)),
    [brands],
  );
  const read = brands.filter(({ isFailing }) => !isFailing);
  const hasMoney = read.some(({ money }) => money !== null);
  const most = Math.max(1, ...brands.flatMap(({ money }) => [Number(money?.into ?? 0), Number(money?.out ?? 0)]));
  const mostResult = Math.max(1, ...brands.map(({ money }) => Math.abs(Number(money?.result ?? 0))));
  const heads = ['waiting', 'oldest', 'flow', 'net', 'house', 'result', 'exposure', 'system'] as const;
  const isLeft: readonly string[] = ['waiting', 'flow'];
  return (
    <>
      <section
        // What scrolls must be reached by keys.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- as above
        tabIndex={0}
        aria-label={t('br.title')}
        className="relative overflow-x-auto scroll-thin"
      >
        <table className="w-full min-w-[960px] border-collapse text-13 tabular-nums">
          <thead>
            <tr className="h-9 border-b border-line text-12 text-mute">
              <th scope="col" className="bg-surface pl-4 text-left font-normal max-laptop:sticky max-laptop:left-0 laptop:pl-6">
                {t('br.brand')}
              </th>
              {heads.map((head) => (
                <th
                  key={head}
                  scope="col"
                  className={cx(
                    'px-3 font-normal last:pr-6',
                    head === 'house' ? 'text-center' : isLeft.includes(head) ? 'text-left' : 'text-right',
                  )}
                >
                  {t(`br.col.${head}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((brand) => (
              <Row key={brand.code} brand={brand} to={to} most={most} mostResult={mostResult} />
            ))}
          </tbody>
          <tfoot>
            <tr className="h-11 border-t-2 border-ink font-bold">
              <th scope="row" className="bg-surface pl-4 text-left max-laptop:sticky max-laptop:left-0 laptop:pl-6">
                {t('br.sum', { count: read.length })}
              </th>
              <td className="px-3">{read.reduce((sum, brand) => sum + waitingOf(brand), 0)}</td>
              <td colSpan={2} aria-hidden="true" />
              <td className="px-3 text-right">{hasMoney && figure(moneyOf(read, 'net'), { decimals: 0, sign: true })}</td>
              <td aria-hidden="true" />
              <td className="px-3 text-right">{hasMoney && figure(moneyOf(read, 'result'), { decimals: 2, sign: true })}</td>
              <td colSpan={2} className="px-3 pr-6 text-right font-normal text-sub">
                {hasMoney && t(read.every(({ money }) => money?.isProven !== false) ? 'br.proven' : 'br.unproven')}
              </td>
            </tr>
          </tfoot>
        </table>
      </section>
      <div className="flex flex-wrap justify-between gap-x-6 gap-y-2 px-4 py-4 text-12 text-mute laptop:px-6">
        <p>{t('br.words')}</p>
        <HealthLegend />
      </div>
    </>
  );
}

function Row({ brand, to, most, mostResult }: { brand: GroupBrand; to: string; most: number; mostResult: number }) {
  const t = useText(brandsTexts);
  const words = useWords();
  const navigate = useNavigate();
  const logo = useDeskSites().find(({ code }) => code === brand.code)?.logo ?? '';
  const { money, exposure, isFailing } = brand;
  const late = isLate(brand);
  const oldest = oldestOf(brand);
  const none = <span className="text-mute">–</span>;
  const open = () => chooseDeskSite(brand.code, () => void navigate({ to }));
  return (
    <tr className={cx('h-10 border-b border-line', late ? 'bg-warn-tint' : 'bg-surface hover:bg-hover')}>
      <th scope="row" className="bg-inherit pl-4 text-left font-semibold max-laptop:sticky max-laptop:left-0 laptop:pl-6">
        <button type="button" onClick={open} className="touch flex items-center gap-2.5 text-left hover:underline">
          <SiteMark site={{ code: brand.code, logo }} size={18} />
          {words(brand.name)}
          {!brand.isOpen && <Badge tone="warn">{t('br.closed')}</Badge>}
        </button>
      </th>
      <td className="px-3">
        {isFailing ? (
          none
        ) : (
          <b title={brand.queues.map(({ kind, count }) => `${words(queueName(kind))} ${count}`).join(' · ')}>{waitingOf(brand)}</b>
        )}
      </td>
      <td className={cx('px-3 text-right whitespace-nowrap', late ? 'font-bold text-warn' : 'text-sub')}>
        {oldest ? ageWords(oldest) : none}
      </td>
      <td className="w-44 px-3">{money && <FlowBars into={Number(money.into) / most} out={Number(money.out) / most} />}</td>
      <td className="px-3 text-right font-medium">
        {money ? figure(money.net, { decimals: 0, sign: true }) : none}
        {money?.other && directionOf(money.other.net) !== 0 && (
          <span className="block text-11 text-mute">
            {figure(money.other.net, { decimals: 0, sign: true })} {money.other.currency}
          </span>
        )}
      </td>
      <td className="w-28 px-3">{money && <HouseBar share={Number(money.result) / mostResult} />}</td>
      <td className="px-3 text-right font-semibold">
        {money ? figure(money.result, { decimals: 2, sign: true }) : none}
        {money?.other && directionOf(money.other.result) !== 0 && (
          <span className="block text-11 font-normal text-mute">
            {figure(money.other.result, { decimals: 0, sign: true })} {money.other.currency}
          </span>
        )}
      </td>
      <td className="px-3">
        {exposure ? (
          <UseBar use={exposure.use} title={t('br.gross', { sum: figure(exposure.gross, { decimals: 0 }) })} />
        ) : (
          <p className="text-right">{none}</p>
        )}
      </td>
      <td className="px-3 pr-6 text-right whitespace-nowrap">
        <HealthSquares brand={brand} />
      </td>
    </tr>
  );
}
