// Withdrawals are held: until when, how long still, and why.
import { moment } from '@maru/kit/web/i18n/moments.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { Clock } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { HeldFor } from '../profile-contract.ts';
import { profileTexts } from './profile-texts.ts';

const TWO = (value: number) => String(value).padStart(2, '0');

export function HoldNotice({ until, reason }: { until: string | null; reason: HeldFor }) {
  const t = useText(profileTexts);
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  if (until === null) return null;
  const seconds = Math.max(0, Math.ceil((Date.parse(until) - now) / 1000));
  if (seconds === 0) return null;
  const time = `${TWO(Math.floor(seconds / 3600))}:${TWO(Math.floor(seconds / 60) % 60)}:${TWO(seconds % 60)}`;
  return (
    <div className="mt-3 flex gap-2.5 rounded-8 bg-warn-tint px-4 py-3">
      <Clock aria-hidden="true" size={18} className="mt-0.5 shrink-0 text-warn" />
      <div className="min-w-0">
        <p className="text-14 font-semibold">
          {t('hold.title')} <span className="tabular-nums">{t('hold.left', { time })}</span>
        </p>
        <p className="text-13 text-sub">
          {reason === 'OPERATOR'
            ? t('hold.OPERATOR', { time: moment(until, 'said') })
            : t('hold.words', { reason: t(`hold.${reason}`), time: moment(until, 'said') })}
        </p>
      </div>
    </div>
  );
}
