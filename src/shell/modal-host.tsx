import dynamic from 'next/dynamic';
import { useRouter } from 'next/router';
import { type ReactNode, useEffect } from 'react';
import { Loader } from '@/components/loader';
import { resources } from '@/contract';
import type { AnyResource } from '@/contract/define';
import type { DeleteDialog as DeleteDialogName, DialogData, DialogName } from '@/contract/dialogs';
import { useModal, useModalActions } from '@/state/modal';
import type { DialogLook } from './dialog-frame';

type Draw<Name extends DialogName> = (data: DialogData[Name], onClose: () => void) => ReactNode;

type Opened<Name extends DialogName = DialogName> = {
  [One in Name]: { view: One; data: DialogData[One] };
}[Name];

const loading = () => <Loader />;

// The dialog library weighs 15 kB: it comes with the first dialog.
const DialogFrame = dynamic(() => import('./dialog-frame').then((module) => module.DialogFrame), {
  ssr: false,
});
const DeleteDialog = dynamic(() => import('@/crud/delete-dialog').then((module) => module.DeleteDialog), {
  loading,
});
const SearchDialog = dynamic(() => import('./search-dialog').then((module) => module.SearchDialog), {
  loading,
});
const DescriptionDialog = dynamic(
  () => import('./description-dialog').then((module) => module.DescriptionDialog),
  { loading },
);

/** Every dialog of the product and what draws it: a missing or wrongly fed one does not compile (layout §6.9). */
const dialogs: { [Name in DialogName]: Draw<Name> } = {
  DELETE_TAG: deleteDialog(resources.tags),
  DELETE_BOX: deleteDialog(resources.boxes),
  DELETE_FAQ: deleteDialog(resources.faqs),
  DELETE_STORE_NOTICE: deleteDialog(resources['store-notices']),
  DELETE_ERROR_CODE: deleteDialog(resources['error-codes']),
  SEARCH_VIEW: (_data, onClose) => <SearchDialog onClose={onClose} />,
  DESCRIPTION_VIEW: (data, onClose) => <DescriptionDialog data={data} onClose={onClose} />,
};

/** Dialogs that look otherwise than a confirmation does. */
const looks: Partial<Record<DialogName, DialogLook>> = {
  SEARCH_VIEW: { isAtTop: true, hasCloseButton: false },
};

/**
 * The one host of all dialogs (specification §2): opens a view by name; it alone knows Escape, backdrop and the close
 * button.
 */
export function ModalHost() {
  const modal = useModal();
  const { close } = useModalActions();
  const { events } = useRouter();

  useEffect(() => {
    events.on('routeChangeComplete', close);
    return () => events.off('routeChangeComplete', close);
  }, [events, close]);

  if (!modal.isOpen) return null;
  return (
    <DialogFrame key={modal.view} look={looks[modal.view] ?? {}} onClose={close}>
      {draw(modal, close)}
    </DialogFrame>
  );
}

function draw<Name extends DialogName>({ view, data }: Opened<Name>, onClose: () => void): ReactNode {
  const drawView: Draw<Name> = dialogs[view];
  return drawView(data, onClose);
}

function deleteDialog(resource: AnyResource): Draw<DeleteDialogName> {
  return (data, onClose) => <DeleteDialog resource={resource} data={data} onClose={onClose} />;
}
