// What of each coin is hot, warm and cold, beside the share that should be cold; the addresses of cold storage, and what was taken out.
import { ageMs, shortSpan } from '@maru/kit/web/desk/age.ts';
import { DataTable, type DeskColumn } from '@maru/kit/web/desk/data-table.tsx';
import { Loaded } from '@maru/kit/web/desk/loaded.tsx';
import { type Text, useText } from '@maru/kit/web/i18n/use-text.ts';
import { useCall } from '@maru/kit/web/query.ts';
import { Figure } from '@maru/kit/web/ui/figure.tsx';
import { type ColdCoin, listCold } from '../cold-admin-contract.ts';
import { coinName } from './coin-figure.tsx';
import { Addresses } from './cold-addresses.tsx';
import { Moves } from './cold-moves.tsx';
import { coldTexts } from './cold-texts.ts';

const ASK_MS = 15_000;
const dash = <span className="text-mute">–</span>;

export function Cold() {
  const t = useText(coldTexts);
  const query = useCall(listCold, { everyMs: ASK_MS });
  return (
    <section className="border-t border-line">
      <div className="px-4 pt-5 pb-2 laptop:px-6">
        <h2 className="text-14 font-bold">{t('co.title')}</h2>
        <p className="text-13 text-sub">{t('co.line')}</p>
      </div>
      <Loaded query={query} title={t('co.failed')} rows={6}>
        {({ coins, addresses, moves }) => (
          <>
            <DataTable label={t('co.title')} columns={coinColumns(t)} rows={coins} keyOf={({ walletType }) => walletType} />
            <Addresses addresses={addresses} />
            <Moves moves={moves} />
          </>
        )}
      </Loaded>
    </section>
  );
}

/** Before the first read nothing is claimed. */
const held = ({ readAt }: ColdCoin, value: string) => (readAt === null ? dash : <Figure value={value} />);

const coinColumns = (t: Text<typeof coldTexts>): DeskColumn<ColdCoin>[] => [
  { key: 'coin', head: t('co.coin'), namesRow: true, cell: (coin) => <b className="font-semibold">{coinName(coin)}</b> },
  { key: 'hot', head: t('co.hot'), isFigure: true, cell: (coin) => held(coin, coin.hot) },
  { key: 'warm', head: t('co.warm'), isFigure: true, cell: (coin) => held(coin, coin.warm) },
  { key: 'cold', head: t('co.cold'), isFigure: true, cell: (coin) => held(coin, coin.cold) },
  { key: 'split', head: t('co.split'), cell: (coin) => <Split coin={coin} /> },
  {
    key: 'share',
    head: t('co.share'),
    isFigure: true,
    cell: ({ share, wanted }) =>
      share === null ? (
        dash
      ) : (
        <span className="inline-flex flex-col items-end leading-tight">
          <b className={Number(share) < wanted ? 'text-warn' : undefined}>{share}%</b>
          <span className="text-12 text-mute">{t('co.wanted', { percent: wanted })}</span>
        </span>
      ),
  },
  {
    key: 'read',
    head: t('co.read'),
    isFigure: true,
    cell: ({ readAt }) => (readAt === null ? dash : t('co.ago', { age: shortSpan(ageMs(readAt)) })),
  },
];

/** Whole per cents are enough for a bar; what is exact stands beside it. */
function Split({ coin }: { coin: ColdCoin }) {
  const t = useText(coldTexts);
  const parts = [coin.hot, coin.warm, coin.cold].map(Number);
  const all = parts.reduce((sum, part) => sum + part, 0);
  if (coin.share === null || all === 0) return dash;
  const [hot = 0, warm = 0, cold = 0] = parts.map((part) => Math.round((part / all) * 100));
  return (
    <span title={t('co.split.words', { hot, warm, cold })} className="flex h-3 w-36 gap-0.5 overflow-hidden rounded-sm">
      <span className="sr-only">{t('co.split.words', { hot, warm, cold })}</span>
      <span className="bg-text" style={{ flexGrow: hot }} />
      <span className="bg-mute" style={{ flexGrow: warm }} />
      <span className="bg-brand/40" style={{ flexGrow: cold }} />
    </span>
  );
}
