// The frame of every dialog that does one thing: its button is busy while it is done, a refusal stays in place, success closes.
import { Button } from '@maru/kit/web/ui/button.tsx';
import { Dialog } from '@maru/kit/web/ui/overlays.tsx';
import { type ReactNode, useState } from 'react';
import { DialogError } from './dialog-error.tsx';
import type { Outcome } from './trade-actions.ts';

export interface ActDialogProps {
  title: ReactNode;
  description?: ReactNode;
  /** What the button does, in its own words. */
  does: ReactNode;
  /** Why it cannot be pressed yet, said by the button itself. */
  why?: string | undefined;
  look?: 'ink' | 'long' | 'short';
  act(): Promise<Outcome<unknown>>;
  onClose(): void;
  children?: ReactNode;
  className?: string;
}

export function ActDialog({ title, description, does, why, look = 'ink', act, onClose, children, className }: ActDialogProps) {
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const run = async () => {
    setBusy(true);
    setError(undefined);
    const outcome = await act();
    setBusy(false);
    if (outcome.ok) onClose();
    else setError(outcome.failure.message);
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={title}
      {...(description ? { description } : {})}
      {...(className ? { className } : {})}
      foot={
        <Button look={look} size={48} className="w-full" isBusy={isBusy} disabled={why !== undefined} onClick={() => void run()}>
          {why ?? does}
        </Button>
      }
    >
      {children}
      <DialogError message={error} />
    </Dialog>
  );
}
