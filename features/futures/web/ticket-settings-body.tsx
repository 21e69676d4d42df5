// What the ticket's settings hold: the question before each order, self-trade prevention, keys and one-click orders.
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { setLayout, usePrefs } from '@maru/kit/web/prefs.ts';
import { Checkbox, Select } from '@maru/kit/web/ui/choices.tsx';
import { openedTexts } from './opened-texts.ts';
import { CAP, readCap, USUAL_CAP, useOneClick } from './one-click.tsx';
import { oneClickTexts } from './one-click-texts.ts';
import { readTicketPrefs, selfTradeModes, setAsksFirst, setClosing, setSelfTrade, useHotkeys, type SelfTradeMode } from './ticket-prefs.ts';
import { TradeField } from './trade-field.tsx';

export function SettingsBody() {
  const t = useText(openedTexts);
  const layout = usePrefs((prefs) => prefs.layout);
  const prefs = readTicketPrefs(layout);
  const isArmed = useHotkeys((s) => s.isArmed);
  return (
    <div className="flex w-64 flex-col gap-3 text-13">
      <Checkbox look="ink" isOn={prefs.asksFirst} onChange={setAsksFirst}>
        <span className="text-13 text-text">{t('ticket.confirm')}</span>
      </Checkbox>
      <div>
        <Checkbox look="ink" isOn={prefs.closing === 'hold'} onChange={(isHeld) => setClosing(isHeld ? 'hold' : 'ask')}>
          <span className="text-13 text-text">{t('ticket.holdToClose')}</span>
        </Checkbox>
        <p className="mt-1 text-12 text-mute">{t('ticket.holdHelp')}</p>
      </div>
      <div>
        <p className="mb-1 text-12 text-mute">{t('ticket.stp')}</p>
        <Select<SelfTradeMode>
          label={t('ticket.stp')}
          value={prefs.selfTrade}
          onChange={setSelfTrade}
          options={selfTradeModes.map((value) => ({ value, label: t(`ticket.stp.${value}`) }))}
          className="touch flex h-9 w-full items-center justify-between rounded-4 border border-line bg-field px-3 text-13"
        />
      </div>
      {/* A finger has no Alt. */}
      <div className="pointer-coarse:hidden">
        <Checkbox look="ink" isOn={isArmed} onChange={(next) => useHotkeys.setState({ isArmed: next })}>
          <span className="text-13 text-text">{t('ticket.hotkeys')}</span>
        </Checkbox>
        <p className="mt-1 text-12 text-mute">{t('ticket.hotkeysHelp')}</p>
      </div>
      <OneClickSettings />
    </div>
  );
}

function OneClickSettings() {
  const o = useText(oneClickTexts);
  const isArmed = useOneClick((s) => s.isArmed);
  const cap = usePrefs((prefs) => readCap(prefs.layout));
  return (
    <div className="flex flex-col gap-2 border-t border-line pt-3">
      <Checkbox look="ink" isOn={isArmed} onChange={(next) => useOneClick.setState({ isArmed: next })}>
        <span className="text-13 text-text">{o('oneClick.arm')}</span>
      </Checkbox>
      <TradeField
        label={o('oneClick.capLabel')}
        unit="USDT"
        value={cap}
        onChange={(value) => setLayout(CAP, value || USUAL_CAP)}
        rules={{ decimals: 2, wholeDigits: 9 }}
        step="100"
      />
      <p className="text-12 text-mute">{o('oneClick.help')}</p>
    </div>
  );
}
