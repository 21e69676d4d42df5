// What stands on a share card, in the reader's language, with the specification's precision.
import { figure, pairOf } from '@maru/kit/web/i18n/figures.ts';
import { fullMoment } from '@maru/kit/web/i18n/moments.ts';
import { type Text, useLanguage, useText } from '@maru/kit/web/i18n/use-text.ts';
import { useSession } from '@maru/kit/web/session.ts';
import { useSite } from '@maru/kit/web/site.ts';
import { useMemo, useState } from 'react';
import { openedTexts } from './opened-texts.ts';
import type { Instrument } from './instrument.ts';
import type { CardWords } from './share-card.ts';
import { averageText } from './shown-figures.ts';
import { shareTexts } from './share-texts.ts';
import { shareDecimals } from './share-precision.ts';
import type { TradeResult } from './trade-result.ts';

/** What a shared card leads to. */
export interface Referral {
  /** Of the partner that the member came by; '' = the member came by nobody. */
  code: string;
  link: string;
}

export interface CardChoices {
  showsAmount: boolean;
  /** undefined = without code and QR. */
  referral: Referral | undefined;
}

export function useCardWords(result: TradeResult, instrument: Instrument | undefined, choices: CardChoices): CardWords {
  const t = useText(openedTexts);
  const s = useText(shareTexts);
  const language = useLanguage();
  const site = useSite();
  const nick = useSession((s) => s.user?.nick ?? '');
  const decimals = shareDecimals(result.symbol, instrument?.units.tickDecimals);
  const [openedNowMs] = useState(() => Date.now());
  const until = result.closedAt ? Date.parse(result.closedAt) : openedNowMs;
  const minutes = result.openedAt ? Math.max(0, Math.round((until - Date.parse(result.openedAt)) / 60_000)) : undefined;
  const isLong = result.tradeType === 'LONG';
  const { referral } = choices;
  const words: CardWords = {
    brand: site.name[language],
    date: fullMoment(until, false),
    symbol: t('profit.perpetual', { name: pairOf(result.symbol) }),
    side: `${isLong ? '↑' : '↓'} ${t(isLong ? 'side.long' : 'side.short')}`,
    leverage: `${result.leverage}x`,
    roe: figure(result.roe, { decimals: 2, sign: true }),
    entryLabel: t('profit.entry'),
    exitLabel: t(result.closedAt ? 'profit.exit' : 'profit.mark'),
    heldLabel: t('profit.held'),
    entryTag: t('profit.entryShort'),
    exitTag: t(result.closedAt ? 'profit.exitShort' : 'profit.markShort'),
    entry: averageText(result.entry, decimals),
    exit: averageText(result.exit, decimals),
    held: heldText(t, s, minutes),
    who: nick || location.host,
    foot: t('profit.real'),
    link: referral?.link ?? '',
    codeLabel: t('profit.code'),
    code: referral?.code ?? '',
    amount: choices.showsAmount ? `${figure(result.net, { decimals: 2, sign: true })} USDT` : '',
  };
  const key = JSON.stringify(words);
  // The same words stay the same object, or the card would be drawn at every render.
  return useMemo(() => JSON.parse(key) as CardWords, [key]);
}

function heldText(t: Text<typeof openedTexts>, s: Text<typeof shareTexts>, minutes: number | undefined): string {
  if (minutes === undefined) return '--';
  const hours = Math.floor(minutes / 60);
  if (minutes === 0) return s('share.heldShort');
  if (hours >= 48) return t('profit.heldDays', { days: Math.floor(hours / 24), hours: hours % 24 });
  return hours === 0 ? t('profit.heldMinutes', { minutes }) : t('profit.heldHours', { hours, minutes: minutes % 60 });
}
