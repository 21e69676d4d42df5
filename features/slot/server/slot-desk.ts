// Operators' calls about the slot: its part of the site's row, changed by the one rule of who may not do it alone.
import { readDecimal } from '@maru/engine/money/decimal.ts';
import { SLOT_GAMES } from '@maru/engine/slot/slot-games.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import { hasProduct } from '@maru/kit/server/restrictions.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { Refusal } from '@maru/kit/server/feature.ts';
import { handleOperator } from '@maru/kit/server/operator-call.ts';
import { type SiteChangeKind, siteChanges } from '@maru/site/admin-contract.ts';
import { changeSlotDesk, readSlotDesk, type SlotDesk } from '../admin-contract.ts';
import { pointDecimals, pointFigure, shownGame } from './games.ts';

type Slot = NonNullable<SiteConfig['slot']>;

const slotChange: SiteChangeKind<Slot> = {
  kind: 'slot.terms',
  name: { ko: '슬롯 설정 변경', en: 'Change of the slot' },
  right: 'rounds.write',
  to: (standing, slot) => ({ ...standing, slot }),
};

export function registerSlotChange({ services }: AppContext): void {
  services.find(siteChanges)?.register(slotChange);
}

export const slotDeskRoutes = [
  handleOperator(readSlotDesk, async (context, { site }) => ({
    data: present(await context.services.use(siteChanges).standing(site)),
  })),
  handleOperator(changeSlotDesk, async (context, call, audit) => {
    const { isPlay, minPoint, maxPoint, reason } = call.body;
    const least = read(call.site, 'minPoint', minPoint, 1);
    read(call.site, 'maxPoint', maxPoint, least);
    const site = await context.services.use(siteChanges).change(call, audit, {
      kind: slotChange,
      payload: { isPlay, minStake: minPoint, maxStake: maxPoint },
      target: `site:${call.site.id}`,
      summary: { ko: '슬롯 설정 바꾸기', en: 'Change the slot' },
      reason,
    });
    return { data: present(site) };
  }),
];

/** The most that the engine's counts of a spin can hold. */
const MOST = 2 ** 40;

function read(site: SiteConfig, field: string, text: string, least: number): number {
  const decimals = pointDecimals(site);
  const amount = readDecimal(text, decimals);
  if (amount === 'TOO_MANY_DECIMALS') throw new Refusal('BAD_PRECISION', { field, limit: String(decimals), offered: text });
  if (typeof amount !== 'number' || amount < least || amount > MOST)
    throw new Refusal('ROUND_LIMITS', { field, least: pointFigure(site, least), most: pointFigure(site, MOST), offered: text });
  return amount;
}

function present(site: SiteConfig): SlotDesk {
  const { slot } = site;
  // A game's figures are its own, whether it is offered or not.
  const shown = { ...site, slot: { minStake: '1', maxStake: '1', ...slot, isPlay: true } };
  return {
    terms: slot === undefined ? null : { isPlay: slot.isPlay, minPoint: slot.minStake, maxPoint: slot.maxStake },
    hasProduct: hasProduct(site, 'binary'),
    currency: site.binaryCurrency,
    pointPrecision: pointDecimals(site),
    games: SLOT_GAMES.map((_, game) => {
      const { slotId, name, returnPercent, hitPercent, mostPays } = shownGame(shown, game);
      return { slotId, name, returnPercent, hitPercent, mostPays };
    }),
  };
}
