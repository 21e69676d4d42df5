// Between one's wallets, to another member, and from one coin into another: what stands under one entry of the menu.
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { cx } from '@maru/kit/web/ui/classes.ts';
import { OwnLink } from '@maru/kit/web/ui/own-link.tsx';
import { convertTexts } from './convert-texts.ts';
import { useConvertible } from './offered.ts';

const ways = [
  ['own', '/dnw/transfer'],
  ['member', '/dnw/transfer?to=member'],
  ['convert', '/dnw/convert'],
] as const;

export function WaySwitch({ at }: { at: (typeof ways)[number][0] }) {
  const t = useText(convertTexts);
  const coins = useConvertible();
  // Conversions only where there are two coins to change into one another.
  const open = coins.size === 0 ? ways.slice(0, -1) : ways;
  return (
    <nav aria-label={t('cv.ways')} className="flex shrink-0 gap-1 rounded-8 bg-sunken p-1">
      {open.map(([way, href]) => (
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
