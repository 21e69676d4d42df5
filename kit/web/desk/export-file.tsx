// Taking a list away as a file: who may, why it is taken, and then the download.
import { Download } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { IfCan } from './if-can.tsx';
import { ReasonDialog } from './reason-dialog.tsx';

interface ExportFileProps {
  right: string;
  label: string;
  title: string;
  description: string;
  confirm: string;
  isOff: boolean;
  /** Asks the server and hands the file over; a rejection stays in the dialog. */
  onExport(reason: string): Promise<void>;
}

export function ExportFile({ right, label, isOff, onExport, ...dialog }: ExportFileProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <IfCan right={right}>
      <Button size={32} icon={<Download size={14} />} disabled={isOff} onClick={() => setOpen(true)}>
        {label}
      </Button>
      {isOpen && <ReasonDialog {...dialog} onConfirm={onExport} onClose={() => setOpen(false)} />}
    </IfCan>
  );
}
