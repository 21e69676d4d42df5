// What was taken out of cold storage: how far each is, its file to carry away with the code to type, and the signed one to bring back.
import { call } from '@maru/kit/web/api-client.ts';
import { attempt } from '@maru/kit/web/desk/acts.tsx';
import { DataTable, type DeskColumn } from '@maru/kit/web/desk/data-table.tsx';
import { useMay } from '@maru/kit/web/desk/desk-site.ts';
import { ReasonDialog } from '@maru/kit/web/desk/reason-dialog.tsx';
import { type Text, useText } from '@maru/kit/web/i18n/use-text.ts';
import { refetch } from '@maru/kit/web/query.ts';
import { saveFile } from '@maru/kit/web/save-file.ts';
import { toast } from '@maru/kit/web/toasts/toast-list.ts';
import { Button, buttonClass } from '@maru/kit/web/ui/button.tsx';
import { Badge, type Tone } from '@maru/kit/web/ui/marks.tsx';
import { EmptyState } from '@maru/kit/web/ui/states.tsx';
import { TableTime } from '@maru/kit/web/ui/table-time.tsx';
import { useState } from 'react';
import { bringColdSigned, type ColdMove, dropColdMove, listCold, readColdFile } from '../cold-admin-contract.ts';
import { ChainEnds } from '../web/chain-text.tsx';
import { CoinFigure, coinText } from './coin-figure.tsx';
import { RefusalLine } from './refusal-line.tsx';
import { coldTexts } from './cold-texts.ts';

const dash = <span className="text-mute">–</span>;
const tones: Readonly<Record<ColdMove['state'], Tone>> = {
  WAITS: 'plain',
  READY: 'warn',
  CHECKED: 'brand',
  SIGNED: 'brand',
  SENT: 'brand',
  DONE: 'good',
  FAILED: 'danger',
  DROPPED: 'plain',
};

export function Moves({ moves }: { moves: readonly ColdMove[] }) {
  const t = useText(coldTexts);
  return (
    <>
      <h3 className="px-4 pt-5 pb-2 text-13 font-bold laptop:px-6">{t('co.moves')}</h3>
      {moves.length === 0 ? (
        <EmptyState title={t('co.moves.none')} isLow />
      ) : (
        <DataTable label={t('co.moves')} columns={columnsOf(t)} rows={moves} keyOf={({ moveId }) => moveId} isTall />
      )}
    </>
  );
}

const ended = ['EXPIRED', 'GIVEN_UP', 'CHAIN'] as const;
const whyOf = (t: Text<typeof coldTexts>, why: string) => {
  const known = ended.find((one) => one === why);
  return known === undefined ? why : t(`co.why.${known}`);
};

const columnsOf = (t: Text<typeof coldTexts>): DeskColumn<ColdMove>[] => [
  { key: 'move', head: t('co.move'), namesRow: true, cell: ({ moveId }) => <b className="font-semibold">{moveId}</b> },
  {
    key: 'state',
    head: t('co.state'),
    cell: ({ state, why }) => (
      <span className="flex flex-col items-start gap-0.5">
        <Badge tone={tones[state]}>{t(`co.move.${state}`)}</Badge>
        {why !== null && <RefusalLine text={whyOf(t, why)} />}
      </span>
    ),
  },
  {
    key: 'amount',
    head: t('co.amount'),
    isFigure: true,
    cell: ({ amount, currency }) => <CoinFigure value={amount} currency={currency} />,
  },
  { key: 'code', head: t('co.code'), cell: ({ code }) => (code === null ? dash : <b className="font-mono select-all">{code}</b>) },
  {
    key: 'until',
    head: t('co.until'),
    cell: ({ until, state }) => (until === null || state !== 'READY' ? dash : <TableTime at={until} />),
  },
  { key: 'agreedBy', head: t('co.agreedBy'), cell: ({ agreedBy }) => agreedBy.join(' · ') },
  { key: 'fee', head: t('co.fee'), isFigure: true, cell: (move) => <Fee move={move} /> },
  {
    key: 'confirmations',
    head: t('co.confirmations'),
    isFigure: true,
    cell: ({ confirmations, settledAfter, txHash }) =>
      txHash === null ? dash : `${Math.min(confirmations, settledAfter)}/${settledAfter}`,
  },
  { key: 'hash', head: t('co.hash'), cell: ({ txHash }) => (txHash === null ? dash : <ChainEnds text={txHash} />) },
  { key: 'acts', head: '', isAtHand: true, cell: (move) => <Acts move={move} /> },
];

function Fee({ move: { fee, feeLimit } }: { move: ColdMove }) {
  const t = useText(coldTexts);
  if (fee !== null) return <CoinFigure value={fee.amount} currency={fee.currency} />;
  return feeLimit === null ? (
    dash
  ) : (
    <span className="text-mute">{t('co.most', { amount: coinText(feeLimit.amount, feeLimit.currency) })}</span>
  );
}

function Acts({ move }: { move: ColdMove }) {
  const t = useText(coldTexts);
  const mayBring = useMay(bringColdSigned);
  const [isDropping, setDropping] = useState(false);
  const { moveId, state } = move;
  if (!mayBring || (state !== 'READY' && state !== 'WAITS')) return null;
  const take = async () => {
    const { name, text } = await call(readColdFile, { query: { moveId: String(moveId) } });
    saveFile(name, new Blob([text], { type: 'application/json' }));
  };
  return (
    <span className="flex flex-wrap gap-1.5">
      {state === 'READY' && (
        <>
          <Button size={24} onClick={() => void attempt(take())}>
            {t('co.file')}
          </Button>
          <Bring moveId={moveId} />
        </>
      )}
      <Button size={24} onClick={() => setDropping(true)}>
        {t('co.drop')}
      </Button>
      {isDropping && (
        <ReasonDialog
          title={t('co.drop.title', { n: moveId })}
          description={t('co.drop.words')}
          confirm={t('co.drop')}
          look="danger"
          onConfirm={(reason) => call(dropColdMove, { body: { moveId, reason } }).finally(() => refetch(listCold))}
          onClose={() => setDropping(false)}
        />
      )}
    </span>
  );
}

function Bring({ moveId }: { moveId: number }) {
  const t = useText(coldTexts);
  const bring = async (file: File | undefined) => {
    if (file === undefined) return;
    await call(bringColdSigned, { body: { moveId, text: await file.text() } });
    toast({ title: t('co.brought'), kind: 'done' });
    await refetch(listCold);
  };
  return (
    <label className={buttonClass('line', 24, 'cursor-pointer focus-within:outline-2 focus-within:outline-brand')}>
      <input
        type="file"
        accept="application/json,.json"
        className="sr-only"
        onChange={(event) => {
          void attempt(bring(event.target.files?.[0]));
          event.target.value = '';
        }}
      />
      {t('co.bring')}
    </label>
  );
}
