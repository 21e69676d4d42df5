// A member's coins in and out: its addresses, the newest deposits and withdrawals, each with the way to the whole of it.
import { useCan } from '@maru/kit/web/desk/desk-site.ts';
import { Loaded } from '@maru/kit/web/desk/loaded.tsx';
import { DeskPanel } from '@maru/kit/web/desk/page.tsx';
import { useText, useWords } from '@maru/kit/web/i18n/use-text.ts';
import { useCall } from '@maru/kit/web/query.ts';
import { Badge, type Tone } from '@maru/kit/web/ui/marks.tsx';
import { TableTime } from '@maru/kit/web/ui/table-time.tsx';
import { Link } from '@tanstack/react-router';
import { listMemberAddresses } from '../custody-admin-contract.ts';
import { listDeskDeposits } from '../deposit-admin-contract.ts';
import { depositStateWords } from '../deposit-list-contract.ts';
import { listDeskWithdrawals } from '../withdraw-admin-contract.ts';
import { stateWords } from '../withdrawal-list-contract.ts';
import { ChainText } from '../web/chain-text.tsx';
import { CoinFigure, coinName } from './coin-figure.tsx';
import { depositTones } from './deposit-tones.ts';
import { memberCoinTexts } from './member-coin-texts.ts';
import { withdrawalTones } from './withdrawal-cells.tsx';

const SIZE = '20';

export function MemberCoins({ member }: { member: number }) {
  const [seesDeposits, seesWithdrawals] = [useCan('deposit.read'), useCan('withdrawal.read')];
  return (
    <>
      {seesWithdrawals && <Withdrawals member={member} />}
      {seesDeposits && <Deposits member={member} />}
      {seesDeposits && <Addresses member={member} />}
    </>
  );
}

interface Line {
  key: number;
  to: '/withdrawals' | '/deposits';
  at: string;
  coin: string;
  point: string;
  currency: string;
  state: string;
  tone: Tone;
}

function Lines({ lines, none }: { lines: readonly Line[]; none: string }) {
  if (lines.length === 0) return <p className="text-13 text-mute">{none}</p>;
  return (
    <ul className="flex flex-col text-13">
      {lines.map(({ key, to, at, coin, point, currency, state, tone }) => (
        <li key={key} className="border-b border-line last:border-0">
          <Link
            to={to}
            search={{ show: 'ALL', q: String(key), open: String(key) } as never}
            className="flex min-h-10 flex-wrap items-center gap-x-3 hover:bg-hover"
          >
            <TableTime at={at} className="text-mute" />
            <span className="font-medium">{coin}</span>
            <span className="ml-auto flex items-center gap-3">
              <CoinFigure value={point} currency={currency} className="font-semibold" />
              <Badge tone={tone}>{state}</Badge>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

function Withdrawals({ member }: { member: number }) {
  const t = useText(memberCoinTexts);
  const say = useWords();
  const query = useCall(listDeskWithdrawals, { query: { playerId: String(member), size: SIZE } });
  return (
    <DeskPanel title={t('mc.out')}>
      <Loaded query={query} rows={3}>
        {({ content }) => (
          <Lines
            none={t('mc.out.none')}
            lines={content.map((row) => ({
              key: row.withdrawalId,
              to: '/withdrawals',
              at: row.askedAt,
              coin: coinName(row),
              point: row.point,
              currency: row.currency,
              state: stateWords(row, say),
              tone: withdrawalTones[row.state],
            }))}
          />
        )}
      </Loaded>
    </DeskPanel>
  );
}

function Deposits({ member }: { member: number }) {
  const t = useText(memberCoinTexts);
  const say = useWords();
  const query = useCall(listDeskDeposits, { query: { playerId: String(member), size: SIZE } });
  return (
    <DeskPanel title={t('mc.in')} className="border-t border-line">
      <Loaded query={query} rows={3}>
        {({ content }) => (
          <Lines
            none={t('mc.in.none')}
            lines={content.map((row) => ({
              key: row.depositId,
              to: '/deposits',
              at: row.seenAt,
              coin: coinName(row),
              point: row.point,
              currency: row.currency,
              state: say(depositStateWords[row.state]),
              tone: depositTones[row.state],
            }))}
          />
        )}
      </Loaded>
    </DeskPanel>
  );
}

function Addresses({ member }: { member: number }) {
  const t = useText(memberCoinTexts);
  const query = useCall(listMemberAddresses, { query: { playerId: String(member) } });
  return (
    <DeskPanel title={t('mc.addresses')} className="border-t border-line">
      <Loaded query={query} rows={2}>
        {(addresses) =>
          addresses.length === 0 ? (
            <p className="text-13 text-mute">{t('mc.addresses.none')}</p>
          ) : (
            <ul className="flex flex-col gap-2 text-13">
              {addresses.map(({ chain, address, memo }) => (
                <li key={chain} className="flex flex-wrap items-baseline gap-x-3">
                  <b className="w-12 font-semibold">{chain}</b>
                  {address === null ? <span className="text-mute">{t('mc.address.making')}</span> : <ChainText text={address} />}
                  {memo !== null && <span className="text-sub">{t('mc.memo', { memo })}</span>}
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </DeskPanel>
  );
}
