import { atom, useAtomValue, useSetAtom } from 'jotai';
import { useMemo } from 'react';
import type { DialogData, DialogName } from '@/contract/dialogs';
import { closedModal, uiAtom } from './ui';

type OpenModal = { [Name in DialogName]: { view: Name; data: DialogData[Name]; isOpen: true } }[DialogName];

export type Modal = OpenModal | { view: undefined; data: undefined; isOpen: false };

const closed: Modal = { view: undefined, data: undefined, isOpen: false };

/** Dialog name and data in the UI state; its first view means no dialog. */
const modalAtom = atom((get): Modal => {
  const { isModalOpen, modalView, modalData } = get(uiAtom);
  if (!isModalOpen || modalView === closedModal.modalView) return closed;
  // The name and data are a member of the union; the compiler cannot infer that.
  return { view: modalView, data: modalData, isOpen: true } as OpenModal;
});

export function useModal(): Modal {
  return useAtomValue(modalAtom);
}

/** Opens a dialog with its data; closing clears both. A dialog without data can be toggled. */
export function useModalActions() {
  const set = useSetAtom(uiAtom);
  return useMemo(
    () => ({
      open: <Name extends DialogName>(view: Name, ...[data]: DialogArguments<Name>) =>
        set((ui) => ({ ...ui, isModalOpen: true, modalView: view, modalData: data })),
      close: () => set((ui) => ({ ...ui, ...closedModal })),
      toggle: (view: DialogWithoutData) =>
        set((ui) => {
          const isOpen = ui.isModalOpen && ui.modalView === view;
          return {
            ...ui,
            ...(isOpen ? closedModal : { isModalOpen: true, modalView: view, modalData: null }),
          };
        }),
    }),
    [set],
  );
}

type DialogWithoutData = {
  [Name in DialogName]: undefined extends DialogData[Name] ? Name : never;
}[DialogName];

/** Dialogs without data are opened by name alone. */
type DialogArguments<Name extends DialogName> = undefined extends DialogData[Name]
  ? [data?: DialogData[Name]]
  : [data: DialogData[Name]];
