// Asks why before something is done to a member or a site; loaded when it is first asked, as most pages open without it.
import type { ReactNode } from 'react';
import { lazyArea } from '../lazy-area.tsx';
import type { ButtonLook } from '../ui/button.tsx';

export interface ReasonDialogProps {
  title: ReactNode;
  description?: ReactNode;
  confirm: ReactNode;
  look?: ButtonLook;
  /** The act itself is reason enough. */
  isOptional?: boolean;
  /** Says what is missing in the fields of `children`. */
  blocked?: string | undefined;
  /** Throws what `messageOf` can tell; APPROVAL_REQUIRED is no fault. */
  onConfirm(reason: string): Promise<unknown>;
  onClose(): void;
  /** Names of the fields in `children`: a refusal that names one of them stands there, others at the reason. */
  fields?: readonly string[];
  /** Further fields, above the reason. */
  children?: ReactNode | ((wrongAt: (field: string) => string | undefined) => ReactNode);
}

export const ReasonDialog = lazyArea<ReasonDialogProps>(() => import('./reason-form.tsx').then((m) => m.AskWhy));
