// How a TWAP goes or why it ended, in words; refusals in the engine's own, which is why this is no part of the page's first files.
import { commonErrors } from '@maru/kit/contract/errors.ts';
import { currentLanguage } from '@maru/kit/web/i18n/language.ts';
import { textOf } from '@maru/kit/web/i18n/use-text.ts';
import { futuresErrors } from '@maru/futures/errors.ts';
import type { Twap, TwapSlice } from '@maru/futures/twap-contract.ts';
import { twapPanelTexts } from './twap-panel-texts.ts';

const errors: Readonly<Record<string, { ko: string; en: string }>> = { ...commonErrors, ...futuresErrors };

/** A sentence that needs a figure is not for here: the code's news carries none. */
function refusal(code: string): string {
  const text = errors[code]?.[currentLanguage()];
  return text === undefined || text.includes('{') ? textOf(twapPanelTexts)('twap.refused') : text;
}

export function stateOf({ endReason, reason }: Pick<Twap, 'endReason' | 'reason'>): string {
  const t = textOf(twapPanelTexts);
  if (endReason !== null) {
    const end = t(`twap.end.${endReason}`);
    return endReason === 'REFUSED' && reason !== null ? `${end} · ${refusal(reason)}` : end;
  }
  if (reason === null) return t('twap.goes');
  if (reason === 'BEYOND_LIMIT') return t('twap.BEYOND_LIMIT');
  return t('twap.waits', { why: refusal(reason) });
}

export function sliceState({ status, reason }: Pick<TwapSlice, 'status' | 'reason'>): string {
  const t = textOf(twapPanelTexts);
  const said = t(`twap.slice.${status}`);
  if (reason === null) return said;
  return `${said} · ${refusal(reason)}`;
}
