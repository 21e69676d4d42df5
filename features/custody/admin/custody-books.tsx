// What the ledger owes beside what the chains hold, coin by coin: what does not fit is named, and payouts that stand still for it are let go by two.
import { call } from '@maru/kit/web/api-client.ts';
import { attempt } from '@maru/kit/web/desk/acts.tsx';
import { ageMs, shortSpan } from '@maru/kit/web/desk/age.ts';
import { DataTable, type DeskColumn } from '@maru/kit/web/desk/data-table.tsx';
import { useMay } from '@maru/kit/web/desk/desk-site.ts';
import { Loaded } from '@maru/kit/web/desk/loaded.tsx';
import { ReasonDialog } from '@maru/kit/web/desk/reason-dialog.tsx';
import { unitOf } from '@maru/kit/web/i18n/figures.ts';
import { type Text, useText, useWords } from '@maru/kit/web/i18n/use-text.ts';
import { refetch, useCall } from '@maru/kit/web/query.ts';
import { toast } from '@maru/kit/web/toasts/toast-list.ts';
import { Button } from '@maru/kit/web/ui/button.tsx';
import { Figure } from '@maru/kit/web/ui/figure.tsx';
import { Badge, type Tone } from '@maru/kit/web/ui/marks.tsx';
import { useState } from 'react';
import { askReconciliation, liftCustodyStop, type ReconciledCoin, readReconciliation } from '../reconciliation-contract.ts';
import { booksTexts } from './books-texts.ts';

const ASK_MS = 15_000;
const tones: Readonly<Record<ReconciledCoin['state'], Tone>> = { EQUAL: 'good', DIFFERENT: 'danger', WAITS: 'warn', NONE: 'plain' };

export function Books() {
  const t = useText(booksTexts);
  const mayAsk = useMay(askReconciliation);
  const query = useCall(readReconciliation, { everyMs: ASK_MS });
  const [isBusy, setBusy] = useState(false);
  const ask = async () => {
    setBusy(true);
    await attempt(
      call(askReconciliation, { body: {} }).then(() => toast({ title: t('bo.ask.done'), line: t('bo.ask.line'), kind: 'done' })),
    );
    setBusy(false);
  };
  return (
    <section className="border-b border-line">
      <div className="flex flex-wrap items-center justify-between gap-2 px-4 pt-5 pb-2 laptop:px-6">
        <h2 className="text-14 font-bold">{t('bo.title')}</h2>
        {mayAsk && (
          <Button size={32} isBusy={isBusy} onClick={() => void ask()}>
            {t('bo.ask')}
          </Button>
        )}
      </div>
      <Loaded query={query} title={t('bo.failed')} rows={4}>
        {({ coins }) => (
          <>
            <DataTable label={t('bo.title')} columns={columnsOf(t)} rows={coins} keyOf={({ asset }) => asset} />
            {coins.map((coin) => (
              <Differences key={coin.asset} coin={coin} />
            ))}
          </>
        )}
      </Loaded>
    </section>
  );
}

const dash = <span className="text-mute">–</span>;

/** Before the first run nothing is claimed. */
const compared = ({ ranAt }: ReconciledCoin, value: string, className?: string) =>
  ranAt === null ? dash : <Figure value={value} {...(className !== undefined && { className })} />;

const ofNetworks = ({ networks }: ReconciledCoin, part: 'deposits' | 'hot' | 'cold') =>
  networks.length === 0 ? (
    dash
  ) : (
    <span className="flex flex-col leading-tight">
      {networks.map((network) => (
        <Figure key={network.walletType} value={network[part]} {...(networks.length > 1 && { unit: network.chain })} />
      ))}
    </span>
  );

const columnsOf = (t: Text<typeof booksTexts>): DeskColumn<ReconciledCoin>[] => [
  { key: 'coin', head: t('bo.coin'), namesRow: true, cell: ({ currency }) => <b className="font-semibold">{unitOf(currency)}</b> },
  {
    key: 'state',
    head: t('bo.state'),
    cell: ({ state, stop }) => (
      <span className="inline-flex flex-wrap gap-1">
        <Badge tone={tones[state]}>{t(`bo.state.${state}`)}</Badge>
        {stop && <Badge tone="danger">{t('bo.stopped')}</Badge>}
      </span>
    ),
  },
  { key: 'deposits', head: t('bo.deposits'), isFigure: true, cell: (coin) => ofNetworks(coin, 'deposits') },
  { key: 'hot', head: t('bo.hot'), isFigure: true, cell: (coin) => ofNetworks(coin, 'hot') },
  { key: 'cold', head: t('bo.cold'), isFigure: true, cell: (coin) => ofNetworks(coin, 'cold') },
  { key: 'transit', head: t('bo.transit'), isFigure: true, cell: (coin) => compared(coin, coin.inTransit) },
  { key: 'between', head: t('bo.between'), isFigure: true, cell: (coin) => compared(coin, coin.between) },
  { key: 'ledger', head: t('bo.ledger'), isFigure: true, cell: (coin) => compared(coin, coin.ledger) },
  {
    key: 'difference',
    head: t('bo.difference'),
    isFigure: true,
    cell: (coin) => compared(coin, coin.difference, /[1-9]/.test(coin.difference) ? 'font-bold text-danger' : 'font-bold'),
  },
  {
    key: 'ran',
    head: t('bo.ran'),
    isFigure: true,
    cell: ({ ranAt }) => (ranAt === null ? dash : t('bo.ago', { age: shortSpan(ageMs(ranAt)) })),
  },
];

function Differences({ coin }: { coin: ReconciledCoin }) {
  const t = useText(booksTexts);
  const say = useWords();
  const { differences, stop } = coin;
  const currency = unitOf(coin.currency);
  if (differences.length === 0 && stop === null) return null;
  return (
    <div className="border-t border-line px-4 py-4 laptop:px-6">
      <div className="mb-2 flex flex-wrap items-center justify-between gap-2">
        <h3 className="text-13 font-bold">{t('bo.differences', { coin: currency })}</h3>
        {stop && <Lift coin={currency} stop={stop} />}
      </div>
      <ul className="flex flex-col gap-1.5 text-13">
        {differences.map(({ subject, kind, amount, text, isAccepted }) => (
          <li key={kind + subject} className="flex flex-wrap items-baseline gap-x-3">
            <Badge tone={isAccepted ? 'plain' : 'danger'}>{t(isAccepted ? 'bo.accepted' : 'bo.state.DIFFERENT')}</Badge>
            <span className="min-w-0 break-words">{say(text)}</span>
            <Figure value={amount} unit={currency} className="ml-auto font-semibold" />
          </li>
        ))}
      </ul>
    </div>
  );
}

function Lift({ coin, stop }: { coin: string; stop: NonNullable<ReconciledCoin['stop']> }) {
  const t = useText(booksTexts);
  const mayLift = useMay(liftCustodyStop);
  const [isOpen, setOpen] = useState(false);
  const { stopId, fingerprint, isAsked } = stop;
  if (isAsked) return <span className="text-12 text-mute">{t('bo.asked')}</span>;
  if (!mayLift) return null;
  return (
    <>
      <Button size={32} onClick={() => setOpen(true)}>
        {t('bo.lift')}
      </Button>
      {isOpen && (
        <ReasonDialog
          title={t('bo.lift.title', { coin })}
          description={t('bo.lift.words')}
          confirm={t('bo.lift')}
          look="danger"
          onConfirm={(reason) =>
            call(liftCustodyStop, { body: { stopId, fingerprint, reason } }).finally(() => refetch(readReconciliation))
          }
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
