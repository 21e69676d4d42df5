// A moving figure whose changed digits tint for a moment and fade.
import { useState } from 'react';
import { nextDecay, still } from './digit-decay.ts';

export function Decaying({ text }: { text: string }) {
  const [state, setState] = useState(() => still(text));
  // Derived while rendering, so that the flash is there in the same paint as the digits.
  const next = nextDecay(state, text);
  if (next !== state) setState(next);
  if (next.from >= text.length) return text;
  return (
    <>
      {text.slice(0, next.from)}
      <span key={next.serial} className="digit-decay">
        {text.slice(next.from)}
      </span>
    </>
  );
}
