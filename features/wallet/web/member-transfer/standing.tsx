// What stands in the way of sending before anything is typed: a pause, a hold with its end, no withdrawal password.
import { moment } from '@maru/kit/web/i18n/moments.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { Button } from '@maru/kit/web/ui/button.tsx';
import { Hourglass, KeyRound, PauseCircle } from 'lucide-react';
import { memberTransferTexts } from './member-transfer-texts.ts';
import type { Terms } from './use-member-form.ts';

const icons = { PAUSED: PauseCircle, HELD: Hourglass, NO_PASSWORD: KeyRound } as const;

export function Standing({ terms: { state, heldUntil }, onSetPassword }: { terms: Terms; onSetPassword(): void }) {
  const t = useText(memberTransferTexts);
  if (state === 'OPEN') return null;
  const Icon = icons[state];
  const held = heldUntil === null ? t('mt.HELD.open') : t('mt.HELD.words', { time: moment(heldUntil, 'said') });
  return (
    <div className="mb-5 flex flex-wrap items-start gap-x-3 gap-y-2 rounded-8 bg-warn-tint px-4 py-3">
      <Icon aria-hidden="true" size={18} className="mt-0.5 text-warn" />
      <p className="min-w-0 flex-1 basis-56 text-13 text-sub">
        <b className="block text-14 font-semibold text-text">{t(`mt.${state}`)}</b>
        {state === 'HELD' ? held : t(`mt.${state}.words`)}
      </p>
      {state === 'NO_PASSWORD' && (
        <Button size={36} look="line" onClick={onSetPassword}>
          {t('mt.NO_PASSWORD.set')}
        </Button>
      )}
    </div>
  );
}
