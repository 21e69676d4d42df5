// Hero art `image`: the site's own picture, in a place that is as large before it comes as after.
import { useWords } from '@maru/kit/web/i18n/use-text.ts';

export function HeroImage({ path, alt }: { path: string; alt: { ko: string; en: string } }) {
  const words = useWords();
  return (
    <img
      src={path}
      alt={words(alt)}
      width={1040}
      height={720}
      decoding="async"
      fetchPriority="high"
      className="aspect-[13/9] w-full rounded-8 object-cover"
    />
  );
}
