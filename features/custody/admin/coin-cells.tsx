// Cells of the list of coins: which one on which network, and whether it is open, why not and until when.
import { unitOf } from '@maru/kit/web/i18n/figures.ts';
import { moment } from '@maru/kit/web/i18n/moments.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import type { Looks } from '@maru/kit/web/desk/list-columns.tsx';
import { CoinMark } from '@maru/kit/web/ui/coin-mark.tsx';
import { Figure } from '@maru/kit/web/ui/figure.tsx';
import { Badge } from '@maru/kit/web/ui/marks.tsx';
import type { DeskCoin } from '../coin-admin-contract.ts';
import { coinTexts } from './coin-texts.ts';

function Standing({ text, pause, isOffered }: { text: string; pause: DeskCoin['inPause']; isOffered: boolean }) {
  const t = useText(coinTexts);
  const tone = !isOffered ? 'plain' : pause === null ? 'good' : 'warn';
  return (
    <span className="flex flex-col gap-0.5 whitespace-nowrap">
      <Badge tone={tone} className="self-start">
        {text}
      </Badge>
      {isOffered && pause?.until && <span className="text-12 text-mute">{t('cc.until', { time: moment(pause.until, 'said') })}</span>}
    </span>
  );
}

export const coinLooks: Looks<DeskCoin> = {
  coin: {
    namesRow: true,
    cell: ({ currency, chain }) => (
      <span className="flex items-center gap-2 whitespace-nowrap">
        <CoinMark base={unitOf(currency)} size={20} />
        <b className="font-semibold">{unitOf(currency)}</b>
        <span className="text-mute">{chain}</span>
      </span>
    ),
  },
  in: (row, text) => <Standing text={text} pause={row.inPause} isOffered={row.isOffered} />,
  out: (row, text) => <Standing text={text} pause={row.outPause} isOffered={row.isOffered} />,
  depositLeast: ({ depositLeast }) => <Figure value={depositLeast} />,
  fee: ({ outFee }) => <Figure value={outFee} />,
  least: ({ outLeast }) => <Figure value={outLeast} />,
  one: ({ lookedAt }) => <Figure value={lookedAt} />,
  two: ({ twoPersons }) => <Figure value={twoPersons} />,
};
