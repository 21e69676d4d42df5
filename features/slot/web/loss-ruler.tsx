// The member's own daily loss limit of games beside the ticket of spins.
import { getOwnLimits } from '@maru/account/contract.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { useCall } from '@maru/kit/web/query.ts';
import { LimitRuler } from '@maru/kit/web/ruler/limit-ruler.tsx';
import { slotTexts } from './slot-texts.ts';
import type { StakeMath } from './stake-math.ts';

export function LossRuler({ math }: { math: StakeMath }) {
  const t = useText(slotTexts);
  const { data } = useCall(getOwnLimits, { staleMs: 30_000 });
  const row = data?.content.find(({ kind }) => kind === 'GAME_LOSS');
  const words = { name: t('slot.limit'), none: t('slot.limit.none'), set: t('slot.limit.set') };
  return (
    <LimitRuler
      row={data && { limit: row?.limit ?? null, used: row?.used ?? null }}
      shown={math.shown}
      href="/myinfo/profile#limits"
      words={{ ...words, label: (figures) => t('slot.limit.aria', figures) }}
    />
  );
}
