// One switch of a form with its words, and a note beside them.
import type { ReactNode } from 'react';
import { Switch } from '../ui/choices.tsx';

interface SwitchRowProps {
  label: string;
  note?: ReactNode;
  isOn: boolean;
  onChange(isOn: boolean): void;
}

export function SwitchRow({ label, note, isOn, onChange }: SwitchRowProps) {
  return (
    <div className="flex min-h-9 items-center justify-between gap-3">
      <span className="text-13">
        <span className="font-medium">{label}</span> {note && <span className="text-12 text-mute">{note}</span>}
      </span>
      <Switch label={label} isOn={isOn} onChange={onChange} />
    </div>
  );
}
