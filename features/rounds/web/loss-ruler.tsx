// The member's own daily loss limit of games beside a ticket.
import { shownDecimals } from '@maru/kit/contract/point-decimals.ts';
import { getOwnLimits } from '@maru/account/contract.ts';
import { figure } from '@maru/kit/web/i18n/figures.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { useCall } from '@maru/kit/web/query.ts';
import { LimitRuler } from '@maru/kit/web/ruler/limit-ruler.tsx';
import { roundsTexts } from './rounds-texts.ts';

export function LossRuler({ currency }: { currency: string }) {
  const t = useText(roundsTexts);
  const { data } = useCall(getOwnLimits, { staleMs: 30_000 });
  const row = data?.content.find(({ kind }) => kind === 'GAME_LOSS');
  const words = { name: t('bet.ticket.limit'), none: t('limit.none'), set: t('limit.set') };
  return (
    <div className="mt-3">
      <LimitRuler
        row={data && { limit: row?.limit ?? null, used: row?.used ?? null }}
        shown={(amount) => figure(amount, { decimals: shownDecimals(currency) })}
        href="/myinfo/profile#limits"
        words={{ ...words, label: (figures) => t('limit.aria', figures) }}
      />
    </div>
  );
}
