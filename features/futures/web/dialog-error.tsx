// What was refused, inside the dialog that asked.
import { CircleAlert } from 'lucide-react';

export function DialogError({ message }: { message: string | undefined }) {
  return (
    <p role="alert" className="mt-2 flex min-h-5 items-start gap-1.5 text-13 text-danger">
      {message && <CircleAlert size={14} aria-hidden="true" className="mt-0.5 shrink-0" />}
      {message}
    </p>
  );
}
