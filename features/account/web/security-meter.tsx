// How much of what protects an account is on, as steps.
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { cx } from '@maru/kit/web/ui/classes.ts';
import { profileTexts } from './profile-texts.ts';

/** Its row's own button is the one that turns it on. */
const goTo = (protection: string) => {
  const button = document.getElementById(`protect-${protection}`);
  button?.scrollIntoView({ block: 'center' });
  button?.focus();
};

export function SecurityMeter({ on, of, next }: { on: number; of: number; next: string | undefined }) {
  const t = useText(profileTexts);
  return (
    <div className="border-t border-line px-4 py-6 laptop:border-t-0 laptop:border-l laptop:px-6 laptop:py-8">
      <div className="flex items-baseline justify-between gap-3">
        <p className="text-16 font-bold">{t('meter.title', { on, of })}</p>
        {next !== undefined && (
          <button type="button" onClick={() => goTo(next)} className="touch shrink-0 text-13 font-semibold text-brand hover:underline">
            {t('meter.next')}
          </button>
        )}
      </div>
      <div aria-hidden="true" className="mt-3 flex gap-[3px]">
        {Array.from({ length: of }, (_, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- the place is the step
          <span key={at} className={cx('h-2 flex-1 rounded-2', at < on ? 'bg-brand' : 'bg-line')} />
        ))}
      </div>
      <p className="mt-3 text-13 text-sub">{t(on === of ? 'meter.all' : 'meter.more')}</p>
    </div>
  );
}
