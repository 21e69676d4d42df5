// /dnw_history/explain: one explanation at an address that can be kept and shown to others.
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { useSearchText } from '@maru/kit/web/use-search.ts';
import { Link } from '@tanstack/react-router';
import { ExplanationView } from './explanation-view.tsx';
import { whyOfAddress } from './why.ts';
import { whyTexts } from './why-texts.ts';

export function WhyPage() {
  const w = useText(whyTexts);
  // Another question may be asked from here: the drawer's rows lead to this page too.
  const search = useSearchText();
  return (
    <div className="w-full max-w-[784px] px-4 py-6 laptop:px-8">
      <h1 className="text-24 font-bold tracking-[-0.02em]">{w('why.title')}</h1>
      <p className="mt-1 mb-6 text-14 text-sub">{w('why.lead')}</p>
      <ExplanationView query={whyOfAddress(search)} />
      <p className="mt-8 text-13">
        <Link to="/dnw_history/$param" params={{ param: 'future_list' }} className="font-semibold underline underline-offset-2">
          {w('why.back')}
        </Link>
      </p>
    </div>
  );
}
