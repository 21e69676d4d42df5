// A button that is off and says why: it keeps its place among the keys, and its reason comes on hover, focus and press.
import { cloneElement, type ReactElement } from 'react';
import { Tooltip } from './overlays.tsx';

interface OffButtonProps {
  'aria-disabled'?: boolean | undefined;
  onClick?: (() => void) | undefined;
}

/** Without a reason the button is on. Of a form's own submit use words in the button instead: this stops presses only. */
export function OffBecause({ reason, children }: { reason: string | undefined; children: ReactElement<OffButtonProps> }) {
  const isOff = reason !== undefined;
  // On or off it is the same button: a focus on it stays when it turns.
  return (
    <Tooltip words={reason} onPress={isOff}>
      {isOff ? cloneElement(children, { 'aria-disabled': true, onClick: undefined }) : children}
    </Tooltip>
  );
}
