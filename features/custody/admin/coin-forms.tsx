// Forms over the page of coins: its terms, and a pause with why and until when.
import { declareForm } from '@maru/kit/web/desk/declared-form.ts';
import { DeskFormDialog } from '@maru/kit/web/desk/desk-form.tsx';
import { unitOf } from '@maru/kit/web/i18n/figures.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { changeDeskCoin, type CoinWay, type DeskCoin, listDeskCoins, pauseDeskCoin } from '../coin-admin-contract.ts';
import { coinName } from './coin-figure.tsx';
import { coinTexts } from './coin-texts.ts';

const termsForm = declareForm({
  route: changeDeskCoin,
  texts: coinTexts,
  fields: {
    creditAfter: { label: 'cc.f.creditAfter' },
    unlockAfter: { label: 'cc.f.unlockAfter' },
    finalAfter: { label: 'cc.f.finalAfter' },
    depositLeast: { label: 'cc.f.depositLeast' },
    outFee: { label: 'cc.f.outFee' },
    outLeast: { label: 'cc.f.outLeast' },
    lookedAt: { label: 'cc.f.lookedAt' },
    twoPersons: { label: 'cc.f.twoPersons' },
    coldPercent: { label: 'cc.f.coldPercent', unit: '%' },
    explorer: { label: 'cc.f.explorer', help: 'cc.f.explorer.help' },
  },
  submit: 'cc.save',
  done: 'cc.saved',
  refetches: [listDeskCoins],
});

const pauseForm = declareForm({
  route: pauseDeskCoin,
  texts: coinTexts,
  fields: {
    why: { label: 'cc.f.why', words: 'cc.why.' },
    hours: { label: 'cc.f.hours', help: 'cc.f.hours.help' },
  },
  submit: 'cc.save',
  done: 'cc.saved',
  look: 'danger',
  refetches: [listDeskCoins],
});

export interface CoinFormProps {
  of: DeskCoin;
  onClose(): void;
}

export function TermsForm({ of, onClose }: CoinFormProps) {
  const t = useText(coinTexts);
  return (
    <DeskFormDialog
      of={termsForm}
      start={of}
      fixed={{ walletType: of.walletType }}
      title={t('cc.change.title', { coin: coinName(of) })}
      description={t('cc.change.words', { coin: unitOf(of.currency) })}
      onClose={onClose}
    />
  );
}

function PauseForm({ of, way, onClose }: CoinFormProps & { way: CoinWay }) {
  const t = useText(coinTexts);
  return (
    <DeskFormDialog
      of={pauseForm}
      fixed={{ walletType: of.walletType, way }}
      title={t(`cc.pause.title.${way}`, { coin: coinName(of) })}
      description={t('cc.pause.words')}
      onClose={onClose}
    />
  );
}

export const PauseIn = (props: CoinFormProps) => <PauseForm way="IN" {...props} />;
export const PauseOut = (props: CoinFormProps) => <PauseForm way="OUT" {...props} />;
