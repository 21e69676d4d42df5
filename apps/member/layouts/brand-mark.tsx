// The site's mark and name; our own beam and boards when the site has no picture of its own.
import { useWords } from '@maru/kit/web/i18n/use-text.ts';
import { useSite } from '@maru/kit/web/site.ts';
import { MaruMark } from '@maru/kit/web/ui/maru-mark.tsx';

/** What a theme names when nothing of its own was uploaded. */
const MARU_LOGO = '/logo.svg';

export function BrandMark({ size }: { size: number }) {
  const { theme } = useSite();
  if (!theme.logo || theme.logo === MARU_LOGO) return <MaruMark size={size} />;
  // As a mask it takes the site's brand colour in both modes.
  const mask = `url("${encodeURI(theme.logo)}") center / contain no-repeat`;
  return (
    <span aria-hidden="true" className="inline-block shrink-0 bg-brand" style={{ width: size, height: size, mask, WebkitMask: mask }} />
  );
}

export function Wordmark({ size = 26 }: { size?: number }) {
  const words = useWords();
  const site = useSite();
  return (
    <span className="inline-flex items-center gap-2.5">
      <BrandMark size={size} />
      <span data-name="" className="text-20 font-bold tracking-[-0.035em]">
        {words({ ko: site.name.en, en: site.name.en })}
      </span>
    </span>
  );
}
