// One member from all sides: head, figures, wallets and positions, the records in the middle, signals and notes beside them.
import { DeskPage, DeskPanels, KeyFigures } from '@maru/kit/web/desk/page.tsx';
import { Loaded } from '@maru/kit/web/desk/loaded.tsx';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { useCall } from '@maru/kit/web/query.ts';
import { buttonClass } from '@maru/kit/web/ui/button.tsx';
import { Figure } from '@maru/kit/web/ui/figure.tsx';
import { directionClass } from '@maru/kit/web/ui/marks.tsx';
import { directionOf } from '@maru/kit/web/i18n/figures.ts';
import { EmptyState } from '@maru/kit/web/ui/states.tsx';
import { Failure } from '@maru/kit/web/failure.ts';
import { readMemberTrading } from '@maru/futures/admin-contract.ts';
import { readMemberWallets } from '@maru/wallet/admin-contract.ts';
import { Link, useParams } from '@tanstack/react-router';
import { type MemberFile, readMember } from '@maru/account/admin-contract.ts';
import { memberTexts } from '@maru/account/admin/desk-texts.ts';
import { memberHead } from './member-head.tsx';
import { HoldingsPanel } from './member-holdings.tsx';
import { MemberRecords } from './member-records.tsx';
import { WatchPanel } from './member-watch.tsx';

/** What moves is told at once; marks move what it is worth, and a note may be lost. The server counts a page as open by it. */
const askEveryMs = 20_000;

export function MemberPage() {
  const { memberId } = useParams({ strict: false }) as { memberId?: string };
  const t = useText(memberTexts);
  const file = useCall(readMember, { query: { playerId: memberId ?? '0' }, everyMs: askEveryMs });
  if (file.error instanceof Failure && (file.error.status === 404 || file.error.status === 400)) {
    return (
      <DeskPage title={t('md.title')}>
        <EmptyState
          title={t('m.missing')}
          actions={
            <Link to="/members" className={buttonClass('line', 40)}>
              {t('m.back')}
            </Link>
          }
        >
          {t('m.missing.words')}
        </EmptyState>
      </DeskPage>
    );
  }
  if (file.data === undefined) {
    return (
      <DeskPage title={t('md.title')}>
        <Loaded query={file} title={t('m.failed')} rows={10}>
          {() => null}
        </Loaded>
      </DeskPage>
    );
  }
  return <Whole file={file.data} />;
}

function Whole({ file }: { file: MemberFile }) {
  const query = { playerId: String(file.member.id) };
  const wallets = useCall(readMemberWallets, { query, everyMs: askEveryMs });
  const trading = useCall(readMemberTrading, { query, everyMs: askEveryMs });
  return (
    <DeskPage {...memberHead(file, trading.data)}>
      <Figures file={file} figures={wallets.data?.figures} />
      <DeskPanels columns="272px minmax(0, 1fr) 296px" className="flex-1 border-b-0">
        <HoldingsPanel file={file} wallets={wallets} trading={trading} />
        <MemberRecords member={file.member.id} wallets={wallets.data} orders={trading.data?.orders} />
        <WatchPanel file={file} trading={trading.data} heldBonus={wallets.data?.figures.heldBonus ?? '0'} />
      </DeskPanels>
    </DeskPage>
  );
}

type Sums = NonNullable<ReturnType<typeof useCall<typeof readMemberWallets>>['data']>['figures'];

/** Of what is shown: less than a cent has no direction. */
const toneOf = (value: string): string => {
  const direction = directionOf(Number(value).toFixed(2));
  return direction === 0 ? '' : directionClass(direction);
};

function Figures({ file, figures }: { file: MemberFile; figures: Sums | undefined }) {
  const t = useText(memberTexts);
  const sum = (name: Exclude<keyof Sums, 'without'>, isDirected = false) =>
    figures === undefined ? (
      <span className="text-mute">–</span>
    ) : (
      <Figure
        value={figures[name]}
        decimals={2}
        isDimmed={false}
        sign={isDirected || name === 'deposited' || name === 'gifts'}
        {...(isDirected ? { className: toneOf(figures[name]) } : {})}
      />
    );
  const partner = file.partnerLine.at(-1);
  const without = figures?.without ?? [];
  const withGames = figures !== undefined && directionOf(figures.gameWallet) !== 0;
  return (
    <KeyFigures
      items={[
        {
          label: t(withGames ? 'm.figure.assets.games' : 'm.figure.assets'),
          value: sum('assets'),
          unit: 'USDT',
          ...(without.length > 0 && { note: t('m.figure.without', { currencies: without.join(', ') }) }),
        },
        { label: t('m.figure.deposited'), value: sum('deposited') },
        { label: t('m.figure.gifts'), value: sum('gifts') },
        { label: t('m.figure.realized'), value: sum('realized', true) },
        { label: t('m.figure.unrealized'), value: sum('unrealized', true) },
        { label: t('m.figure.fees'), value: sum('fees') },
        { label: t('m.figure.partner'), value: partner?.name ?? t('m.figure.none') },
      ]}
    />
  );
}
