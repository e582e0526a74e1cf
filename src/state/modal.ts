import { atom, useAtomValue, useSetAtom } from 'jotai';
import { useMemo } from 'react';
import type { DialogData, DialogName } from '@/contract/core/dialogs';

type OpenModal = { [Name in DialogName]: { view: Name; data: DialogData[Name]; isOpen: true } }[DialogName];

/** Which dialog is open, and what it was given (specification §3). */
export type Modal = OpenModal | { view: undefined; data: undefined; isOpen: false };

const closed: Modal = { view: undefined, data: undefined, isOpen: false };

const modalAtom = atom<Modal>(closed);

export function useModal(): Modal {
  return useAtomValue(modalAtom);
}

/** Opens a dialog with what it must be given, and closes it, which forgets view and data (specification §4). */
export function useModalActions() {
  const set = useSetAtom(modalAtom);
  return useMemo(
    () => ({
      open: <Name extends DialogName>(view: Name, ...[data]: Given<Name>) => {
        // The pair of a name and its data is one of the union's members; the compiler does not follow that far.
        set({ view, data, isOpen: true } as OpenModal);
      },
      close: () => set(closed),
    }),
    [set],
  );
}

/** A dialog that needs nothing is opened by its name alone. */
type Given<Name extends DialogName> = undefined extends DialogData[Name]
  ? [data?: DialogData[Name]]
  : [data: DialogData[Name]];
