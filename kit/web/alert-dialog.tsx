// The specification's alerts (site info failure, lost socket, blocked account, error queue) as one dialog at a time, in order.
import { create } from 'zustand';
import { defineCatalog } from './i18n/language.ts';
import { useText } from './i18n/use-text.ts';
import { Button } from './ui/button.tsx';
import { Dialog } from './ui/overlays.tsx';

const texts = defineCatalog({ 'alert.ok': ['확인', 'OK'], 'alert.title': ['알림', 'Notice'] });

export interface Alert {
  title?: string;
  message: string;
  button?: string;
  onClose?: () => void;
}

const useAlerts = create<{ waiting: readonly Alert[] }>(() => ({ waiting: [] }));

/** Shows after those before it; the same message is not said twice in a row. */
export function showAlert(alert: Alert): void {
  useAlerts.setState(({ waiting }) => (waiting.some((a) => a.message === alert.message) ? { waiting } : { waiting: [...waiting, alert] }));
}

export function AlertHost() {
  const t = useText(texts);
  const alert = useAlerts((state) => state.waiting[0]);
  const close = () => {
    useAlerts.setState(({ waiting }) => ({ waiting: waiting.slice(1) }));
    alert?.onClose?.();
  };
  return (
    <Dialog
      isOpen={alert !== undefined}
      onClose={close}
      isFirm
      title={alert?.title ?? t('alert.title')}
      description={alert?.message}
      foot={
        <Button look="ink" onClick={close}>
          {alert?.button ?? t('alert.ok')}
        </Button>
      }
    />
  );
}
