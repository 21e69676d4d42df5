// Keys of the trade screen, alive only while armed, never while somebody types, always with Alt.
import { useEffect, useEffectEvent } from 'react';
import { useHotkeys } from './ticket-prefs.ts';

export interface HotkeyActions {
  long(): unknown;
  short(): unknown;
  cancelAll(): unknown;
}

export function useTradeHotkeys(actions: HotkeyActions): void {
  const isArmed = useHotkeys((s) => s.isArmed);
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    if (!event.altKey || event.ctrlKey || event.metaKey || event.repeat || document.querySelector('[role="dialog"]')) return;
    const act = { KeyB: actions.long, KeyS: actions.short, KeyC: actions.cancelAll }[event.code];
    if (!act) return;
    event.preventDefault();
    act();
  });
  useEffect(() => {
    if (!isArmed) return undefined;
    const listen = (event: KeyboardEvent) => pressed(event);
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, [isArmed]);
  // Leaving the page disarms.
  useEffect(() => () => useHotkeys.setState({ isArmed: false }), []);
}
