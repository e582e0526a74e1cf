import { atom, useAtomValue, useSetAtom } from 'jotai';
import { useMemo } from 'react';
import type { DialogData, DialogName } from '@/contract/core/dialogs';

type OpenModal = { [Name in DialogName]: { view: Name; data: DialogData[Name]; isOpen: true } }[DialogName];

/** The open dialog and its data (specification §3). */
export type Modal = OpenModal | { view: undefined; data: undefined; isOpen: false };

const closed: Modal = { view: undefined, data: undefined, isOpen: false };

const modalAtom = atom<Modal>(closed);

export function useModal(): Modal {
  return useAtomValue(modalAtom);
}

/** Opens a dialog with its data; closing clears both (specification §4). */
export function useModalActions() {
  const set = useSetAtom(modalAtom);
  return useMemo(
    () => ({
      open: <Name extends DialogName>(view: Name, ...[data]: DialogArguments<Name>) => {
        // The name and data are a member of the union; the compiler cannot infer that.
        set({ view, data, isOpen: true } as OpenModal);
      },
      close: () => set(closed),
    }),
    [set],
  );
}

/** Dialogs without data are opened by name alone. */
type DialogArguments<Name extends DialogName> = undefined extends DialogData[Name]
  ? [data?: DialogData[Name]]
  : [data: DialogData[Name]];
