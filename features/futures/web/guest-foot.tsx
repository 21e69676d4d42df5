// What a guest finds in place of the buttons.
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { buttonClass } from '@maru/kit/web/ui/button.tsx';
import { Link } from '@tanstack/react-router';
import { futuresTexts } from './futures-texts.ts';

export function GuestFoot() {
  const t = useText(futuresTexts);
  return (
    <div className="flex flex-col gap-2" data-testid="guest-foot">
      <p className="text-12 text-mute">
        {t('ticket.guest')} {t('ticket.guestPreview')}
      </p>
      <div className="flex gap-2">
        <Link to="/login" className={buttonClass('ink', 40, 'flex-1')}>
          {t('ticket.login')}
        </Link>
        <Link to="/signup" className={buttonClass('line', 40, 'flex-1')}>
          {t('ticket.signup')}
        </Link>
      </div>
    </div>
  );
}
