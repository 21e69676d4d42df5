// The records of a member under tabs: its ledger with the proof, money in and out, coins, orders, trades, bets, log-ins and inquiries.
import { useCan } from '@maru/kit/web/desk/desk-site.ts';
import { LoadingRows } from '@maru/kit/web/desk/loaded.tsx';
import { lazyArea } from '@maru/kit/web/lazy-area.tsx';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { TabPanel, Tabs } from '@maru/kit/web/ui/tabs.tsx';
import { useState } from 'react';
import { memberTexts } from '@maru/account/admin/desk-texts.ts';
import type { Trading, Wallets } from './member-holdings.tsx';
import { LedgerTab } from './member-ledger.tsx';

const coming = { waiting: <LoadingRows rows={8} /> };
const OrdersTab = lazyArea(() => import('./member-trades.tsx').then((m) => m.OrdersTab), coming);
const TradesTab = lazyArea(() => import('./member-trades.tsx').then((m) => m.TradesTab), coming);
const BetsTab = lazyArea(() => import('./member-bets.tsx').then((m) => m.BetsTab), coming);
const LoginsTab = lazyArea(() => import('./member-logins.tsx').then((m) => m.LoginsTab), coming);
const CoinsTab = lazyArea<{ member: number }>(() => import('@maru/custody/admin/member-coins.tsx').then((m) => m.MemberCoins), coming);
const InquiriesTab = lazyArea(() => import('./member-inquiries.tsx').then((m) => m.InquiriesTab), coming);
const tabs = ['ledger', 'money', 'coins', 'orders', 'trades', 'bets', 'logins', 'inquiries'] as const;

interface RecordsProps {
  member: number;
  wallets: Wallets | undefined;
  orders: Trading['orders'] | undefined;
}

export function MemberRecords({ member, wallets, orders }: RecordsProps) {
  const t = useText(memberTexts);
  const [seesDeposits, seesWithdrawals] = [useCan('deposit.read'), useCan('withdrawal.read')];
  const shown = tabs.filter((each) => each !== 'coins' || seesDeposits || seesWithdrawals);
  const [tab, setTab] = useState<(typeof tabs)[number]>('ledger');
  return (
    <div className="pt-2">
      <Tabs
        label={t('m.tab')}
        className="laptop:*:first:px-3"
        value={tab}
        onChange={setTab}
        items={shown.map((value) => ({
          value,
          label: t(`m.tab.${value}`),
          ...(value === 'orders' && orders !== undefined && orders.length > 0 ? { count: orders.length } : {}),
        }))}
      >
        <TabPanel value="ledger">
          <LedgerTab key="all" member={member} wallets={wallets} />
        </TabPanel>
        <TabPanel value="money">
          <LedgerTab key="money" member={member} wallets={wallets} types="D,W,E,PB,PM,B" />
        </TabPanel>
        <TabPanel value="coins">
          <CoinsTab member={member} />
        </TabPanel>
        <TabPanel value="orders">
          <OrdersTab member={member} open={orders ?? []} />
        </TabPanel>
        <TabPanel value="trades">
          <TradesTab member={member} />
        </TabPanel>
        <TabPanel value="bets">
          <BetsTab member={member} />
        </TabPanel>
        <TabPanel value="logins">
          <LoginsTab member={member} />
        </TabPanel>
        <TabPanel value="inquiries">
          <InquiriesTab member={member} />
        </TabPanel>
      </Tabs>
    </div>
  );
}
