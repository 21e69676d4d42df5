// Which roles somebody has at which sites: rows of role and site, only of what the caller may give.
import { useDeskSites } from '@maru/kit/web/desk/desk-site.ts';
import { useText, useWords } from '@maru/kit/web/i18n/use-text.ts';
import { Button, IconButton } from '@maru/kit/web/ui/button.tsx';
import { Select } from '@maru/kit/web/ui/choices.tsx';
import { Plus, X } from 'lucide-react';
import type { RoleRow } from '../people-contract.ts';
import { staffTexts } from './staff-texts.ts';

export interface Grant {
  roleId: number;
  site: string | null;
}

/** Stands for all sites: no site's code. */
const everywhere = '*';

export function GrantFields({
  roles,
  grants,
  onChange,
}: {
  roles: readonly RoleRow[];
  grants: readonly Grant[];
  onChange(grants: Grant[]): void;
}) {
  const t = useText(staffTexts);
  const words = useWords();
  const sites = useDeskSites();
  const change = (at: number, part: Partial<Grant>) => onChange(grants.map((grant, i) => (i === at ? { ...grant, ...part } : grant)));
  const boxClass =
    'flex h-9 w-full items-center justify-between gap-2 rounded-4 border border-edge/70 bg-surface px-2.5 text-13 pointer-coarse:h-11';
  return (
    <fieldset className="mb-4">
      <legend className="mb-1.5 text-13 font-semibold">{t('st.grants')}</legend>
      <div className="flex flex-col gap-2">
        {grants.map((grant, at) => (
          <div key={at} className="grid grid-cols-[1fr_1fr_auto] items-center gap-2">
            <Select
              label={t('st.grants.role')}
              className={boxClass}
              value={String(grant.roleId)}
              onChange={(id) => change(at, { roleId: Number(id) })}
              options={roles.map((role) => ({ value: String(role.id), label: words(role.name), disabled: !role.mayGive }))}
            />
            <Select
              label={t('st.grants.site')}
              className={boxClass}
              value={grant.site ?? everywhere}
              onChange={(site) => change(at, { site: site === everywhere ? null : site })}
              options={[{ value: everywhere, label: t('st.all') }, ...sites.map((site) => ({ value: site.code, label: words(site.name) }))]}
            />
            <IconButton label={t('st.grants.remove')} onClick={() => onChange(grants.filter((_, i) => i !== at))}>
              <X size={16} />
            </IconButton>
          </div>
        ))}
      </div>
      <Button
        look="quiet"
        size={32}
        className="mt-2"
        icon={<Plus aria-hidden="true" size={14} />}
        onClick={() => onChange([...grants, { roleId: roles.find(({ mayGive }) => mayGive)?.id ?? 0, site: sites[0]?.code ?? null }])}
      >
        {t('st.grants.add')}
      </Button>
    </fieldset>
  );
}

/** `203.0.113.9, 198.51.100.0/24` as a list. */
export const addressesOf = (text: string): string[] =>
  text
    .split(/[\s,]+/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
