// What of each coin is hot, warm and cold, beside the share that should be cold; and the addresses of cold storage.
import { call } from '@maru/kit/web/api-client.ts';
import { ageMs, shortSpan } from '@maru/kit/web/desk/age.ts';
import { DataTable, type DeskColumn } from '@maru/kit/web/desk/data-table.tsx';
import { useMay } from '@maru/kit/web/desk/desk-site.ts';
import { Loaded } from '@maru/kit/web/desk/loaded.tsx';
import { ReasonDialog } from '@maru/kit/web/desk/reason-dialog.tsx';
import { type Text, useText } from '@maru/kit/web/i18n/use-text.ts';
import { lazyArea } from '@maru/kit/web/lazy-area.tsx';
import { refetch, useCall } from '@maru/kit/web/query.ts';
import { Button } from '@maru/kit/web/ui/button.tsx';
import { Figure } from '@maru/kit/web/ui/figure.tsx';
import { Badge } from '@maru/kit/web/ui/marks.tsx';
import { EmptyState } from '@maru/kit/web/ui/states.tsx';
import { useState } from 'react';
import { closeColdAddress, type ColdAddress, type ColdCoin, listCold, setColdAddress } from '../cold-admin-contract.ts';
import { ChainEnds } from '../web/chain-text.tsx';
import { coinName } from './coin-figure.tsx';
import { coldTexts } from './cold-texts.ts';

const ASK_MS = 15_000;
const dash = <span className="text-mute">–</span>;
const AddressForm = lazyArea<{ onClose(): void }>(() => import('./cold-forms.tsx').then((m) => m.AddressForm));

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
        {({ coins, addresses }) => (
          <>
            <DataTable label={t('co.title')} columns={coinColumns(t)} rows={coins} keyOf={({ walletType }) => walletType} />
            <Addresses addresses={addresses} />
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

function Addresses({ addresses }: { addresses: readonly ColdAddress[] }) {
  const t = useText(coldTexts);
  const maySet = useMay(setColdAddress);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-2 px-4 pt-5 pb-2 laptop:px-6">
        <h3 className="text-13 font-bold">{t('co.addresses')}</h3>
        {maySet && (
          <Button size={32} onClick={() => setOpen(true)}>
            {t('co.set')}
          </Button>
        )}
      </div>
      {addresses.length === 0 ? (
        <EmptyState title={t('co.addresses.none')} isLow />
      ) : (
        <DataTable label={t('co.addresses')} columns={addressColumns(t)} rows={addresses} keyOf={({ coldId }) => coldId} />
      )}
      {isOpen && <AddressForm onClose={() => setOpen(false)} />}
    </>
  );
}

const addressColumns = (t: Text<typeof coldTexts>): DeskColumn<ColdAddress>[] => [
  { key: 'chain', head: t('co.chain'), namesRow: true, cell: ({ chain }) => <b className="font-semibold">{chain}</b> },
  { key: 'address', head: t('co.address'), cell: ({ address }) => <ChainEnds text={address} /> },
  {
    key: 'state',
    head: t('co.state'),
    cell: ({ isOpen }) => <Badge tone={isOpen ? 'good' : 'plain'}>{t(isOpen ? 'co.open' : 'co.closed')}</Badge>,
  },
  { key: 'setBy', head: t('co.setBy'), cell: ({ setBy }) => setBy.join(' · ') },
  { key: 'since', head: t('co.since'), isFigure: true, cell: ({ madeAt }) => t('co.ago', { age: shortSpan(ageMs(madeAt)) }) },
  { key: 'close', head: '', cell: (address) => address.isOpen && <Close of={address} /> },
];

function Close({ of: { coldId, chain } }: { of: ColdAddress }) {
  const t = useText(coldTexts);
  const mayClose = useMay(closeColdAddress);
  const [isOpen, setOpen] = useState(false);
  if (!mayClose) return null;
  return (
    <>
      <Button size={24} onClick={() => setOpen(true)}>
        {t('co.close')}
      </Button>
      {isOpen && (
        <ReasonDialog
          title={t('co.close.title', { chain })}
          description={t('co.close.words')}
          confirm={t('co.close')}
          look="danger"
          onConfirm={(reason) => call(closeColdAddress, { body: { coldId, reason } }).finally(() => refetch(listCold))}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
