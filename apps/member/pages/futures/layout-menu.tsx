// The menu of the desk's plans, each with its picture.
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { IconButton } from '@maru/kit/web/ui/button.tsx';
import { Menu } from '@maru/kit/web/ui/overlays.tsx';
import { LayoutDashboard } from 'lucide-react';
import { tradeScreenTexts } from './trade-screen-texts.ts';
import { choosePlan, type Plan, plans, usePlan } from './layout-plan.ts';

/** Lines of the plan's picture: chart, book, ticket and positions where they will stand. */
const pictures: Record<Plan, string> = {
  usual: 'M1 1h8v6H1zM10 1h3v6h-3zM14 1h5v12h-5zM1 8h12v5H1z',
  ticketLeft: 'M1 1h5v12H1zM7 1h8v6H7zM16 1h3v6h-3zM7 8h12v5H7z',
  bookLeft: 'M1 1h3v6H1zM5 1h8v6H5zM14 1h5v12h-5zM1 8h12v5H1z',
  tallChart: 'M1 1h8v12H1zM10 1h3v6h-3zM14 1h5v12h-5zM10 8h3v5h-3z',
};

export function LayoutMenu() {
  const t = useText(tradeScreenTexts);
  const plan = usePlan();
  return (
    <Menu
      trigger={
        <IconButton size={28} label={t('plan.title')} data-testid="layout-menu">
          <LayoutDashboard size={15} />
        </IconButton>
      }
      items={plans.map((each) => ({
        key: each,
        label: t(`plan.${each}`),
        isChosen: each === plan,
        icon: (
          <svg width="20" height="14" viewBox="0 0 20 14" aria-hidden="true" className="fill-none stroke-current">
            <path d={pictures[each]} />
          </svg>
        ),
        onChoose: () => choosePlan(each),
      }))}
    />
  );
}
