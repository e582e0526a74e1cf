import type { ReactNode } from 'react';
import type { DialogData, DialogName } from '@/contract/dialogs';

/** Renders a dialog with its data. */
export type Draw<Name extends DialogName> = (data: DialogData[Name], onClose: () => void) => ReactNode;
