// Asks before something is done that many see or that cannot be taken back: says what went wrong and stays, closes when it is done.
import { type ReactNode, useState } from 'react';
import { messageOf } from '../failure.ts';
import { Button } from './button.tsx';
import { Dialog } from './overlays.tsx';

interface AskDialogProps {
  title: ReactNode;
  description: ReactNode;
  cancel: ReactNode;
  confirm: ReactNode;
  /** `danger` unless told: what is asked for mostly takes something away. */
  look?: 'danger' | 'brand';
  /** Throws what `messageOf` can tell. */
  onConfirm(): Promise<void>;
  onClose(): void;
}

export function AskDialog({ title, description, cancel, confirm, look = 'danger', onConfirm, onClose }: AskDialogProps) {
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const run = async () => {
    setBusy(true);
    try {
      await onConfirm();
      onClose();
    } catch (thrown) {
      setError(messageOf(thrown));
      setBusy(false);
    }
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={title}
      description={description}
      foot={
        <>
          <Button onClick={onClose}>{cancel}</Button>
          <Button look={look} isBusy={isBusy} onClick={() => void run()}>
            {confirm}
          </Button>
        </>
      }
    >
      {error && (
        <p role="alert" className="text-13 text-danger">
          {error}
        </p>
      )}
    </Dialog>
  );
}
