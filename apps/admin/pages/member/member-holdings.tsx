// What a member has: its wallets, its open positions, and whose member it is.
import { DeskPanel, Facts } from '@maru/kit/web/desk/page.tsx';
import { Loaded } from '@maru/kit/web/desk/loaded.tsx';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { directionOf } from '@maru/kit/web/i18n/figures.ts';
import { tableMoment } from '@maru/kit/web/i18n/moments.ts';
import type { useCall } from '@maru/kit/web/query.ts';
import { Button } from '@maru/kit/web/ui/button.tsx';
import { Figure } from '@maru/kit/web/ui/figure.tsx';
import { Badge, directionClass } from '@maru/kit/web/ui/marks.tsx';
import type { readMemberTrading } from '@maru/futures/admin-contract.ts';
import type { readMemberWallets } from '@maru/wallet/admin-contract.ts';
import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import type { MemberFile } from '@maru/account/admin-contract.ts';
import { memberTexts, walletWord } from '@maru/account/admin/desk-texts.ts';

type TradingQuery = ReturnType<typeof useCall<typeof readMemberTrading>>;
export type Trading = NonNullable<TradingQuery['data']>;
type WalletsQuery = ReturnType<typeof useCall<typeof readMemberWallets>>;
export type Wallets = NonNullable<WalletsQuery['data']>;

/** `BINANCE:BTCUSDT` → `BTC/USDT`. */
export const pairOf = (symbol: string) => (symbol.split(':')[1] ?? symbol).replace(/(USDT)$/, '/$1');

export function HoldingsPanel({ file, wallets, trading }: { file: MemberFile; wallets: WalletsQuery; trading: TradingQuery }) {
  const t = useText(memberTexts);
  return (
    <div>
      <DeskPanel title={t('m.wallets')}>
        <Loaded query={wallets} rows={4}>
          {(data) => <WalletFacts wallets={data.wallets} />}
        </Loaded>
      </DeskPanel>
      <Loaded query={trading} rows={2}>
        {(data) => (
          <>
            <Positions trading={data} />
            {data.twaps.length > 0 && <Twaps twaps={data.twaps} />}
          </>
        )}
      </Loaded>
      <DeskPanel title={t('m.line')} className="pt-0">
        <PartnerLine line={file.partnerLine} />
      </DeskPanel>
    </div>
  );
}

/** Wallets that money passes through every day stand there empty too. */
const everyday: readonly string[] = ['FUTURES', 'USDT', 'BINARY'];

function WalletFacts({ wallets }: { wallets: Wallets['wallets'] }) {
  const t = useText(memberTexts);
  const [isWhole, setWhole] = useState(false);
  const shown = wallets.filter(({ type, point }) => isWhole || everyday.includes(type) || directionOf(point) !== 0);
  const hidden = wallets.length - shown.length;
  return (
    <>
      <WalletLines wallets={shown} />
      {hidden > 0 && (
        <Button size={32} look="quiet" className="mt-1 -ml-3" onClick={() => setWhole(true)}>
          {t('m.wallets.empty', { count: hidden })}
        </Button>
      )}
    </>
  );
}

function WalletLines({ wallets }: { wallets: Wallets['wallets'] }) {
  const t = useText(memberTexts);
  return (
    <Facts
      items={wallets.flatMap((wallet) => [
        { label: walletWord(t, wallet.type), value: <Figure value={wallet.point} /> },
        ...(wallet.isolated !== undefined && directionOf(wallet.isolated) !== 0
          ? [
              {
                label: <span className="pl-3 text-12 text-mute">{t('m.isolated')}</span>,
                value: <Figure value={wallet.isolated} className="text-12 font-normal text-mute" />,
              },
            ]
          : []),
      ])}
    />
  );
}

function Positions({ trading: { positions, isHeld } }: { trading: Trading }) {
  const t = useText(memberTexts);
  return (
    <DeskPanel
      title={positions.length === 0 ? t('m.positions.none') : t('m.positions')}
      aside={isHeld && <Badge tone="danger">{t('m.held')}</Badge>}
      className="pt-0"
    >
      <ul className="flex flex-col gap-2">
        {positions.map((position) => (
          <li key={position.futuresPositionId} className="rounded-8 bg-sunken px-3 py-2.5">
            <p className="mb-2 flex items-center justify-between gap-2 text-13 font-bold">
              {pairOf(position.symbol)}
              <Badge tone={position.tradeType === 'LONG' ? 'rise' : 'fall'}>
                {t(position.tradeType === 'LONG' ? 'm.long' : 'm.short', { leverage: position.leverage })}
              </Badge>
            </p>
            <Facts
              items={[
                { label: t('m.size'), value: <Figure value={position.quantity} isDimmed={false} /> },
                { label: t('m.entryPrice'), value: <Figure value={position.entryPrice} isDimmed={false} /> },
                { label: t('m.mark'), value: <Figure value={position.markPrice} /> },
                {
                  label: t('m.liquidation'),
                  value: position.liquidationPrice === '0' ? '–' : <Figure value={position.liquidationPrice} isDimmed={false} />,
                },
                {
                  label: t('m.pnl'),
                  value: (
                    <Figure
                      value={position.unrealizedPnl}
                      decimals={2}
                      sign
                      isDimmed={false}
                      className={directionClass(directionOf(position.unrealizedPnl))}
                    />
                  ),
                },
              ]}
            />
          </li>
        ))}
      </ul>
    </DeskPanel>
  );
}

/** Orders that the server goes on sending. */
function Twaps({ twaps }: { twaps: Trading['twaps'] }) {
  const t = useText(memberTexts);
  return (
    <DeskPanel title={t('m.twaps')} className="pt-0">
      <ul className="flex flex-col gap-2">
        {twaps.map((twap) => (
          <li key={twap.id} className="rounded-8 bg-sunken px-3 py-2.5">
            <p className="mb-2 flex items-center justify-between gap-2 text-13 font-bold">
              {pairOf(twap.symbol)}
              <Badge tone={twap.side === 'BUY' ? 'rise' : 'fall'}>{t(twap.side === 'BUY' ? 'm.twaps.BUY' : 'm.twaps.SELL')}</Badge>
            </p>
            <Facts
              items={[
                { label: t('m.twaps.filled'), value: `${twap.filledQuantity} / ${twap.quantity}` },
                {
                  label: t('m.twaps.average'),
                  value: twap.averagePrice === '0' ? '–' : <Figure value={twap.averagePrice} isDimmed={false} />,
                },
                ...(twap.limitPrice === null
                  ? []
                  : [{ label: t('m.twaps.limit'), value: <Figure value={twap.limitPrice} isDimmed={false} /> }]),
                { label: t('m.twaps.ends'), value: tableMoment(twap.endsAt, false) },
              ]}
            />
            {twap.reason !== null && (
              <p className="mt-1 text-12 text-mute">
                {twap.reason === 'BEYOND_LIMIT' ? t('m.twaps.beyond') : t('m.twaps.waits', { code: twap.reason })}
              </p>
            )}
          </li>
        ))}
      </ul>
    </DeskPanel>
  );
}

function PartnerLine({ line }: { line: MemberFile['partnerLine'] }) {
  const t = useText(memberTexts);
  if (line.length === 0) return <p className="text-13 text-mute">{t('m.line.none')}</p>;
  const own = line[line.length - 1];
  return (
    <>
      <ol className="flex flex-wrap items-center gap-1 text-13">
        <li className="text-sub">{t('m.line.head')}</li>
        {line.map((partner) => (
          <li key={partner.id} className="flex items-center gap-1">
            <ChevronRight aria-hidden="true" size={13} className="text-mute" />
            <span className={partner.id === own.id ? 'font-semibold' : 'text-sub'}>{partner.name}</span>
          </li>
        ))}
      </ol>
      <p className="mt-1 text-12 text-mute">{own.code}</p>
    </>
  );
}
