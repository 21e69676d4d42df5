// The site's address for a phone's camera.
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { Dialog } from '@maru/kit/web/ui/overlays.tsx';
import { QrCode } from '@maru/kit/web/ui/qr-code.tsx';
import { homeTexts } from './home-texts.ts';

export function PhoneCode({ onClose }: { onClose(): void }) {
  const t = useText(homeTexts);
  const { host, origin } = location;
  return (
    <Dialog isOpen onClose={onClose} title={t('home.app.phone')} description={t('home.app.phone.words')}>
      <QrCode text={origin} label={t('home.app.phone.code', { address: host })} />
      <p className="mt-3 text-center text-13 text-sub">{host}</p>
    </Dialog>
  );
}
