// One line of the asset history from the side: both ends of every posting of its step, what it cost, and the way to why.
import { fileMoment } from '@maru/kit/web/i18n/moments.ts';
import { type Text, useText } from '@maru/kit/web/i18n/use-text.ts';
import { useCall } from '@maru/kit/web/query.ts';
import { useTypeStatus } from '@maru/kit/web/site.ts';
import { Amount } from '@maru/kit/web/ui/figure.tsx';
import { Sheet } from '@maru/kit/web/ui/overlays.tsx';
import { OwnLink } from '@maru/kit/web/ui/own-link.tsx';
import { SkeletonRows } from '@maru/kit/web/ui/skeleton.tsx';
import { FailingState } from '@maru/kit/web/ui/states.tsx';
import { useIsPhone } from '@maru/kit/web/use-width.ts';
import { ArrowRight } from 'lucide-react';
import { type DnwEntry, readDnwEntry } from '../contract.ts';
import type { DnwPosting } from '../dnw-contract.ts';
import { walletName } from './wallet-name.ts';
import { walletTexts } from './wallet-texts.ts';

export function DnwDetail({ entry, onClose }: { entry: DnwEntry; onClose(): void }) {
  const t = useText(walletTexts);
  const isPhone = useIsPhone();
  const { data, error, isFetching, refetch } = useCall(readDnwEntry, { query: { dnwHistoryId: String(entry.dnwHistoryId) } });
  const facts: [string, string][] = [
    [t('walletHistory.wallet'), walletName(t, entry.walletType)],
    [t('asset.ledger.time'), fileMoment(entry.time)],
    ...(data?.otherMember
      ? [[t(entry.type === 'TO' ? 'detail.member.to' : 'detail.member.from'), data.otherMember.name] as [string, string]]
      : []),
    [t('walletHistory.col.id'), String(entry.dnwHistoryId)],
  ];
  return (
    <Sheet isOpen onClose={onClose} side={isPhone ? 'bottom' : 'right'} title={t(`dnw.${entry.type}`)} className="w-[min(440px,100vw)]">
      <p className="mt-2 text-24 font-bold">
        <Amount value={entry.point} sign unit={entry.currency} />
      </p>
      <p className="mt-1 text-13 text-mute">
        {t('asset.ledger.balance')} <Amount value={entry.balance} unit={entry.currency} />
      </p>
      <dl className="mt-4 flex flex-col gap-2 border-t border-line pt-4 text-13">
        {facts.map(([label, value]) => (
          <div key={label} className="flex justify-between gap-3">
            <dt className="text-sub">{label}</dt>
            <dd className="text-right font-medium">{value}</dd>
          </div>
        ))}
      </dl>
      <h3 className="mt-5 border-t border-line pt-4 text-14 font-bold">{t('detail.sides')}</h3>
      {data === undefined ? (
        error ? (
          <FailingState title={t('asset.failed')} error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
        ) : (
          <SkeletonRows rows={2} rowClass="h-12" label={t('asset.loading')} />
        )
      ) : (
        <ul className="divide-y divide-line">
          {data.postings.map((posting, i) => (
            <Sides key={i} posting={posting} member={data.otherMember?.name} />
          ))}
        </ul>
      )}
      {entry.type === 'C' && entry.walletType === 'FUTURES' && (
        <OwnLink
          href={`/dnw_history/explain?sequence=${entry.sequence}`}
          className="mt-4 inline-flex h-11 items-center text-13 font-semibold text-brand"
        >
          {t('detail.why')}
        </OwnLink>
      )}
      <CoinWay entry={entry} />
    </Sheet>
  );
}

/** To the steps of what custody moved. */
function CoinWay({ entry: { reason } }: { entry: DnwEntry }) {
  const t = useText(walletTexts);
  const { hasDeposits } = useTypeStatus();
  const way = reason.startsWith('WITHDRAWAL') ? 'withdraw' : reason.startsWith('DEPOSIT') ? 'deposit' : undefined;
  if (!hasDeposits || way === undefined) return null;
  return (
    <OwnLink href={`/dnw/${way}`} className="mt-4 inline-flex h-11 items-center text-13 font-semibold text-brand">
      {t(way === 'withdraw' ? 'detail.withdrawals' : 'detail.deposits')}
    </OwnLink>
  );
}

/** `member`: the other one of a transfer, in whose stead the house stands between two postings. */
function Sides({ posting, member }: { posting: DnwPosting; member: string | undefined }) {
  const t = useText(walletTexts);
  const id = `asset.reason.${posting.reason}`;
  const nameOf = (place: DnwPosting['from']) =>
    member !== undefined && place.kind === 'HOUSE' && place.purse === 'TRANSIT' ? member : placeName(t, place);
  return (
    <li className="py-2.5 text-13">
      <span className="flex items-center justify-between gap-3">
        <span className="font-medium">{t(id in walletTexts ? (id as keyof typeof walletTexts) : 'asset.reason.OTHER')}</span>
        <Amount value={posting.point} unit={posting.currency} className="font-semibold" />
      </span>
      <span className="mt-0.5 flex items-center gap-1.5 text-12 text-mute">
        {nameOf(posting.from)} <ArrowRight aria-label="→" size={12} /> {nameOf(posting.to)}
      </span>
    </li>
  );
}

function placeName(t: Text<typeof walletTexts>, place: DnwPosting['from']): string {
  if (place.kind === 'WALLET') return walletName(t, place.walletType);
  if (place.kind === 'ASIDE') return t(`detail.aside.${place.purse}`, { wallet: walletName(t, place.walletType) });
  return place.kind === 'ISOLATED' ? t('detail.isolated') : t(`detail.house.${place.purse}`);
}
