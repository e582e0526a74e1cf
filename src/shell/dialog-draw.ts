import type { ReactNode } from 'react';
import type { DialogData, DialogName } from '@/contract/core/dialogs';

/** What draws a dialog, given what it must be given. */
export type Draw<Name extends DialogName> = (data: DialogData[Name], onClose: () => void) => ReactNode;
