// Between moving money among one's wallets and changing one coin into another: two pages under one entry of the menu.
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { cx } from '@maru/kit/web/ui/classes.ts';
import { OwnLink } from '@maru/kit/web/ui/own-link.tsx';
import { convertTexts } from './convert-texts.ts';
import { useConvertible } from './offered.ts';

const ways = [
  ['transfer', '/dnw/transfer'],
  ['convert', '/dnw/convert'],
] as const;

/** Only where there are two coins to change into one another. */
export function WaySwitch({ at }: { at: 'transfer' | 'convert' }) {
  const t = useText(convertTexts);
  const coins = useConvertible();
  if (coins.size === 0) return null;
  return (
    <nav aria-label={t('cv.ways')} className="flex shrink-0 gap-1 rounded-8 bg-sunken p-1">
      {ways.map(([way, href]) => (
        <OwnLink
          key={way}
          href={href}
          aria-current={way === at ? 'page' : undefined}
          className={cx('touch flex h-8 items-center rounded-6 px-3 text-13', way === at ? 'bg-surface font-semibold' : 'text-sub')}
        >
          {t(`cv.way.${way}`)}
        </OwnLink>
      ))}
    </nav>
  );
}
