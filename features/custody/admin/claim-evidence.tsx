// What the member says of a payment beside what the chain says of it, line by line, with what differs marked.
import { DeskPanel, type Fact, Facts } from '@maru/kit/web/desk/page.tsx';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { Badge } from '@maru/kit/web/ui/marks.tsx';
import { TableTime } from '@maru/kit/web/ui/table-time.tsx';
import type { ReactNode } from 'react';
import type { ClaimedArrival, DeskDepositClaimPage } from '../deposit-claim-admin-contract.ts';
import { ChainText } from '../web/chain-text.tsx';
import { deskClaimTexts } from './claim-texts.ts';
import { CoinFigure, coinName } from './coin-figure.tsx';

interface PanelProps {
  data: DeskDepositClaimPage;
}

export function SaidPanel({ data: { claim } }: PanelProps) {
  const t = useText(deskClaimTexts);
  const unsaid = <span className="font-normal text-mute">{t('dq.unsaid')}</span>;
  const { currency, point, txHash, sender, evidence, askedAt } = claim;
  return (
    <DeskPanel title={t('dq.said')} aside={<TableTime at={askedAt} />}>
      <Facts
        items={[
          { label: t('dq.coin'), value: coinName(claim) },
          { label: t('dq.point'), value: <CoinFigure value={point} currency={currency} /> },
          { label: t('dq.hash'), value: <ChainText text={txHash} /> },
          { label: t('dq.from'), value: sender === null ? unsaid : <ChainText text={sender} /> },
        ]}
      />
      <h3 className="mt-4 mb-1.5 text-12 font-semibold text-sub">{t('dq.evidence')}</h3>
      <p className="text-13 break-words whitespace-pre-wrap">{evidence ?? unsaid}</p>
    </DeskPanel>
  );
}

export function SeenPanel({ data }: PanelProps) {
  const t = useText(deskClaimTexts);
  return (
    <DeskPanel title={t('dq.seen')} aside={data.claim.chain}>
      {data.arrivals.length === 0 && <p className="text-13 text-warn">{t('dq.seen.none')}</p>}
      {data.arrivals.map((arrival) => (
        <div key={arrival.arrivalId} className="not-first:mt-5">
          <Seen arrival={arrival} data={data} />
          <Against arrival={arrival} />
        </div>
      ))}
    </DeskPanel>
  );
}

function Seen({ arrival, data: { claim, member } }: PanelProps & { arrival: ClaimedArrival }) {
  const { point, address, memo, sender, differs } = arrival;
  const t = useText(deskClaimTexts);
  const marked = (what: ClaimedArrival['differs'][number], value: ReactNode) => (
    <>
      {differs.includes(what) && <Badge tone="danger">{t('dq.differs')}</Badge>} {value}
    </>
  );
  const items: Fact[] = [
    { label: t('dq.point'), value: marked('AMOUNT', <CoinFigure value={point} currency={claim.currency} />) },
    { label: t('dq.hash'), value: <ChainText text={claim.txHash} /> },
    { label: t('dq.from'), value: sender === null ? '–' : marked('SENDER', <ChainText text={sender} />) },
    { label: t('dq.to'), value: <ChainText text={address} /> },
    { label: t('dq.memo'), value: memo ?? <span className="font-normal text-mute">{t('dq.memo.none')}</span> },
    { label: t('dq.memo.own'), value: member.memo ?? t('dq.memo.never') },
    { label: t('dq.time'), value: <TableTime at={arrival.seenAt} /> },
    { label: t('dq.blocks'), value: arrival.confirmations },
  ];
  return <Facts items={items} />;
}

/** Why it cannot be credited. */
function Against({ arrival: { isSmall, isBooked, height, creditedTo } }: { arrival: ClaimedArrival }) {
  const t = useText(deskClaimTexts);
  const why =
    creditedTo !== null
      ? t('dq.credited', { person: creditedTo.username })
      : height === null
        ? t('dq.gone')
        : isSmall
          ? t('dq.small')
          : isBooked
            ? undefined
            : t('dq.unbooked');
  return why === undefined ? null : <p className="mt-3 text-13 font-semibold text-warn">{why}</p>;
}
