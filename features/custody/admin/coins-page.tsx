// Coins and networks of a site: what each asks for and takes, and what is paused; changed here, and held by everybody at once.
import { call } from '@maru/kit/web/api-client.ts';
import { defineDeskPage } from '@maru/kit/web/desk/define-page.tsx';
import type { Text } from '@maru/kit/web/i18n/use-text.ts';
import { lazyArea } from '@maru/kit/web/lazy-area.tsx';
import { changeDeskCoin, coinWays, type DeskCoin, listDeskCoins, openDeskCoin, pauseDeskCoin } from '../coin-admin-contract.ts';
import { coinColumns } from '../coin-list-contract.ts';
import { coinLooks } from './coin-cells.tsx';
import { coinName } from './coin-figure.tsx';
import type { CoinFormProps } from './coin-forms.tsx';
import { coinTexts } from './coin-texts.ts';

const TermsForm = lazyArea<CoinFormProps>(() => import('./coin-forms.tsx').then((m) => m.TermsForm));
const pauseForms = {
  IN: lazyArea<CoinFormProps>(() => import('./coin-forms.tsx').then((m) => m.PauseIn)),
  OUT: lazyArea<CoinFormProps>(() => import('./coin-forms.tsx').then((m) => m.PauseOut)),
};
const pauseAt = ({ inPause, outPause }: DeskCoin, way: 'IN' | 'OUT') => (way === 'IN' ? inPause : outPause);
const isReady = ({ canPay }: DeskCoin, way: 'IN' | 'OUT') => way === 'IN' || canPay;

export const CoinsPage = defineDeskPage({
  texts: coinTexts,
  title: 'cc.title',
  line: 'cc.line',
  list: {
    route: listDeskCoins,
    columns: coinColumns,
    looks: coinLooks,
    keyOf: ({ walletType }) => walletType,
    isTall: true,
    empty: ['cc.empty'],
    failed: ['cc.failed'],
  },
  acts: [
    { key: 'change', label: 'cc.change', may: changeDeskCoin, form: TermsForm },
    ...coinWays.flatMap((way) => [
      {
        key: `pause-${way}`,
        label: `cc.pause.${way}` as const,
        may: pauseDeskCoin,
        when: (row: DeskCoin) => isReady(row, way) && pauseAt(row, way) === null,
        form: pauseForms[way],
      },
      {
        key: `open-${way}`,
        label: `cc.open.${way}` as const,
        may: openDeskCoin,
        when: (row: DeskCoin) => isReady(row, way) && pauseAt(row, way) !== null,
        ask: {
          title: (t: Text<typeof coinTexts>, coin: DeskCoin) => t(`cc.open.title.${way}`, { coin: coinName(coin) }),
          words: 'cc.open.words' as const,
          confirm: `cc.open.${way}` as const,
          call: ({ walletType }: DeskCoin, reason: string) => call(openDeskCoin, { body: { walletType, way, reason } }),
        },
      },
    ]),
  ],
});
