// What the page of the house's exposure shows beside its list: the site as a whole, symbols without exposure, and the cells of a symbol.
import { listCsv } from '@maru/kit/contract/list.ts';
import type { ReplyOf } from '@maru/kit/web/api-client.ts';
import { downloadCsv } from '@maru/kit/web/csv.ts';
import { ageWords } from '@maru/kit/web/desk/age.ts';
import { useMay } from '@maru/kit/web/desk/desk-site.ts';
import type { Looks } from '@maru/kit/web/desk/list-columns.tsx';
import { KeyFigures } from '@maru/kit/web/desk/page.tsx';
import { directionOf, figure } from '@maru/kit/web/i18n/figures.ts';
import { type Text, useText } from '@maru/kit/web/i18n/use-text.ts';
import { Button } from '@maru/kit/web/ui/button.tsx';
import { CoinMark } from '@maru/kit/web/ui/coin-mark.tsx';
import { Badge, type Tone } from '@maru/kit/web/ui/marks.tsx';
import { useState } from 'react';
import { type ExposureState, type getHouseExposure, type HouseExposure, setExposureLimit } from '../exposure-contract.ts';
import { hedgeFileColumns, hedgesOf } from '../exposure-list-contract.ts';
import { exposureTexts } from './exposure-texts.ts';
import { LimitDialog } from './limit-dialog.tsx';

const tones: Readonly<Record<ExposureState, Tone>> = { NONE: 'plain', CALM: 'good', NEAR: 'warn', OVER: 'danger' };
type T = Text<typeof exposureTexts>;
export type Exposure = ReplyOf<typeof getHouseExposure>;

const isQuiet = ({ hedge, limit }: HouseExposure) => hedge === null && limit === null;
/** Those that hold something or have a limit, the largest first. */
export const exposedOf = ({ symbols }: Exposure) =>
  symbols.filter((row) => !isQuiet(row)).toSorted((a, b) => Math.abs(Number(b.house)) - Math.abs(Number(a.house)));

export function State({ of: { state, use, overSince } }: { of: Pick<HouseExposure, 'state' | 'use' | 'overSince'> }) {
  const t = useText(exposureTexts);
  if (state === 'NONE') return <span className="text-mute">–</span>;
  return (
    <Badge tone={tones[state]}>
      {t(`fx.state.${state}`)}
      {use !== null && ` ${use}%`}
      {overSince !== null && ` · ${ageWords(overSince)}`}
    </Badge>
  );
}

export function SiteFigures({ reply: { site } }: { reply: Exposure }) {
  const t = useText(exposureTexts);
  return (
    <KeyFigures
      items={[
        { label: t('fx.gross'), value: figure(site.gross, { decimals: 2 }), unit: 'USDT' },
        { label: t('fx.net'), value: figure(site.net, { decimals: 2, sign: true }), unit: 'USDT' },
        {
          label: t('fx.limit.site'),
          value: site.limit === null ? t('fx.none') : figure(site.limit, { decimals: 0 }),
          ...(site.limit === null ? {} : { unit: 'USDT' }),
        },
        { label: t('fx.use'), value: site.use === null ? '–' : `${site.use}%` },
      ]}
    />
  );
}

/** Symbols without exposure: a limit may be set all the same. */
export function QuietSymbols({ reply: { symbols } }: { reply: Exposure }) {
  const t = useText(exposureTexts);
  const mayLimit = useMay(setExposureLimit);
  const [limiting, setLimiting] = useState<HouseExposure>();
  const quiet = symbols.filter(isQuiet);
  return (
    <>
      <p className="px-4 py-3 text-12 text-mute laptop:px-6">{t('fx.more', { count: quiet.length })}</p>
      {mayLimit && (
        <div className="flex flex-wrap gap-1.5 px-4 pb-6 laptop:px-6">
          {quiet.map((one) => (
            <Button
              key={one.futuresOptionId}
              size={24}
              look="line"
              aria-label={t('fx.limit.of', { name: one.base })}
              onClick={() => setLimiting(one)}
            >
              {one.base}
            </Button>
          ))}
        </div>
      )}
      {limiting && <SymbolLimit of={limiting} onClose={() => setLimiting(undefined)} />}
    </>
  );
}

export const SymbolLimit = ({ of: { futuresOptionId, base, limit }, onClose }: { of: HouseExposure; onClose(): void }) => (
  <LimitDialog of={{ futuresOptionId, name: base, limit }} onClose={onClose} />
);

export function SiteLimit({ of, onClose }: { of: Exposure | undefined; onClose(): void }) {
  const t = useText(exposureTexts);
  return <LimitDialog of={{ name: t('fx.site'), limit: of?.site.limit ?? null }} onClose={onClose} />;
}

export const looksOf = (t: T): Looks<HouseExposure> => ({
  symbol: ({ base }) => (
    <span className="flex items-center gap-2 font-semibold">
      <CoinMark base={base} size={16} />
      {base}
    </span>
  ),
  house: {
    sort: ({ house }) => Number(house),
    cell: ({ house, quantity, base }) => (
      <span className="whitespace-nowrap">
        {directionOf(house) === 0 ? '–' : t(directionOf(house) > 0 ? 'fx.long' : 'fx.short')}{' '}
        <b>{figure(house.replace('-', ''), { decimals: 2 })}</b>
        <span className="ml-2 text-mute">
          {figure(quantity.replace('-', ''))} {base}
        </span>
      </span>
    ),
  },
  state: (row) => <State of={row} />,
  limit: ({ limit }) => (limit === null ? <span className="text-mute">{t('fx.none')}</span> : figure(limit, { decimals: 0 })),
  hedge: ({ hedge, base }) =>
    hedge === null ? (
      <span className="text-mute">{t('fx.nothing')}</span>
    ) : (
      <b className="whitespace-nowrap">
        {t(`fx.hedge.${hedge.side}`)} {figure(hedge.quantity)} {base}
      </b>
    ),
});

/** The trades that would leave the house flat. */
export function saveHedges({ symbols }: Exposure): void {
  downloadCsv('hedge-list.csv', listCsv(hedgeFileColumns, hedgesOf(symbols), { say: ({ ko }) => ko, moment: (at) => at }));
}
