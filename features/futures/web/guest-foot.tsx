// What a guest finds in place of the buttons.
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { isLoggedIn, useSession } from '@maru/kit/web/session.ts';
import { buttonClass } from '@maru/kit/web/ui/button.tsx';
import { EmptyState } from '@maru/kit/web/ui/states.tsx';
import { Link } from '@tanstack/react-router';
import { viewTexts } from './view-texts.ts';

export function GuestFoot() {
  const t = useText(viewTexts);
  const isIn = useSession(isLoggedIn);
  return (
    <div className="flex flex-col gap-2" data-testid="guest-foot">
      <p className="text-12 text-mute">
        {t(isIn ? 'ticket.looking' : 'ticket.guest')} {t('ticket.guestPreview')}
      </p>
      <GuestLinks />
    </div>
  );
}

/** Log in or sign up; who is logged in and only looking goes to the trade screen. */
export function GuestLinks() {
  const t = useText(viewTexts);
  const isIn = useSession(isLoggedIn);
  if (isIn)
    return (
      <Link to="/future" className={buttonClass('ink', 40)}>
        {t('ticket.toTrade')}
      </Link>
    );
  return (
    <div className="flex min-w-60 gap-2">
      <Link to="/login" className={buttonClass('ink', 40, 'flex-1')}>
        {t('ticket.login')}
      </Link>
      <Link to="/signup" className={buttonClass('line', 40, 'flex-1')}>
        {t('ticket.signup')}
      </Link>
    </div>
  );
}

/** In place of positions and orders. */
export function GuestPanel() {
  const t = useText(viewTexts);
  const isIn = useSession(isLoggedIn);
  return (
    <section className="flex h-full items-center justify-center rounded-8 bg-surface" aria-label={t('tab.positions')}>
      <EmptyState isLow title={t(isIn ? 'empty.looking' : 'empty.guest')} actions={<GuestLinks />} />
    </section>
  );
}
