// The explanation over whatever screen asked for it, with a way to its own page.
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { Dialog } from '@maru/kit/web/ui/overlays.tsx';
import { ExplanationView } from './explanation-view.tsx';
import { dropWhy, useWhy, whyAddress } from './why.ts';
import { whyTexts } from './why-texts.ts';

export function WhyDialog() {
  const w = useText(whyTexts);
  const asked = useWhy((s) => s.asked);
  if (!asked) return null;
  return (
    <Dialog
      isOpen
      onClose={dropWhy}
      title={w('why.title')}
      description={w('why.lead')}
      className="w-[min(560px,calc(100vw-16px))]"
      foot={
        <a href={whyAddress(asked)} target="_blank" rel="noreferrer" className="touch text-13 font-semibold underline underline-offset-2">
          {w('why.open')}
        </a>
      }
    >
      <ExplanationView query={asked} />
    </Dialog>
  );
}
