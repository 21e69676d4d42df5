// Chains as they are read, and the processes that read and sign: each with when it was last heard of.
import { ageMs, shortSpan } from '@maru/kit/web/desk/age.ts';
import { DataTable, type DeskColumn } from '@maru/kit/web/desk/data-table.tsx';
import { figure } from '@maru/kit/web/i18n/figures.ts';
import { type Text, useText } from '@maru/kit/web/i18n/use-text.ts';
import { Badge, type Tone } from '@maru/kit/web/ui/marks.tsx';
import { EmptyState } from '@maru/kit/web/ui/states.tsx';
import type { CustodyChain, ProcessSeen } from '../custody-admin-contract.ts';
import { ChainEnds } from '../web/chain-text.tsx';
import { RefusalLine } from './refusal-line.tsx';
import { custodyTexts } from './custody-texts.ts';

const tones: Readonly<Record<CustodyChain['state'], Tone>> = { OPEN: 'good', AWAY: 'danger', STARTING: 'plain', HALTED: 'danger' };

export function Process({ seen }: { seen: ProcessSeen }) {
  const t = useText(custodyTexts);
  return (
    <span className="inline-flex items-center gap-2 whitespace-nowrap">
      <Badge tone={seen.isAlive ? 'good' : 'danger'}>{t(seen.isAlive ? 'cu.alive' : 'cu.dead')}</Badge>
      {seen.seenAt !== null && <span className="text-12 text-mute">{t('cu.ago', { age: shortSpan(ageMs(seen.seenAt)) })}</span>}
    </span>
  );
}

export function Chains({ chains }: { chains: readonly CustodyChain[] }) {
  const t = useText(custodyTexts);
  if (chains.length === 0) return <EmptyState title={t('cu.chains.none')} isLow />;
  return <DataTable label={t('cu.chains')} columns={columnsOf(t)} rows={chains} keyOf={({ chain }) => chain} isTall />;
}

const dash = <span className="text-mute">–</span>;

const columnsOf = (t: Text<typeof custodyTexts>): DeskColumn<CustodyChain>[] => [
  { key: 'chain', head: t('cu.chain'), namesRow: true, cell: ({ chain }) => <b className="font-semibold">{chain}</b> },
  {
    key: 'state',
    head: t('cu.state'),
    cell: ({ state, fault, faultSince }) => (
      <span className="flex flex-col items-start gap-0.5">
        <Badge tone={tones[state]}>{t(`cu.state.${state}`)}</Badge>
        {fault !== null && faultSince !== null && (
          <RefusalLine text={fault} lead={`${t('cu.ago', { age: shortSpan(ageMs(faultSince)) })} · `} />
        )}
      </span>
    ),
  },
  {
    key: 'height',
    head: t('cu.height'),
    isFigure: true,
    cell: ({ height, readHeight }) => {
      if (height === null || readHeight === null) return dash;
      const behind = height - readHeight;
      return (
        <span className="flex flex-col leading-tight">
          {figure(String(readHeight))}
          {behind > 1 && <span className="text-12 font-semibold text-warn">{t('cu.behind', { n: behind })}</span>}
        </span>
      );
    },
  },
  {
    key: 'read',
    head: t('cu.readAt'),
    isFigure: true,
    cell: ({ readAt }) => (readAt === null ? dash : t('cu.ago', { age: shortSpan(ageMs(readAt)) })),
  },
  { key: 'watcher', head: t('cu.watcher'), cell: ({ watcher }) => <Process seen={watcher} /> },
  { key: 'hot', head: t('cu.hot'), cell: ({ hotAddress }) => (hotAddress === null ? dash : <ChainEnds text={hotAddress} />) },
  { key: 'addresses', head: t('cu.addresses'), isFigure: true, cell: ({ addresses }) => figure(String(addresses)) },
];
