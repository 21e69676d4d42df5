// Staff, their roles and the rules of coming in.
import { DeskPage } from '@maru/kit/web/desk/page.tsx';
import { useUrlState } from '@maru/kit/web/desk/url-state.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { TabPanel, Tabs } from '@maru/kit/web/ui/tabs.tsx';
import { DeskRulesPanel } from './desk-rules-panel.tsx';
import { PeoplePanel } from './people-panel.tsx';
import { RolesPanel } from './roles-panel.tsx';
import { staffTexts } from './staff-texts.ts';

const tabs = ['people', 'roles', 'desk'] as const;

export function StaffPage() {
  const t = useText(staffTexts);
  const [{ tab }, change] = useUrlState({ tab: 'people' });
  const chosen = tabs.find((each) => each === tab) ?? 'people';
  return (
    <DeskPage title={t('st.title')}>
      <Tabs
        label={t('st.title')}
        value={chosen}
        onChange={(next) => change({ tab: next })}
        items={tabs.map((value) => ({ value, label: t(`st.tab.${value}`) }))}
        className="[&>div:first-child]:laptop:px-3"
      >
        <TabPanel value="people">
          <PeoplePanel />
        </TabPanel>
        <TabPanel value="roles">
          <RolesPanel />
        </TabPanel>
        <TabPanel value="desk">
          <DeskRulesPanel />
        </TabPanel>
      </Tabs>
    </DeskPage>
  );
}
