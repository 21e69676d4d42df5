// A moving figure whose changed digits tint for a moment and fade.
import { useLayoutEffect, useState } from 'react';
import { nextDecay, still } from './digit-decay.ts';

export function Decaying({ text }: { text: string }) {
  const [state, setState] = useState(() => still(text));
  // Before the paint, so that the flash comes with the digits.
  useLayoutEffect(() => setState((was) => nextDecay(was, text, performance.now())), [text]);
  if (state.text !== text || state.from >= text.length) return text;
  return (
    <>
      {text.slice(0, state.from)}
      <span key={state.serial} className="digit-decay">
        {text.slice(state.from)}
      </span>
    </>
  );
}
